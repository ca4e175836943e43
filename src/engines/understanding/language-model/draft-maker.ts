import type { Maker } from '../maker.ts';
import { repair } from './draft.ts';
import { masked, understandingOf } from './language-model.ts';

/**
 * Understands a transcript with a draft that a connected assistant wrote. The draft passes the same
 * checks as the answer of a language model.
 */
export function draftMaker(draft: object, rules: Maker): Maker {
  return {
    name: 'assistant',
    async understand(transcript, { signal }) {
      const byRules = await rules.understand(transcript, { signal });
      const made = understandingOf(repair(masked({ ...draft })), transcript, {
        rules: byRules.understanding,
        author: 'assistant',
      });
      return { ...made, model_calls: 0, model_tokens: 0 };
    },
  };
}
