import { COPULAS, FILLERS } from './cues.ts';
import { anyOf } from './tokens.ts';
import type { SecretToken } from './tokens.ts';

const ASKED =
  /^(?:what|which|whats|was|wie|welche|welcher|cuál|qué|cual|que|quel|quelle|quels|quelles|quoi|qual|quais)$/;
const ASKING = anyOf(`
  tell give say know remember recall have has got need send share read text spell repeat get sag
  gib weißt kennst hast brauche dime sabes tienes dis donne connais sais diz manda tens`);
const AUXILIARY = anyOf(`
  can could will would should must may might do does did have has had need needs don't didn't
  can't forgot want wants changed reset works? kann muss hat habe`);
const TELLS = /^(?:new|have|give|gave|tell|neue|neuen)$/;

/** Matches words for setting or changing a secret. */
export const SETS =
  /^(?:(?:re)?set|change[ds]?|changing|updated?|made|make|switched|picked|chose|choose|geändert|ändern?|gesetzt|cambi\p{L}+)$/u;

/** The maximum number of tokens after the cue when a sentence introduces an answer. */
const MAX_REST = 12;
const MAX_FRAGMENT = 6;

/** Returns how a sentence with a cue introduces an answer; `rest` tokens follow the cue. */
export function askingForm(sentence: readonly SecretToken[], rest: number) {
  const last = sentence.at(-1)!;
  const hasVerb = sentence.some(({ word }) => COPULAS.has(word) || AUXILIARY.test(word));
  return {
    asks: asksFor(sentence),
    ends: rest <= MAX_REST && (COPULAS.has(last.word) || last.after === 'colon'),
    isFragment: sentence.length <= MAX_FRAGMENT && !hasVerb,
    sets: sentence.some(({ word }) => SETS.test(word) || TELLS.test(word)),
  };
}

/**
 * Returns true for a question or a wish about the secret itself. "Who has the password" asks for a
 * person instead.
 */
function asksFor(sentence: readonly SecretToken[]): boolean {
  const [first, second] = sentence.filter(({ word }) => !FILLERS.has(word) || word === 'remember');
  const asked = [first, second].some((token) => token && ASKED.test(token.word));
  if (/^(?:who|where|when|why|wer|wo|wann|quién|dónde)$/.test(first?.word ?? '')) return false;
  return asked || sentence.some(({ word }) => ASKING.test(word));
}
