import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';

export const discardSettings = {
  minWords: setting({
    env: 'SVC_DISCARD_MIN_WORDS',
    doc: 'A conversation with more words than this is never discarded by itself.',
    schema: z.coerce.number().int().min(0).default(100),
  }),
  minSeconds: setting({
    env: 'SVC_DISCARD_MIN_SECONDS',
    doc: 'A recording shorter than this is always discarded, unless the user ended it.',
    schema: z.coerce.number().min(0).default(0),
  }),
};

export const understandingSettings = {
  memoriesOfEachKind: setting({
    env: 'SVC_MEMORIES_OF_EACH_KIND',
    doc: 'At most so many memories of each kind (`interesting`, `system`) are taken from one conversation; 0 takes none.',
    schema: z.coerce.number().int().min(0).max(50).default(2),
  }),
};

export const languageModelSettings = {
  baseUrl: setting({
    env: 'SVC_LLM_BASE_URL',
    doc: 'Any OpenAI-compatible endpoint, e.g. `http://127.0.0.1:11434/v1`. Without it the built-in rules understand conversations.',
    schema: webAddress('http://127.0.0.1:11434/v1').optional(),
    fallback: 'none: the built-in rules',
  }),
  apiKey: setting({
    env: 'SVC_LLM_API_KEY',
    doc: 'Its key, if it wants one.',
    schema: z.string().optional(),
    secret: true,
  }),
  model: setting({
    env: 'SVC_LLM_MODEL',
    doc: 'The model to ask for; needed with `SVC_LLM_BASE_URL`.',
    schema: z.string().optional(),
  }),
  visionModel: setting({
    env: 'SVC_LLM_VISION_MODEL',
    doc: 'A model of that endpoint that can look at pictures; without it photos are kept and not described.',
    schema: z.string().optional(),
    fallback: 'none',
  }),
  deadlineMs: setting({
    env: 'SVC_LLM_DEADLINE_MS',
    doc:
      'All calls for one conversation together may take this long; then the rules take over. ' +
      'A model that writes an answer may be silent for this long.',
    schema: z.coerce.number().int().min(1_000).max(900_000).default(60_000),
  }),
  maxInputChars: setting({
    env: 'SVC_LLM_MAX_INPUT_CHARS',
    doc: 'Longest piece of a transcript in one call.',
    schema: z.coerce.number().int().min(2_000).default(40_000),
  }),
  maxCalls: setting({
    env: 'SVC_LLM_MAX_CALLS',
    doc: 'So many calls may one conversation take; what would take more is understood by the rules.',
    schema: z.coerce.number().int().min(1).default(40),
  }),
  maxTokens: setting({
    env: 'SVC_LLM_MAX_TOKENS',
    doc: 'When one conversation has used so many tokens, it is not asked about any further.',
    schema: z.coerce.number().int().min(1_000).default(500_000),
  }),
};
