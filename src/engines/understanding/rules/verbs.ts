/** Verb forms for retelling an English first-person sentence in the third person. */

import { wordList } from '../../../core/text.ts';

const PAST = new Set(
  wordList(`
  was were had did went got came saw took made said told met bought thought knew found gave left felt
  kept began brought wrote stood heard meant ran paid sat spoke led grew lost fell sent built understood
  drew broke spent rose drove wore chose ate drank sang swam threw flew forgot slept taught caught fought
  sold won became held hid shot stuck struck sought lent bent dealt dreamt rode shook stole tore woke
  learnt burnt spelt spilt leapt knelt swore froze bit blew hung laid lit rang sank shone slid swept wept
  wound fed fled forgave
  used decided wanted could would should might must can will shall may cannot ought put quit`),
);
const SAME_IN_PAST = new Set(
  wordList(`
  cost cut hit hurt let put read set shut`),
);

export const isPastOrModal = (verb: string): boolean =>
  PAST.has(verb) ||
  (verb.startsWith('re') && PAST.has(verb.slice(2))) ||
  /^(?:dis)?agreed$|^(?:freed|guaranteed)$/.test(verb) ||
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

/** Adverbs that may come between a subject and its verb. */
export const BETWEEN = new Set(
  wordList(`
  really just also always never still already usually often sometimes only even actually probably
  definitely certainly truly totally absolutely simply currently recently finally hardly kinda sorta
  honestly personally rarely soon then now once ever not almost mostly both all especially particularly
  fully completely generally basically normally highly deeply strongly greatly constantly regularly
  seriously literally slowly quickly easily clearly`),
);
