/**
 * Flags that describe the form of a turn, to decide whether it answers a question. One number holds
 * all flags of a turn.
 */
export const FORM = {
  question: 1,
  asks: 2,
  name: 4,
  time: 8,
  number: 16,
  reply: 32,
  you: 64,
  /** Marks a text about all turns, such as a title. */
  whole: 128,
} as const;

const YOU = /\byou/i;
/** Words at the start of a turn that is only a reaction. */
const REPLY =
  /^(?:wow|that's|awesome|great|nice|sounds|thanks|thank you|yeah|yes|cool|sorry|congrat)/i;
const NAME_INSIDE = /[\p{L}\d,;'’] \p{Lu}\p{Ll}/u;
const TIME = new RegExp(
  String.raw`\b(?:yesterday|today|tonight|tomorrow|ago|last|next|week(?:s|end)?|months?` +
    String.raw`|years?|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april` +
    String.raw`|june|july|august|september|october|november|december|summer|winter|spring` +
    String.raw`|autumn|recently|(?:19|20)\d\d)\b`,
  'i',
);

export function formOf(text: string): number {
  const plain = text.replaceAll('’', "'");
  return (
    (/\?\s*$/.test(plain) ? FORM.question : 0) |
    (NAME_INSIDE.test(plain) ? FORM.name : 0) |
    (TIME.test(plain) ? FORM.time : 0) |
    (/\d/.test(plain) ? FORM.number : 0) |
    (plain.includes('?') ? FORM.asks : 0) |
    (REPLY.test(plain) ? FORM.reply : 0) |
    (YOU.test(plain) ? FORM.you : 0)
  );
}
