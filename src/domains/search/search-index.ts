import { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import type { Embeddings } from './embeddings.ts';
import { selectProgress } from './embeddings.sql.ts';

/** The state of a user's search: its method and its progress. */

const KindProgress = z
  .object({
    kind: z.enum(['memories', 'action_items', 'conversations']),
    total: z.int().describe('The number of records.'),
    embedded: z
      .int()
      .describe('The number of records with vectors made by the current embedding model.'),
    waiting: z
      .int()
      .describe(
        'The number of records that are embedded next: new, changed, or made by another model.',
      ),
  })
  .meta({ id: 'SearchIndexKind' });

const SearchIndex = z
  .object({
    embeddings: z
      .object({
        model: z.string(),
        problem: z
          .string()
          .nullable()
          .describe('Why no vectors are made at the moment. Search goes by words meanwhile.'),
      })
      .nullable()
      .describe('Null when the operator set no endpoint: search goes by words.'),
    kinds: z.array(KindProgress),
  })
  .meta({ id: 'SearchIndex' });

export function searchIndexOperation(embeddings: Embeddings | null) {
  return defineOperation({
    name: 'getSearchIndex',
    summary: 'Get the progress of the search index',
    description:
      'Words are found as soon as they are written. With an endpoint for embeddings, vectors ' +
      'follow in the background; this reports their progress.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: SearchIndex,
    run: async (context) => ({
      embeddings: embeddings && { model: embeddings.model, problem: embeddings.problem },
      kinds: await selectProgress(context.db, userOf(context), embeddings?.model ?? null),
    }),
  });
}
