import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';

export const discardSettings = {
  minWords: setting({
    env: 'SVC_DISCARD_MIN_WORDS',
    doc: 'The service never discards a conversation with more words than this by itself.',
    schema: z.coerce.number().int().min(0).default(100),
  }),
  minSeconds: setting({
    env: 'SVC_DISCARD_MIN_SECONDS',
    doc:
      'The service always discards a recording that is shorter than this, unless the user ' +
      'ended it.',
    schema: z.coerce.number().min(0).default(0),
  }),
};

export const understandingSettings = {
  memoriesOfEachKind: setting({
    env: 'SVC_MEMORIES_OF_EACH_KIND',
    doc:
      'The maximum number of memories of each kind (`interesting`, `system`) from one ' +
      'conversation; ten times as many from a note of one speaker; 0 for none.',
    schema: z.coerce.number().int().min(0).max(50).default(2),
  }),
};

export const languageModelSettings = {
  baseUrl: setting({
    env: 'SVC_LLM_BASE_URL',
    doc:
      'The address of any OpenAI-compatible endpoint, e.g. `http://127.0.0.1:11434/v1`. ' +
      'Without it, the built-in reader understands conversations.',
    schema: webAddress('http://127.0.0.1:11434/v1').optional(),
    fallback: 'none: the built-in reader',
  }),
  apiKey: setting({
    env: 'SVC_LLM_API_KEY',
    doc: 'The key of the endpoint, if the endpoint needs one.',
    schema: z.string().optional(),
    secret: true,
  }),
  model: setting({
    env: 'SVC_LLM_MODEL',
    doc: 'The model to request; needed with `SVC_LLM_BASE_URL`.',
    schema: z.string().optional(),
  }),
  visionModel: setting({
    env: 'SVC_LLM_VISION_MODEL',
    doc:
      'A model of the same endpoint that can look at pictures. Without it, the service keeps ' +
      'photos and does not describe them.',
    schema: z.string().optional(),
    fallback: 'none',
  }),
  deadlineMs: setting({
    env: 'SVC_LLM_DEADLINE_MS',
    doc:
      'The time limit for all calls for one conversation together; then the rules take over. A ' +
      'model that writes an answer may be silent for this long.',
    schema: z.coerce.number().int().min(1_000).max(900_000).default(60_000),
  }),
  maxInputChars: setting({
    env: 'SVC_LLM_MAX_INPUT_CHARS',
    doc: 'The longest piece of a transcript in one call.',
    schema: z.coerce.number().int().min(2_000).default(40_000),
  }),
  maxCalls: setting({
    env: 'SVC_LLM_MAX_CALLS',
    doc:
      'The maximum number of calls for one conversation. The rules understand a conversation ' +
      'that would need more.',
    schema: z.coerce.number().int().min(1).default(40),
  }),
  maxTokens: setting({
    env: 'SVC_LLM_MAX_TOKENS',
    doc:
      'When one conversation has used this many tokens, the service makes no more calls for ' +
      'it.',
    schema: z.coerce.number().int().min(1_000).default(500_000),
  }),
};
