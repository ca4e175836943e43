import type { DayDetails } from './day-summary.ts';

/**
 * Makes a daily summary without access to clock or database, so that equal input gives equal
 * output.
 */

export interface ConversationOfDay {
  id: string;
  /** The time when the conversation began. */
  at: Date;
  finished_at: Date | null;
  title: string;
  overview: string;
  emoji: string;
  events: readonly unknown[];
  starred: boolean;
  geolocation: { latitude: number; longitude: number; address?: string | null | undefined } | null;
}

export interface ContentsOfDay {
  /** In chronological order. */
  conversations: readonly ConversationOfDay[];
  action_items: readonly {
    id: string;
    description: string;
    completed: boolean;
    due_at: Date | null;
    conversation_id: string | null;
  }[];
  memories: readonly { id: string; content: string; conversation_id: string }[];
}

export interface ComposedSummary {
  headline: string;
  overview: string;
  day_emoji: string;
  details: DayDetails;
}

const HEADLINE_WORDS = 8;
/** The maximum length of an overview, which takes a minute and a half to read aloud. */
const OVERVIEW_CHARACTERS = 1_500;
const MAX_HIGHLIGHTS = 5;
const MINUTE = 60_000;

export function summariseDay({
  conversations,
  action_items,
  memories,
}: ContentsOfDay): ComposedSummary {
  const weight = weightsOf({ conversations, action_items, memories });
  const ranked = conversations.toSorted(
    (a, b) => weight.get(b)! - weight.get(a)! || a.at.getTime() - b.at.getTime(),
  );
  const titled = ranked.filter(({ title }) => title.trim() !== '');
  return {
    headline: headlineOf(
      ranked.map(({ title, overview }) => title.trim() || overview.trim()).filter(Boolean),
    ),
    overview: overviewOf(conversations, ranked),
    day_emoji: ranked[0]?.emoji ?? '🧠',
    details: {
      stats: {
        total_conversations: conversations.length,
        total_minutes: Math.round(conversations.reduce((sum, each) => sum + minutesOf(each), 0)),
        action_items_count: action_items.length,
      },
      highlights: titled
        .slice(0, MAX_HIGHLIGHTS)
        .map(({ id, title, emoji }) => ({ conversation_id: id, title, emoji })),
      action_items: action_items.map(({ id, description, completed, due_at, conversation_id }) => ({
        id,
        description,
        completed,
        due_at: due_at && due_at.toISOString(),
        conversation_id,
      })),
      unresolved_questions: [],
      decisions_made: [],
      knowledge_nuggets: memories.map(({ id, content, conversation_id }) => ({
        id,
        content,
        conversation_id,
      })),
      locations: locationsOf(conversations),
    },
  };
}

/** Weighs conversations more by their results than by their length. */
function weightsOf({
  conversations,
  action_items,
  memories,
}: ContentsOfDay): Map<ConversationOfDay, number> {
  const found = new Map<string | null, number>();
  const count = (id: string | null, worth: number) => found.set(id, (found.get(id) ?? 0) + worth);
  for (const { conversation_id } of action_items) count(conversation_id, 2);
  for (const { conversation_id } of memories) count(conversation_id, 1);
  return new Map(
    conversations.map((each) => [
      each,
      (each.starred ? 5 : 0) +
        (found.get(each.id) ?? 0) +
        each.events.length * 2 +
        Math.log2(1 + minutesOf(each)) / 2,
    ]),
  );
}

function minutesOf({ at, finished_at }: ConversationOfDay): number {
  return finished_at ? Math.max(0, finished_at.getTime() - at.getTime()) / MINUTE : 0;
}

/** Joins titles: the first title, shortened if necessary, and as many other titles as fit. */
function headlineOf(titles: readonly string[]): string {
  const [first, ...rest] = new Set(titles);
  if (first === undefined) return '';
  const chosen = [firstWords(first, HEADLINE_WORDS)];
  let room = HEADLINE_WORDS - wordsIn(first);
  for (const title of rest) {
    if (wordsIn(title) > room) break;
    chosen.push(title);
    room -= wordsIn(title);
  }
  return chosen.join(' · ');
}

const words = new Intl.Segmenter('en', { granularity: 'word' });
const sentences = new Intl.Segmenter('en', { granularity: 'sentence' });
/** A shortened text must not end with these words. */
const LEADS_ON = /(?:[\s,;:–-]+(?:a|an|the|and|or|of|to|with|for|in|on|at|about|from|by))+$/i;

function wordsIn(text: string): number {
  return [...words.segment(text)].filter(({ isWordLike }) => isWordLike).length;
}

function firstWords(text: string, most: number): string {
  let end = 0;
  let count = 0;
  for (const { segment, index, isWordLike } of words.segment(text)) {
    if (!isWordLike) continue;
    count += 1;
    if (count > most) return text.slice(0, end).replace(LEADS_ON, '');
    end = index + segment.length;
  }
  return text;
}

/**
 * Joins the overviews in chronological order. If the result is too long, uses only the first
 * sentence of each overview. If the result is still too long, drops the least important
 * conversations.
 */
function overviewOf(
  conversations: readonly ConversationOfDay[],
  ranked: readonly ConversationOfDay[],
): string {
  const whole = joined(conversations.map(textOf));
  if (whole.length <= OVERVIEW_CHARACTERS) return whole;
  const kept = new Set(ranked);
  for (const least of ranked.toReversed()) {
    const short = joined(conversations.filter((each) => kept.has(each)).map(firstSentence));
    if (short.length <= OVERVIEW_CHARACTERS || kept.size === 1) return short;
    kept.delete(least);
  }
  return '';
}

function textOf({ overview, title }: ConversationOfDay): string {
  const text = (overview.trim() || title.trim()).replace(/\s+/g, ' ');
  return text === '' || /[.!?…。！？]["'”’)]*$/u.test(text) ? text : `${text}.`;
}

function firstSentence(conversation: ConversationOfDay): string {
  const [first] = sentences.segment(textOf(conversation));
  const sentence = first?.segment.trim() ?? '';
  if (sentence.length <= OVERVIEW_CHARACTERS) return sentence;
  return `${firstWords(sentence, OVERVIEW_CHARACTERS / 10)} …`;
}

function joined(texts: readonly string[]): string {
  return [...new Set(texts)].filter(Boolean).join(' ');
}

/**
 * Returns the places of conversations. Places within about ten metres of each other are treated as
 * one place.
 */
function locationsOf(conversations: readonly ConversationOfDay[]): DayDetails['locations'] {
  const places = new Map<string, DayDetails['locations'][number]>();
  for (const { id, geolocation } of conversations) {
    if (!geolocation) continue;
    const { latitude, longitude, address = null } = geolocation;
    const place = `${latitude.toFixed(4)} ${longitude.toFixed(4)}`;
    if (places.has(place)) continue;
    places.set(place, { conversation_id: id, latitude, longitude, address });
  }
  return [...places.values()];
}
