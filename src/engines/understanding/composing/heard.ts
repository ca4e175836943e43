/** A transcript as turns for the reader, with what its speakers and times are to the user. */
import type { Talk } from '../../reading/input.ts';
import type { Transcript, TranscriptSegment } from '../maker.ts';
import {
  instantOf,
  isoDay,
  isoTime,
  knownZone,
  wallClockAt,
  wallClockOf,
} from '../../calendar/wall-clock.ts';
import { dueAt } from '../../calendar/due.ts';
import { speakerKey, speakerNames } from './speakers.ts';
import { clean } from './words.ts';

export interface HeardTalk {
  transcript: Transcript;
  /** The segments that contain words; the turns of the reader. */
  segments: readonly TranscriptSegment[];
  /** The name of the speaker of each segment. */
  names: readonly string[];
  /** The names without repetitions, in the order in which they first speak. */
  speakers: readonly string[];
}

export function hear(transcript: Transcript): HeardTalk {
  const byKey = speakerNames(transcript);
  const segments = transcript.segments.filter(({ text }) => clean(text));
  const names = segments.map((segment) => byKey.get(speakerKey(segment))!);
  return { transcript, segments, names, speakers: [...new Set(names)] };
}

/** What the reader takes. `start` is the local time at which the talk began: `2026-03-15T14:00`. */
export function talkOf(transcript: Transcript): { talk: Talk; start: string } {
  const { segments, names } = hear(transcript);
  const turns = segments.map(({ text, is_user, start }, at) => ({
    text: clean(text),
    speaker: names[at]!,
    isUser: is_user,
    minute: Math.floor(start / 60),
  }));
  const timezone = knownZone(transcript.timezone);
  const wall = wallClockAt(transcript.started_at, timezone);
  const began = { at: transcript.started_at.getTime(), timezone };
  return {
    talk: { language: languageOf(transcript), turns, weekStart: transcript.week_start, began },
    start: `${isoDay(wall)}T${isoTime(wall)}`,
  };
}

export const languageOf = ({ language }: Pick<Transcript, 'language'>): string =>
  language.slice(0, 2).toLowerCase();

/** A label such as "Speaker 2" is no name. */
export const isLabel = (name: string): boolean => /^(?:speaker|somebody|the user)\b/i.test(name);

export const userNameOf = ({ names, segments }: HeardTalk): string | null =>
  names.find((_, at) => segments[at]!.is_user) ?? null;

/** The one who is not the user, in a talk of two with names. */
export function partnerIn(heard: HeardTalk): string | null {
  const user = userNameOf(heard);
  const other = heard.speakers.find((speaker) => speaker !== user);
  const isNamed = user !== null && other !== undefined && !isLabel(other);
  return isNamed && heard.speakers.length === 2 ? other : null;
}

/** Whom the speaker of a turn addresses: the only other one, or the next to speak. */
export function listenerOf({ names, speakers }: HeardTalk, turn: number): string | null {
  const others = speakers.filter((name) => name !== names[turn]);
  if (others.length === 1) return others[0]!;
  return names.find((name, at) => at > turn && name !== names[turn]) ?? null;
}

interface LocalTime {
  date: string;
  time: string | null;
  /** The instant (ms) of an hour that counts from the moment, or is said in another zone. */
  counted?: number | undefined;
}

/** The instant of a local day at an hour `HH:MM`; without one, at its beginning. */
export const instantFor = ({ date, time, counted }: LocalTime, { transcript }: HeardTalk): Date =>
  counted === undefined
    ? instantOf(wallClockOf(date, time ?? undefined), knownZone(transcript.timezone))
    : new Date(counted);

/** Without an hour, a task is due at the hour of the user, or when the day ends. */
export const dueFrom = (due: LocalTime, heard: HeardTalk): Date =>
  dueAt(
    { ...due, instant: instantFor(due, heard), end: null },
    heard.transcript,
    heard.transcript.started_at,
  );
