import { z } from 'zod';
import { limit, Offset } from '../../core/wire.ts';
import { PERHAPS_KINDS } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { selectExamples } from './outcomes.sql.ts';

const TrainingExample = z
  .object({
    kind: z
      .enum(PERHAPS_KINDS)
      .describe('The kind of the item that the service found in the sentence.'),
    sentence: z.string().describe('The sentence, without secrets.'),
    outcome: z
      .enum(['kept', 'changed', 'dropped'])
      .describe('Your decision; `changed` means that you kept the item in other words.'),
  })
  .meta({ id: 'TrainingExample' });

const listTrainingExamples = defineOperation({
  name: 'listTrainingExamples',
  summary: 'List the sentences about which the user decided, oldest first',
  description:
    'Contains only decisions that were made while `keeps_examples` of the account is true.',
  scope: null,
  effect: 'read',
  gate: 'memories',
  input: z.object({ limit: limit({ fallback: 100, max: 1_000 }), offset: Offset }),
  output: z.object({
    examples: z.array(TrainingExample).describe('The sentences with the decisions.'),
  }),
  run: async (context, page) => ({
    examples: await selectExamples(context.db, userOf(context), page),
  }),
});

export const exampleRoutes: Route[] = [
  route(listTrainingExamples, {
    method: 'GET',
    path: '/v1/users/me/training-examples',
    credential: 'session',
  }),
];
