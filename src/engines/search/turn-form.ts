/** What the form of a turn says about whether it answers a question; bits, so that they fit a number. */
export const FORM = {
  question: 1,
  firstPerson: 2,
  name: 4,
  time: 8,
  number: 16,
  short: 32,
} as const;

const FIRST_PERSON = /\b(?:i|i'm|i've|i'd|i'll|my|me|mine|we|we're|we've|our)\b/i;
const NAME_INSIDE = /[\p{L}\d,;'’] \p{Lu}\p{Ll}/u;
const TIME =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week(?:s|end)?|months?|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|recently|(?:19|20)\d\d)\b/i;

export function formOf(text: string): number {
  const plain = text.replaceAll('’', "'");
  return (
    (/\?\s*$/.test(plain) ? FORM.question : 0) |
    (FIRST_PERSON.test(plain) ? FORM.firstPerson : 0) |
    (NAME_INSIDE.test(plain) ? FORM.name : 0) |
    (TIME.test(plain) ? FORM.time : 0) |
    (/\d/.test(plain) ? FORM.number : 0) |
    (plain.length < 40 ? FORM.short : 0)
  );
}
