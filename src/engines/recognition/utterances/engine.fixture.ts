import type { UtteranceEngine } from './utterance-engine.ts';

/** Makes an engine for tests. Each test says how it transcribes. */
export function engineOf(
  parts: Pick<UtteranceEngine, 'transcribe'> & Partial<UtteranceEngine>,
): UtteranceEngine {
  return {
    name: 'fake',
    capabilities: {
      partials: false,
      diarization: false,
      punctuation: true,
      wordTimes: false,
      languages: 'any',
      quality: 'high',
      local: true,
    },
    segmenter: {},
    eager: () => false,
    available: async () => ({ ok: true }),
    warm() {},
    async [Symbol.asyncDispose]() {},
    ...parts,
  };
}
