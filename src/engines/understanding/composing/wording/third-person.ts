/** Puts English words about oneself into the third person: "I live here" is "lives here". */
import { alternatives, pairsOf, wordList } from '../../../../core/text.ts';

const PAST = new Set(
  wordList(`
  was were had did went got came saw took made said told met bought thought knew found gave left
  felt kept began brought wrote stood heard meant ran paid sat spoke led grew lost fell sent built
  understood drew broke spent rose drove wore chose ate drank sang swam threw flew forgot slept
  taught caught fought sold won became held hid shot stuck sought lent bent dealt rode shook stole
  tore woke learnt burnt spelt spilt leapt swore froze bit blew hung laid rang sank swept wept fed
  fled used decided wanted could would should might must can will shall may cannot can't couldn't
  won't wouldn't ought quit`),
);
const IRREGULAR = new Map([
  ...pairsOf("am:is are:is were:was don't:doesn't have:has haven't:hasn't aren't:isn't"),
  ...pairsOf("weren't:wasn't"),
  ['gotta', 'has to'],
  ['wanna', 'wants to'],
  ['gonna', 'is going to'],
]);

/** Changes "go" to "goes" and "have" to "has"; past forms stay. */
function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase();
  const irregular = IRREGULAR.get(lower);
  if (irregular !== undefined) return irregular;
  const isPast = PAST.has(lower) || (lower.length > 4 && /[^e]ed$/.test(lower));
  if (
    (isPast && !/^(?:need|feed|speed|proceed|succeed|exceed)$/.test(lower)) ||
    !/^[a-z]+$/.test(lower)
  )
    return lower;
  if (/(?:s|x|z|ch|sh|o)$/.test(lower)) return `${lower}es`;
  return /[^aeiou]y$/.test(lower) ? `${lower.slice(0, -1)}ies` : `${lower}s`;
}

/** Adverbs that may come between a subject and its verb. */
const BETWEEN = new RegExp(
  `^(?:${alternatives(String.raw`
  just also always never still already often sometimes even both all now once almost \w+ly`)})$`,
  'i',
);

const CONTRACTED: readonly [RegExp, string][] = [
  [/\b(i)'m\b/gi, '$1 am'],
  [/\b(we|they)'re\b/gi, '$1 are'],
  [/\b(i|we|they)'ve\b/gi, '$1 have'],
  [/\b(i|we|they|he|she|it)'ll\b/gi, '$1 will'],
  [
    /\b(i|we|they|he|she)'d\b(?= (?:\w+ly )?(?:like|love|rather|prefer|be|want|go|have|hate|do|need|never)\b)/gi,
    '$1 would',
  ],
  [/\b(i|we|they|he|she)'d\b/gi, '$1 had'],
];

const INVERTS = /^(?:am|are|was|were|do|did|have|had|can|could|will|would|should|may|might|must)$/i;
const PLURAL = pairsOf("am:are was:were wasn't:weren't");

const OWN = pairsOf(`
  me:them my:their mine:theirs myself:themselves us:them our:their ours:theirs
  ourselves:themselves you:people your:people's`);

/** The first mention of the speaker is left out: "my wife" is "wife", and "I live" is "lives". */
export function inThirdPerson(sentence: string): string {
  let text = sentence;
  for (const [pattern, replacement] of CONTRACTED) text = text.replace(pattern, replacement);
  let isKnown = false;
  /** The speaker is the subject of the first clause. */
  let isOwnSubject = false;
  /** What the next verb has to agree with. */
  let verb: 'singular' | 'plural' | null = null;
  const words = text.split(' ').map((each, at, all) => {
    const [, word = '', mark = ''] = /^([\p{L}']*)(.*)$/u.exec(each) ?? [];
    const lower = word.toLowerCase();
    if (verb !== null && word !== '') {
      if (BETWEEN.test(word)) return each;
      const form = verb === 'singular' ? thirdPerson(word) : (PLURAL.get(lower) ?? word);
      verb = null;
      return form + mark;
    }
    if (lower === 'i' || lower === 'we') {
      const isInverted = INVERTS.test(all[at - 1] ?? '');
      const isFirst = !isKnown && at === 0;
      // "I play the cello and I love jazz" is "plays the cello and loves jazz".
      if (isOwnSubject && /^(?:and|but|or)$/i.test(all[at - 1] ?? '')) {
        verb = 'singular';
        return '';
      }
      isOwnSubject ||= isFirst && !isInverted;
      if (!isInverted) verb = isFirst ? 'singular' : 'plural';
      isKnown = true;
      return isFirst ? '' : `they${mark}`;
    }
    if (/^(?:my|our)$/.test(lower) && !isKnown) {
      isKnown = true;
      return at === 0 ? '' : 'their';
    }
    const own = OWN.get(lower);
    return own === undefined ? each : own + mark;
  });
  return words.filter(Boolean).join(' ');
}
