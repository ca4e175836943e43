/** Finds the words that name things in what was said. */
import { alternatives } from '../../../../core/text.ts';
import { tagged } from '../../language.ts';
import { isFunctionWord, trimmed, wordsAsWritten } from '../words.ts';

const NAMES = /^(?:NOUN|PROPN|ADJ|NUM)$/;
const THING = /^(?:NOUN|PROPN)$/;
/** Words inside a name: "the keys of the shed", "bread and butter", "Ana's aunt". */
const INSIDE = /^(?:ADP|CCONJ|PART)$/;
/** What follows these words says when or why: "knee after the walk". */
const OUTSIDE = /^(?:after|before|during|since|until|till|because|than|as|like|by|through)$/i;
/** Nouns that say when, or say nothing. */
const EMPTY = new RegExp(
  `^(?:${alternatives(`
  (?:mon|tues|wednes|thurs|fri|satur|sun|to|holi)?days? tomorrow yesterday tonight (?:mid)?nights?
  mornings? evenings? afternoons? noon minutes? hours? weeks? weekends? months? years? times? ways?
  bits? lots? things? half quarter couple kind sort god love mate guys? lads? bless morrow oclock
  o'clock january february march april june july august september october november december`)})$`,
  'i',
);

/** The longest words that name a thing: "dryer" in "had the dryer repaired"; empty for none. */
export function thingIn(text: string, language: string): string {
  if (language !== 'en') return trimmed(text);
  const [longest = ''] = runsIn(text).toSorted(
    (one, other) => wordsAsWritten(other).length - wordsAsWritten(one).length,
  );
  return longest;
}

/** Each thing that a text names, in order. */
export function thingsIn(text: string, language: string): string[] {
  if (language === 'en') return runsIn(text);
  if (language !== 'de') return [];
  // A German noun has a capital letter; the first word of a sentence has one too.
  const nouns = text.match(/(?<=[\p{L},] )\p{Lu}[\p{L}-]+/gu) ?? [];
  return nouns.filter((noun) => !isFunctionWord(noun));
}

function runsIn(text: string): string[] {
  const words = tagged(text);
  const isName = (at: number) =>
    NAMES.test(words[at]!.pos) &&
    !EMPTY.test(words[at]!.text) &&
    (!isFunctionWord(words[at]!.text) || isJoined(at));
  /** The tagger parts "Ana's" and "didn't". */
  const isJoined = (at: number) => /^['’]/.test(words[at]!.text);
  const runs: string[] = [];
  for (let from = 0; from < words.length; from += 1) {
    // "Allergic to nuts" names nuts.
    const isLoose = words[from]!.pos === 'ADJ' && words[from + 1]?.pos === 'ADP';
    if (!isName(from) || isLoose) continue;
    let to = from + 1;
    for (let next = to; next < words.length && next - to <= MOST_INSIDE; next += 1) {
      if (isName(next)) to = next + 1;
      else if (OUTSIDE.test(words[next]!.text)) break;
      else if (!(next === to ? INSIDE : /^(?:DET|PRON)$/).test(words[next]!.pos)) break;
    }
    const run = words.slice(from, to);
    if (run.some(({ pos, text: word }) => THING.test(pos) && word.length > 2)) {
      const said = run.map(({ text: word }) => word).join(' ');
      runs.push(trimmed(said.replaceAll(/ (?=['’-]|s['’])|(?<=-) /g, '')));
    }
    from = to;
  }
  return runs.filter(Boolean);
}

/** So many other words stand between two words of a name. */
const MOST_INSIDE = 2;
