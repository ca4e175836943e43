import type { Reading, Sentence } from './reading.ts';
import { capitalised, shortened } from './text.ts';

const KINDS =
  'meeting|appointment|interview|lunch|dinner|breakfast|brunch|coffee|party|class|lesson|session|call|date|reservation|booking|flight|concert|visit|check-?up|exam|rehearsal|training|workshop|conference|ceremony|wedding|viewing|viewings|consultation|haircut|match|game|movie|show|picnic|barbecue';
const KIND = new RegExp(
  `\\b((?:(?!the|a|an|my|our|your|this|that|have|for|to|another|next)[a-z'-]+ )?(?:${KINDS}))\\b(?! (?:me|you|him|her|us|them|it|back)\\b)`,
  'i',
);
const MEET =
  /\b(?:meet(?:ing)?(?: up)?|get(?:ting)? together|see(?:ing)?|visit(?:ing)?|have (?:lunch|dinner|coffee)|come over|drop by|pick (?:you|me) up|go to)\b/i;
const WITH =
  /\bwith (?!me\b|us\b)((?:the |my |our |your |a |an |Dr\.? )?[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)/u;
const MET =
  /\bmeet(?:ing)?(?: up)?(?: with)? ((?:the |my |our |Dr\.? )?\p{Lu}[\p{L}'-]+(?: \p{Lu}[\p{L}'-]+)?)/u;
const NOISE =
  /^(?:good|great|nice|first|last|little|quick|whole|big|new|important|long|short|have|had|get|book|make|schedule|phone|about|and|after|before|at|in|on|of|is|be)\s+/i;
const LONGEST = 80;

/** What a sentence proposes to do together, as a title; null when it proposes nothing. */
export function occasionOf(sentence: Sentence, { speakers }: Reading): string | null {
  const kind = KIND.exec(sentence.text)?.[1]?.replace(NOISE, '');
  if (!kind && !MEET.test(sentence.text)) return null;
  const met = MET.exec(sentence.text)?.[1] ?? WITH.exec(sentence.text)?.[1];
  const partner = met && !/^(?:you|him|her|them|it|that|this)$/i.test(met) ? met : null;
  const other = speakers.length === 2 ? sentence.listener : null;
  const who = partner ?? (other && /^(?!speaker)/i.test(other) ? other : null);
  const what = capitalised((kind ?? 'meeting').toLowerCase());
  return shortened(who ? `${what} with ${who}` : what, LONGEST);
}

const LASTS =
  /\bfor (?:about |around |at least )?(half an hour|an? hour and a half|an?|one|two|three|four|\d{1,3}) ?(minutes?|hours?)?\b/i;
const NUMBERS: Record<string, number> = { a: 1, an: 1, one: 1, two: 2, three: 3, four: 4 };

/** Minutes that were said, else half an hour. */
export function durationOf(text: string): number {
  const [, amount, unit] = LASTS.exec(text) ?? [];
  if (!amount) return 30;
  if (/half an hour/i.test(amount)) return 30;
  if (/and a half/i.test(amount)) return 90;
  const count = NUMBERS[amount.toLowerCase()] ?? Number(amount);
  if (!unit) return 30;
  return Math.min(1440, Math.max(5, /^h/i.test(unit) ? count * 60 : count));
}
