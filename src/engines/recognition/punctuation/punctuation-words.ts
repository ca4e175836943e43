/** The English word lists for the decisions of punctuation.ts. All words are in lower case. */

import { wordList } from '../../../core/text.ts';

const setOf = (words: string): ReadonlySet<string> => new Set(wordList(words));

/** Words that cannot end a sentence. */
export const DANGLING = setOf(
  `the a an my your his our their its to of and or but because if with for from into at by as than
   is are was were am be i we they he she i'm we're they're you're very so every`,
);

/** Words that, after a short pause, usually begin a new sentence. */
export const SENTENCE_STARTERS = setOf(
  `i i'm i'll i've we we're he she it's they you that's there's so then but and okay yes no well
   please remember what when where why who how do does did can could would tomorrow today now
   actually maybe let's don't the`,
);

/** Words that may come before the actual sentence. */
export const OPENERS = setOf('and so but well okay oh then hey now yes no um uh');

export const ASKING_WORDS = setOf('what when where who whose why which how');

export const ASKING_VERBS = setOf(
  `do does did is are was were am can could will would shall should have has may might
   don't doesn't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't shouldn't
   haven't hasn't`,
);

/** Verbs that start a question only if a person follows: "have you", but not "have a seat". */
export const VERBS_THAT_ALSO_COMMAND = setOf("do have may might don't");

export const PERSONS = setOf('i you he she it we they anyone anybody everyone somebody someone');

/** Other words that begin a subject. */
export const ARTICLES_AND_SUCH = setOf(
  'the this that these those there my your his her our their a an any',
);

/** Words that always begin with a capital letter. */
export const PROPER_WORDS = setOf(
  `monday tuesday wednesday thursday friday saturday sunday january february april june july august
   september october november december christmas easter thanksgiving mr mrs ms dr english american americans`,
);

export const MONTHS_THAT_ARE_WORDS = setOf('may march');
