/** Verb forms for retelling an English first-person sentence in the third person. */

import { wordList } from '../../../core/text.ts';

const PAST = new Set(
  wordList(`
  was were had did went got came saw took made said told met bought thought knew found gave left felt
  kept began brought wrote stood heard meant ran paid sat spoke led grew lost fell sent built understood
  drew broke spent rose drove wore chose ate drank sang swam threw flew forgot slept taught caught fought
  sold won became held hid shot stuck struck sought lent bent dealt dreamt rode shook stole tore woke
  used decided wanted could would should might must can will shall may cannot ought put`),
);
const SAME_IN_PAST = new Set(
  wordList(`
  cost cut hit hurt let put quit read set shut`),
);

export const isPastOrModal = (verb: string): boolean =>
  PAST.has(verb) ||
  (verb.startsWith('re') && PAST.has(verb.slice(2))) ||
  (verb.length > 4 &&
    /[^e]ed$/.test(verb) &&
    !/^(?:need|feed|speed|proceed|succeed|exceed)$/.test(verb));

/** Changes "go" to "goes" and "have" to "has"; past forms stay unchanged. */
export function thirdPerson(verb: string): string {
  const lower = verb.toLowerCase();
  if (isPastOrModal(lower) && !SAME_IN_PAST.has(lower)) return verb;
  switch (lower) {
    case 'am':
    case 'are':
    case 'be':
      return 'is';
    case "don't":
      return "doesn't";
    case 'have':
      return 'has';
    case "haven't":
      return "hasn't";
    case "aren't":
      return "isn't";
    case "weren't":
      return "wasn't";
    case 'were':
      return 'was';
    case 'gotta':
      return 'has to';
    case 'wanna':
      return 'wants to';
    case 'gonna':
      return 'is going to';
  }
  if (!/^[a-z]+$/.test(lower)) return verb;
  if (/(?:s|x|z|ch|sh|o)$/.test(lower)) return `${verb}es`;
  if (/[^aeiou]y$/.test(lower)) return `${verb.slice(0, -1)}ies`;
  return `${verb}s`;
}

const IRREGULAR_ING: Readonly<Record<string, string>> = {
  be: 'being',
  lie: 'lying',
  die: 'dying',
  tie: 'tying',
  see: 'seeing',
  agree: 'agreeing',
  flee: 'fleeing',
};
const DOUBLES =
  /^(?:run|get|put|set|sit|swim|shop|stop|plan|cut|hit|let|jog|chat|begin|win|dig|hug|grab|drop|skip|trip|wrap|tap|rub|rob|mop|pop|pat|bet|quit|forget|admit)$/;

/** Changes "meet" to "meeting". */
export function gerund(verb: string): string {
  const lower = verb.toLowerCase();
  if (IRREGULAR_ING[lower]) return IRREGULAR_ING[lower];
  if (DOUBLES.test(lower)) return `${lower}${lower.at(-1)}ing`;
  return /[^eoy]e$/.test(lower) ? `${lower.slice(0, -1)}ing` : `${lower}ing`;
}

/** Adverbs that may come between a subject and its verb. */
export const BETWEEN = new Set(
  wordList(`
  really just also always never still already usually often sometimes only even actually probably
  definitely certainly truly totally absolutely simply currently recently finally hardly kinda sorta
  honestly personally rarely soon then now once ever not almost mostly both all especially particularly
  fully completely generally basically normally highly deeply strongly greatly constantly regularly
  seriously literally slowly quickly easily clearly`),
);

const PAST_OF: Readonly<Record<string, string>> = Object.fromEntries(
  `go went|do did|have had|get got|see saw|come came|take took|make made|say said|tell told|meet met|buy bought
  |think thought|know knew|find found|give gave|leave left|feel felt|keep kept|begin began|bring brought|write wrote
  |stand stood|hear heard|mean meant|run ran|pay paid|sit sat|speak spoke|lose lost|fall fell|send sent|build built
  |understand understood|spend spent|drive drove|wear wore|choose chose|eat ate|drink drank|sing sang|fly flew
  |forget forgot|sleep slept|teach taught|catch caught|win won|become became|grow grew|put put|read read|cut cut|hurt hurt|break broke|sell sold|hold held|throw threw|steal stole|wake woke`
    .split('|')
    .map((pair) => pair.trim().split(' ') as [string, string]),
);

/** Changes "stay" to "stayed" and "go" to "went". */
export function pastOf(verb: string): string {
  const lower = verb.toLowerCase();
  if (PAST_OF[lower]) return PAST_OF[lower];
  if (lower.endsWith('e')) return `${lower}d`;
  if (/[^aeiou]y$/.test(lower)) return `${lower.slice(0, -1)}ied`;
  return DOUBLES.test(lower) ? `${lower}${lower.at(-1)}ed` : `${lower}ed`;
}
