/**
 * Finds secrets that come before their name: "4711 is the door code", "it's 1234, my PIN that is".
 */
import { wordList } from '../../core/text.ts';
import { COPULAS, OPENS } from './cues.ts';
import type { SecretKind } from './words/secret-names.ts';
import { PREPOSITIONS } from './named-cue.ts';
import type { NamedCue } from './named-cue.ts';
import type { TokenisedTalk } from './talk.ts';
import { digitsOf, piecesBefore } from './pieces.ts';
import { anyOf } from './tokens.ts';
import type { SecretToken } from './tokens.ts';
import { isStrong, wordsAt } from './values.ts';
import type { TokenRange } from './values.ts';

const MAX_OWNING = 6;
const MAX_VALUE = 5;

const LINKS = new Set(wordList('is was are ist war es era est é being becomes'));
const POINTS = /^(?:that|it|this|which|das|eso|c|ce|isso|isto)$/;
const MODALS = /^(?:would|will|must|should|might|may)$/;
const AS = /^(?:as|als|como|comme|for)$/;
const USES =
  /^(?:use|used|using|enter|type|set|choose|chose|pick|picked|take|took|have|had|nimm|usa)$/;
const OWNING = anyOf(`
  my the our your his her their a new old current temporary main front back mein meine die der
  das unser unsere el la mi nuestra nuestro le mon ma notre o meu minha nosso nossa wi fi wlan
  guest default admin root login email computer laptop phone visa secret four digit numeric
  router netflix bank`);
/**
 * Matches words that may follow the name at the end of the sentence: "my PIN that is", "the code
 * for the safe".
 */
const CLOSES = /^(?:that|which|i|if|in|then|then|von|vom)$/;
const GIVES = /^(?:down|write|use|take|remember|note|try|enter|type|nimm|merk|anota|note|anote)$/;

interface Link {
  how: 'is' | 'that' | 'as' | 'comma';
  /** The value ends before this token. */
  at: number;
}

export function valueBefore(
  talk: TokenisedTalk,
  cue: NamedCue,
  { reach, fewest }: { reach: number; fewest: Record<SecretKind, number> },
): TokenRange[] {
  const start = Math.max(talk.starts[cue.from]!, cue.from - reach);
  const link = linkBefore(talk, cue, start);
  if (!link) return [];
  const { at, how } = link;
  if (how !== 'that' && at <= start) return [];
  const run = talk.runBefore.get(at) ?? talk.runBefore.get(talk.skipBack(at));
  const pieces = run ? [run, ...piecesBefore(talk, run)] : [];
  if (run && digitsOf(pieces) >= fewest[cue.kind] && !talk.isLabelled(run, 1)) {
    return how !== 'comma' || isIntroduced(talk, run.from) ? pieces : [];
  }
  if (cue.kind !== 'word' && cue.kind !== 'key') return [];
  const words = wordsBefore(talk, { ...link, start, cue });
  return words ? [words] : [];
}

/**
 * Reads backwards from the name of a secret, and skips words such as "my" and "front door". Returns
 * the word, such as "is", that links the name to the value before it.
 */
function linkBefore(
  { tokens, ends, starts }: TokenisedTalk,
  cue: NamedCue,
  start: number,
): Link | null {
  let at = cue.from - 1;
  while (at > start && at >= cue.from - MAX_OWNING && isOwning(tokens[at]!)) at -= 1;
  const token = tokens[at];
  if (!token) return null;
  const before = tokens[at - 1];
  if (token.has && POINTS.test(token.word)) return { how: 'that', at };
  if (AS.test(token.word)) return { how: 'as', at };
  const isPointedAt = (place: number) =>
    POINTS.test(tokens[place]?.word ?? '') && place >= starts[cue.from]!;
  if (token.word === 'be' && MODALS.test(before?.word ?? '')) {
    return isPointedAt(at - 2) ? { how: 'that', at: at - 2 } : { how: 'is', at: at - 1 };
  }
  if (LINKS.has(token.word)) {
    return isPointedAt(at - 1) ? { how: 'that', at: at - 1 } : { how: 'is', at };
  }
  const next = tokens[cue.until];
  const closes =
    cue.until >= ends[cue.from]! ||
    tokens[cue.until - 1]!.after !== '' ||
    CLOSES.test(next!.word) ||
    PREPOSITIONS.has(next!.word);
  const isNamed = at < cue.from - 1 && token.after === 'comma' && !cue.bare;
  return isNamed && closes ? { how: 'comma', at: at + 1 } : null;
}

function wordsBefore(
  { tokens }: TokenisedTalk,
  { how, at, start, cue }: Link & { start: number; cue: NamedCue },
): TokenRange | null {
  const last = tokens[at - 1];
  if (last && at > start && isStrong(last) && !isOwning(last)) return { from: at - 1, until: at };
  if (cue.kind !== 'word') return null;
  if (how === 'as' && tokens[at]!.word !== 'for') {
    const verb = tokens.slice(start, at).findLastIndex(({ word }) => USES.test(word));
    const value = verb < 0 ? null : wordsAt(tokens, start + verb + 1, at);
    return value && value.until - value.from <= MAX_VALUE ? { from: value.from, until: at } : null;
  }
  if (how === 'is' && at - start <= 4) {
    const value = wordsAt(tokens, start, at);
    return value?.from === start ? { from: start, until: at } : null;
  }
  if (how === 'comma') {
    const from = Math.max(start, at - MAX_VALUE);
    const said = tokens.slice(from, at).findLastIndex((token) => isSaying(token));
    const value = said < 0 ? null : wordsAt(tokens, from + said + 1, at);
    return value?.until === at && value.from === from + said + 1 ? value : null;
  }
  return null;
}

/** Returns true at the start of a sentence, or after "it's" or "write down". */
function isIntroduced(talk: TokenisedTalk, from: number): boolean {
  const at = talk.skipBack(from);
  const before = talk.tokens[at - 1];
  if (at <= talk.starts[from]! || !before || before.after !== '') return true;
  return isSaying(before) || GIVES.test(before.word);
}

const isSaying = ({ word, has }: SecretToken): boolean =>
  COPULAS.has(word) || (has && POINTS.test(word));

function isOwning(token: SecretToken): boolean {
  if (token.after !== '') return false;
  return (
    (token.has && !POINTS.test(token.word)) || OWNING.test(token.word) || OPENS.has(token.word)
  );
}
