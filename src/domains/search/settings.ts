import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';

export const embeddingsSettings = {
  baseUrl: setting({
    env: 'SVC_EMBEDDINGS_BASE_URL',
    doc:
      'Any OpenAI-compatible endpoint with `/embeddings`, e.g. `http://127.0.0.1:11434/v1`: ' +
      'search then also finds what is said in other words. What can be searched is sent there.',
    schema: webAddress('http://127.0.0.1:11434/v1').optional(),
    fallback: 'none: search by words',
  }),
  apiKey: setting({
    env: 'SVC_EMBEDDINGS_API_KEY',
    doc: 'Its key, if it wants one.',
    schema: z.string().optional(),
    secret: true,
  }),
  model: setting({
    env: 'SVC_EMBEDDINGS_MODEL',
    doc: 'The model to ask for; needed with `SVC_EMBEDDINGS_BASE_URL`. After a change everything is embedded anew in the background.',
    schema: z.string().optional(),
  }),
  deadlineMs: setting({
    env: 'SVC_EMBEDDINGS_DEADLINE_MS',
    doc: 'A search waits so long for the vector of its question; then it goes by words alone.',
    schema: z.coerce.number().int().min(50).max(60_000).default(1_500),
  }),
};
