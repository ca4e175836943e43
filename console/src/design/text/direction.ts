const FIRST_LETTER = /\p{L}/u;
const RIGHT_TO_LEFT =
  /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}|\p{Script=Nko}|\p{Script=Adlam}/u;

/**
 * Returns the direction of a text by its first letter, as `dir="auto"` does, for an element that
 * also holds other texts.
 */
export const directionOf = (text: string): 'ltr' | 'rtl' =>
  RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? '') ? 'rtl' : 'ltr';
