import { CONTRASTS, COPULAS, NEGATIONS } from './cues.ts';
import type { NamedCue } from './named-cue.ts';
import { SETS } from './questions.ts';
import type { TokenisedTalk } from './talk.ts';

/** The maximum number of tokens between a cue and its secret. */
export const REACH = 18;

export const TO = /^(?:to|auf|a)$/;
/** Matches phrases such as "My PIN starts with 773." */
const BEGINS =
  /^(?:starts?|begins?|ends?|beginnt|endet|empieza|termina|commence|finit|começa|acaba)$/;
const WITH = /^(?:with|mit|con|avec|com|par|por)$/;

/** Returns the places where a value may begin: after "is", a colon, "it's", "changed to". */
export function linksAfter(
  { tokens, starts }: TokenisedTalk,
  { from, until, bare }: NamedCue,
  end: number,
): number[] {
  const last = tokens[until - 1]!;
  if (last.after === 'stop' || last.after === 'question') return [];
  const links: number[] = [];
  if (last.has || last.after === 'colon') links.push(until);
  const sets = tokens
    .slice(Math.max(starts[from]!, from - REACH), from)
    .some(({ word }) => SETS.test(word));
  // Recognises "Set the alarm to seven thirty."
  const isTimer = /^(?:alarme?|alarma)s?$/.test(last.word);
  let isNegated = false;
  let isSet = false;
  for (let at = until; at < end - 1; at += 1) {
    const { word, has, after } = tokens[at]!;
    isNegated ||= NEGATIONS.has(word);
    isSet ||= SETS.test(word);
    const previous = tokens[at - 1]!.word;
    const mayBeTo = !isTimer && TO.test(word) && (word !== 'a' || previous.startsWith('cambi'));
    const isTo = mayBeTo && (SETS.test(previous) || (sets && at <= until + 4));
    const isIt = has && /^(?:it|that|which|they)$/.test(word);
    const isWeak = (isNegated && CONTRASTS.has(word)) || (isSet && /^(?:from|von)$/.test(word));
    if (COPULAS.has(word) || isTo || isIt || isWeak || after === 'colon') links.push(at + 1);
    if (!bare && BEGINS.test(word)) links.push(WITH.test(tokens[at + 1]!.word) ? at + 2 : at + 1);
  }
  return links;
}
