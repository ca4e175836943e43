import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';

export const embeddingsSettings = {
  baseUrl: setting({
    env: 'SVC_EMBEDDINGS_BASE_URL',
    doc:
      'The address of any OpenAI-compatible endpoint with `/embeddings`, e.g. ' +
      '`http://127.0.0.1:11434/v1`. Search then also finds text that says the same in other ' +
      'words. The service sends all searchable text there.',
    schema: webAddress('http://127.0.0.1:11434/v1').optional(),
    fallback: 'none: search by words, or with `SVC_EMBEDDINGS_MODEL=builtin`',
  }),
  apiKey: setting({
    env: 'SVC_EMBEDDINGS_API_KEY',
    doc: 'The key of the endpoint, if the endpoint needs one.',
    schema: z.string().optional(),
    secret: true,
  }),
  model: setting({
    env: 'SVC_EMBEDDINGS_MODEL',
    doc:
      'The model to request from `SVC_EMBEDDINGS_BASE_URL`. Without an address, `builtin` ' +
      'selects the sentence encoder that comes with the service: English only, no network. ' +
      'After a change, the service embeds everything again in the background.',
    schema: z.string().optional(),
  }),
  deadlineMs: setting({
    env: 'SVC_EMBEDDINGS_DEADLINE_MS',
    doc:
      'The longest time that a search waits for the vector of its question. After that the ' +
      'search uses words alone.',
    schema: z.coerce.number().int().min(50).max(60_000).default(1_500),
  }),
};

export const searchSettings = {
  memoryMib: setting({
    env: 'SVC_SEARCH_MEMORY',
    doc:
      'The most memory that the search indexes of this process take, in MiB. The least recently used are ' +
      'dropped first. With PostgreSQL, users whose index does not fit are searched through the database.',
    schema: z.coerce.number().int().min(1).max(1_048_576).default(512),
  }),
};
