import { findTimes, type TimeMention } from '../dates.ts';
import { instantOf, knownZone, wallClockOf } from '../wall-clock.ts';
import type { Transcript } from '../maker.ts';
import type { Reading, Sentence } from './reading.ts';

/** Removes the old time in "Move it from Tuesday at three to Thursday". */
const MOVED_FROM =
  /(\b(?:mov|reschedul|shift|push|postpon|chang)\w*\b[^.?!]*?) from\b.+?(?= to\b.*(?:day\b|\d|noon|tomorrow|o'clock))/i;

/**
 * Results are cached, because tasks and events need the same times.
 */
const found = new WeakMap<Sentence, TimeMention[]>();

export function timesOf(sentence: Sentence, { transcript }: Reading): TimeMention[] {
  const known = found.get(sentence);
  if (known) return known;
  const at = momentOf(sentence, transcript);
  const text = sentence.text.replace(MOVED_FROM, '$1');
  const times = findTimes(text, { ...transcript, at });
  found.set(sentence, times);
  return times;
}

/** Returns the time when the sentence was spoken, from which "in an hour" is calculated. */
const momentOf = (sentence: Sentence, transcript: Transcript): Date =>
  new Date(transcript.started_at.getTime() + sentence.segment.start * 1000);

/** Returns the future time at which a task is due. */
export function dueOf(sentence: Sentence, reading: Reading): Date | null {
  const said = momentOf(sentence, reading.transcript);
  const coming = timesOf(sentence, reading)
    .map((mention) => dueAt(mention, reading.transcript, said))
    .filter((due) => due >= said);
  return coming[0] ?? null;
}

/**
 * Returns the time at which a task is due. If the sentence names only a day, the time is the user's
 * hour for tasks. Without such an hour, or if it has passed, it is the end of the day.
 */
export function dueAt(
  mention: TimeMention,
  { timezone, due_hour }: Pick<Transcript, 'timezone' | 'due_hour'>,
  said: Date,
): Date {
  if (mention.time) return mention.instant;
  const date = mention.end?.date ?? mention.date;
  const due = typeof due_hour === 'number' ? timeOfDay(date, due_hour, 0, timezone) : null;
  return due && due >= said ? due : endOf(mention, timezone);
}

function endOf(mention: TimeMention, timezone: string): Date {
  if (mention.time) return mention.instant;
  return timeOfDay(mention.end?.date ?? mention.date, 23, 59, timezone);
}

function timeOfDay(date: string, hour: number, minute: number, timezone: string): Date {
  return instantOf({ ...wallClockOf(date), hour, minute }, knownZone(timezone));
}

const WHEN =
  /\s*,?\s*\b(?:by|before|on|at|until|till|this|next|in|for|from|around|about|due|no later than)?\s*(?:the )?(?:today|tonight|tomorrow(?: (?:morning|afternoon|evening|night))?|(?:this|next|coming) (?:morning|afternoon|evening|week|weekend|month)|(?:this |next |coming )?(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?: (?:morning|afternoon|evening|night))?|end of (?:the |this )?(?:day|week|month)|noon|midnight|\d{1,2}(?::\d\d)? ?(?:am|pm|a\.m\.|p\.m\.|o'clock)|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?: thirty| fifteen)? (?:am|pm|o'clock)|\d{1,2}:\d\d)(?=\s*(?:$|[,.;]|at\b|on\b|by\b|before\b|in the\b|tomorrow|today|for\b|with\b))/gi;

/** The particle of a verb, which no date has: "put the kettle on tonight", "get him in Monday". */
const PARTICLE = /^\s*(?:on(?= to)|in(?= (?:to|\w+day\b)))/i;

/** Returns the task without its date, unless nothing would be left. */
export function withoutDue(task: string): string {
  const plain = task
    .replaceAll(WHEN, (when) => PARTICLE.exec(when)?.[0] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.split(' ').length >= 2 ? plain : task;
}
