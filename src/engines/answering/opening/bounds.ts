/**
 * The chances from which words are said as the answer to a question, by where they stand. Below
 * them, an answer says that there is nothing. At 0.7 in talks, 81 % of the seen questions without an
 * answer are admitted and 11 % of the others refused; at 0.5, 76 and 9 %.
 */
export const ANSWER_BOUNDS = { talk: 0.7, memory: 0.5, task: 0.5, event: 0.5, file: 0.5 };

/** What is stored answers before a talk whose chance is higher by less than this. */
export const STORED_FIRST = 0.3;
/** A newer talk answers before an older one whose chance is higher by less than this. */
export const NEWER_FIRST = 0.3;
/** Both have the words of the question: the one at least this share of those of the other. */
export const SAME_MATTER = 0.8;
