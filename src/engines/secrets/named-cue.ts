import { wordList } from '../../core/text.ts';
import { COPULAS, HARMLESS_AFTER, HARMLESS_BEFORE, OPENS } from './cues.ts';
import { CUE_ENDINGS, CUES } from './words/secret-names.ts';
import type { SecretCue, SecretKind } from './words/secret-names.ts';
import { secretTokens } from './tokens.ts';
import type { SecretToken } from './tokens.ts';
import type { TokenRange } from './values.ts';

/** A cue and its position: the tokens from `from` to `until` name a kind of secret. */
export interface NamedCue extends TokenRange {
  kind: SecretKind;
  bare: boolean;
  /**
   * True for a cue about a thing that can be opened ("door code"); other codes count only if they
   * are numbers.
   */
  opens: boolean;
  /** True when the value may be a list of words with commas. */
  isList: boolean;
}

/** Words between a security question and its answer. */
const REACH_OF_QUESTION = 20;
const ANSWER = /^(?:answer|antwort|respuesta|réponse|resposta)$/;
const SECURITY_QUESTION =
  /\bsecurity question|sicherheitsfrage|pregunta de seguridad|question de sécurité|pergunta de segurança/;

/** Recognises "My security question is my first pet, and the answer …". */
function isSecurityAnswer(tokens: readonly SecretToken[], at: number): boolean {
  if (!ANSWER.test(tokens[at]!.word)) return false;
  const before = tokens.slice(Math.max(0, at - REACH_OF_QUESTION), at);
  return SECURITY_QUESTION.test(before.map(({ word }) => word).join(' '));
}

export function cueAt(
  tokens: readonly SecretToken[],
  at: number,
  isFirst: boolean,
): NamedCue | null {
  const token = tokens[at]!;
  const ending = CUE_ENDINGS.find(([pattern]) => pattern.test(token.word));
  const cue: SecretCue | undefined =
    (BY_FIRST.get(token.word) ?? []).find(({ words }) =>
      words.every((word, place) => tokens[at + place]?.word === word),
    ) ??
    (ending && { kind: ending[1], words: [token.word] }) ??
    (isSecurityAnswer(tokens, at) ? { kind: 'word', words: [token.word] } : undefined);
  if (!cue) return null;
  const until = at + cue.words.length;
  const before = isFirst ? undefined : tokens[at - 1];
  const first = cue.words[0]!;
  const ends = tokens[until - 1]!.after;
  const after = ends === '' ? tokens[until] : undefined;
  const goesTo = tokens[until + 1]?.word === 'to' || COPULAS.has(tokens[until + 1]?.word ?? '');
  const isChanged = goesTo && /^(?:re)?(?:set|change)/.test(after?.word ?? '');
  const isHarmless = after && HARMLESS_AFTER.has(after.word) && after.turn === token.turn;
  if (isHarmless && !isChanged) return null;
  if (ANY_MAY_KNOW.test(first) && before && HARMLESS_BEFORE.has(before.word)) return null;
  if (isAboutHarmless(tokens, until) && ANY_MAY_KNOW.test(first)) return null;
  if (cue.words.length === 1 && (first === 'token' || first === 'secret' || first === 'bearer')) {
    return { kind: cue.kind, bare: true, opens: false, isList: false, from: at, until };
  }
  const opens =
    !/^(?:code|codes|código|codigo|combo|combination)$/.test(first) ||
    OPENS.has(before?.word ?? '') ||
    opensSomething(tokens, until);
  const { kind, bare = false, isList = false } = cue;
  return { kind, bare, opens, isList, from: at, until };
}

/** Recognises phrases such as "The code for the garage". */
function opensSomething(tokens: readonly SecretToken[], until: number): boolean {
  if (!PREPOSITIONS.has(tokens[until]?.word ?? '')) return false;
  return tokens.slice(until + 1, until + 5).some(({ word }) => OPENS.has(word));
}

/** Recognises phrases such as "The code of the country" and "código de área". */
function isAboutHarmless(tokens: readonly SecretToken[], at: number): boolean {
  if (!/^(?:of|for|de|del|für|d|du|da|do)$/.test(tokens[at]?.word ?? '')) return false;
  const next = tokens[at + 1]?.word ?? '';
  return HARMLESS_BEFORE.has(
    /^(?:the|la|le|l|el|das|die|den)$/.test(next) ? (tokens[at + 2]?.word ?? '') : next,
  );
}

const BY_FIRST = Map.groupBy(
  CUES.toSorted((one, other) => other.words.length - one.words.length),
  ({ words }) => words[0]!,
);
const ANY_MAY_KNOW = /^(?:codes?|códigos?|codigo|pins?|token|secret|combination|kombination)$/;
export const PREPOSITIONS = new Set(
  wordList('for of to at on from für von zum zur de del para du d da do pour'),
);

/** Returns whether a text, such as a question, names a kind of secret. */
export function namesSecret(text: string): boolean {
  const tokens = secretTokens([text]);
  return tokens.some((_, at) => cueAt(tokens, at, at === 0)?.bare === false);
}
