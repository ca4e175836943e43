import { load, type Loaded } from '../reading/network.ts';
import { readTalk } from '../reading/talk.ts';
import { talkOf } from './composing/heard.ts';
import { compose } from './composing/understanding.ts';
import type { Maker, Transcript, Understanding } from './maker.ts';

/**
 * Understands a transcript in the calling thread, for scripts and tests; the service does it beside
 * (reading-maker.ts). The same transcript always gives the same result.
 */
export function understand(transcript: Transcript, loaded: Loaded): Understanding {
  const { talk, start } = talkOf(transcript);
  return compose(transcript, readTalk(talk, start, loaded));
}

let shared: Loaded | undefined;

/** A maker that reads in the calling thread. */
export function makerInThread(): Maker {
  return {
    name: 'rules',
    understand: async (transcript, { signal }) => {
      signal.throwIfAborted();
      const understanding = understand(transcript, (shared ??= load()));
      return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
    },
  };
}
