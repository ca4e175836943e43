import { isDangling } from './dangling.ts';
import { withArticle } from './key-phrases.ts';
import type { KeyPhrase } from './key-phrases.ts';
import type { Reading, Sentence } from './reading.ts';
import { bare, retold } from './retelling.ts';

/**
 * Returns the maximum number of words of an overview: two sentences for a short talk, a short
 * paragraph for an hour.
 */
const budget = (words: number): number =>
  Math.round(Math.min(110, 22 + 4 * Math.log2(1 + words / 60) ** 1.6));

/**
 * "The user" replaces a missing name. The article has a capital letter only at the start of a
 * sentence.
 */
const INNER_USER = /(?<=\S )The user\b/g;
/** A sentence with fewer content words is not worth including. */
const MIN_STEMS = 1;
const MIN_WORDS = 4;

export function overviewOf(reading: Reading, phrases: KeyPhrase[]): string {
  const opening = openingOf(reading, phrases);
  const limit = budget(reading.sentences.reduce((sum, { words }) => sum + words.length, 0));
  const ranked = candidates(reading, phrases);
  const chosen: { sentence: Sentence; told: string }[] = [];
  let length = opening.split(' ').length * 0.5;
  const clear = ranked.filter(({ dangling }) => !dangling);
  for (const { sentence, told } of opening || clear.length > 0 ? clear : ranked) {
    const words = told.split(' ').length;
    if (length + words > limit * 1.25 && chosen.length > 0) continue;
    if (chosen.some((other) => sameMatter(other.sentence, sentence))) continue;
    chosen.push({ sentence, told });
    length += words;
    if (length >= limit) break;
  }
  chosen.sort((a, b) => a.sentence.index - b.sentence.index);
  const lines = [opening, ...chosen.map(({ told }) => told)].filter(Boolean);
  return lines.map((line) => `${line.replaceAll(INNER_USER, 'the user')}.`).join(' ');
}

function openingOf({ speakers }: Reading, phrases: KeyPhrase[]): string {
  const [first, second] = phrases;
  if (!first || speakers.length === 0) return '';
  const about = [first, ...(second ? [second] : [])].map(withArticle).join(' and ');
  if (speakers.length === 1) return `${speakers[0]} talks about ${about}`;
  const named = speakers.length > 3 ? speakers.slice(0, 2) : speakers.slice(0, -1);
  const last = speakers.length > 3 ? `${speakers.length - 2} others` : speakers.at(-1);
  return `${named.join(', ')} and ${last} talk about ${about}`;
}

function candidates(
  reading: Reading,
  phrases: KeyPhrase[],
): { sentence: Sentence; told: string; dangling: boolean; score: number }[] {
  const weight = new Map<string, number>();
  for (const { stems } of reading.sentences) {
    for (const one of new Set(stems)) weight.set(one, (weight.get(one) ?? 0) + 1);
  }
  for (const phrase of phrases.slice(0, 4)) {
    for (const one of phrase.stems) weight.set(one, (weight.get(one) ?? 0) + 1);
  }
  const total = Math.max(1, reading.sentences.length - 1);
  return reading.sentences
    .flatMap((sentence) => {
      const told = retold(sentence);
      if (!told || told.split(' ').length < MIN_WORDS) return [];
      const stems = [...new Set(sentence.stems)];
      if (stems.length < MIN_STEMS) return [];
      const topical = stems.reduce((sum, one) => sum + Math.log2(weight.get(one) ?? 1), 0);
      const place = sentence.index / total;
      const score =
        (topical + 1) / (stems.length + 3) +
        formBonus(told) +
        (place < 0.35 ? 0.4 : place > 0.85 ? 0.1 : 0) -
        Math.max(0, told.split(' ').length - 24) * 0.05;
      return [{ sentence, told, dangling: isDangling(bare(sentence.text)), score }];
    })
    .sort((a, b) => b.score - a.score || a.sentence.index - b.sentence.index);
}

/**
 * Returns extra points for the kinds of sentences that people retell first: wishes, requests,
 * decisions, advice.
 */
function formBonus(told: string): number {
  if (/ (?:asks \S+ to|would like|wants|needs|decides|suggests|advises|invites) /.test(told))
    return 0.6;
  if (/ (?:will|is going to|has to|thinks|tells) /.test(told)) return 0.4;
  if (/ asks /.test(told)) return 0.25;
  return 0;
}

function sameMatter(one: Sentence, other: Sentence): boolean {
  const a = new Set(one.stems);
  const b = other.stems;
  return b.length > 0 && b.filter((stem) => a.has(stem)).length / b.length > 0.7;
}
