import { withArticle } from './key-phrases.ts';
import type { KeyPhrase } from './key-phrases.ts';
import type { Reading } from './reading.ts';

/** "Ana and Ben talk about the roof." Returns an empty text when no subject is known. */
export function openingOf({ speakers }: Reading, phrases: KeyPhrase[]): string {
  const [first, second] = phrases;
  if (!first || speakers.length === 0) return '';
  const about = [first, ...(second ? [second] : [])].map(withArticle).join(' and ');
  if (speakers.length === 1) return `${speakers[0]} talks about ${about}.`;
  const named = speakers.length > 3 ? speakers.slice(0, 2) : speakers.slice(0, -1);
  const last = speakers.length > 3 ? `${speakers.length - 2} others` : speakers.at(-1);
  return `${named.join(', ')} and ${last} talk about ${about}.`;
}
