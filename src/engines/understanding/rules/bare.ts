/** Removes what speakers say around a clause. */

/**
 * Matches words without content at the start: fillers, greetings, the listener's name, agreement
 * before a clause.
 */
const LEAD =
  /^(?:(?:well|oh|ah|so|okay|ok|yeah|yes|yep|no|nope|sure|right|now|um+|uh+|hmm+|hey|hi|hello|alright|all right|anyway|actually|(?:look|listen|see)(?=,)|you see|you know|i mean|and|but|then|also|of course|certainly|great|good|fine|wow|really|exactly|thanks|thank you|sorry|excuse me|pardon me|honey|sir|madam|ma'am|mom|dad|man|guys|not at all|i see|by the way|to be honest|as you know|come on|c'mon|oh my god|gosh|no problem|my dear|dear|absolutely|definitely|that's right|maybe|perhaps|in that case|because|cause|or|still|anyways|basically|honestly|like|just|i'm afraid(?! (?:of|to)\b)|unfortunately|fortunately|in fact|as a matter of fact|good morning|good afternoon|good evening)\b[,.!:;-]*\s+)+/i;
const CALLED = /^(?:(?:Mr|Mrs|Ms|Miss|Dr)\.? )?[A-Z][a-z]+,\s+/;
const TAIL =
  /(?:,\s*|\s+)(?:please|right|okay|ok|sir|madam|ma'am|(?<!\blet )you know|huh|isn't it|aren't you|don't you think|don't you|doesn't it|honey|dear|though|then|too|either|as well)\s*(?=[.?!]*$)/i;
const CALLED_LAST = /,\s*(?:Mr|Mrs|Ms|Miss|Dr)\.? [A-Z][a-z]+\s*(?=[.?!]*$)/;

/** Returns the clause without fillers before it and polite phrases after it. */
export function bare(text: string): string {
  let clause = text.trim();
  for (let i = 0; i < 3; i++) clause = clause.replace(LEAD, '').replace(CALLED, '');
  return clause
    .replace(TAIL, '')
    .replace(CALLED_LAST, '')
    .replace(TAIL, '')
    .replace(/[\s.?!,;:…-]+$/, '');
}
