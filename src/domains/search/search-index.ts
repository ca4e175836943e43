import { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import type { Embeddings } from './embeddings.ts';
import { selectProgress } from './embeddings.sql.ts';

/** The state of a user's search: its method and its progress. */

const KindProgress = z
  .object({
    kind: z.enum(['memories', 'action_items', 'conversations']).describe('The kind of records.'),
    total: z.int().describe('The number of records.'),
    embedded: z
      .int()
      .describe('The number of records with vectors from the current embedding model.'),
    waiting: z
      .int()
      .describe(
        'The number of records in the queue for embeddings, because they are new, ' +
          'changed, or embedded with another model.',
      ),
  })
  .meta({ id: 'SearchIndexKind' });

const SearchIndex = z
  .object({
    embeddings: z
      .object({
        model: z.string().describe('The embedding model.'),
        problem: z
          .string()
          .nullable()
          .describe(
            'The reason why the service makes no vectors now, so that search uses only words; null when it makes them.',
          ),
      })
      .nullable()
      .describe('Null when the operator has set no endpoint. Search then uses only words.'),
    kinds: z.array(KindProgress).describe('The progress for each kind of record.'),
  })
  .meta({ id: 'SearchIndex' });

export function searchIndexOperation(embeddings: Embeddings | null) {
  return defineOperation({
    name: 'getSearchIndex',
    summary: 'Get the progress of the search index',
    description:
      'Searches find words as soon as they are stored. If there is an endpoint for ' +
      'embeddings, the service makes vectors in the background and shows the progress ' +
      'here.',
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
