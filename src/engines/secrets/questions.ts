import { FILLERS } from './cues.ts';
import { anyOf } from './tokens.ts';
import type { Token } from './tokens.ts';

const ASKED =
  /^(?:what|which|whats|was|wie|welche|welcher|cuál|qué|cual|que|quel|quelle|quels|quelles|quoi|qual|quais)$/;
const ASKING = anyOf(`
  tell give say know remember recall have has got need send share read text spell repeat get sag
  gib weißt kennst hast brauche dime sabes tienes dis donne connais sais diz manda tens`);

/**
 * Returns true for a question or a wish for the secret itself; "who has the password" asks for a
 * person.
 */
export function asksFor(sentence: readonly Token[]): boolean {
  const [first, second] = sentence.filter(({ word }) => !FILLERS.has(word) || word === 'remember');
  const asked = [first, second].some((token) => token && ASKED.test(token.word));
  if (/^(?:who|where|when|why|wer|wo|wann|quién|dónde)$/.test(first?.word ?? '')) return false;
  return asked || sentence.some(({ word }) => ASKING.test(word));
}
