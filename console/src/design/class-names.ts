/** Joins the class names that are not empty. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ');

/** The class of words that lead to the moment at which they were spoken. */
export const LEADING_WORDS =
  'rounded-[3px] underline decoration-hairline underline-offset-[5px] hover:bg-ember-wash ' +
  'hover:decoration-ember';
