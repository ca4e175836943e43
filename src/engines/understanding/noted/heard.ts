/** A transcript as the small reader found it, together with what its words mean to the user. */
import type { Transcript, TranscriptSegment } from '../maker.ts';
import {
  loadReader,
  readTalk,
  type Found,
  type Read,
  type ReadingModels,
} from '../reader/reader.ts';
import type { Prepared } from '../reader/features.ts';
import type { Unit } from '../reader/units.ts';
import { dueAt } from '../rules/due.ts';
import { speakerKey, speakerNames } from '../rules/speakers.ts';
import { clean } from '../rules/text.ts';
import { instantOf, isoDay, isoTime, knownZone, wallClockAt, wallClockOf } from '../wall-clock.ts';

export interface Heard {
  transcript: Transcript;
  read: Read;
  reader: ReadingModels;
  /** The segments that contain words; the turns of the reader. */
  segments: readonly TranscriptSegment[];
  /** The name of the speaker of each segment. */
  names: readonly string[];
  speakers: readonly string[];
}

let reader: ReadingModels | undefined;

export function hear(transcript: Transcript): Heard {
  reader ??= loadReader();
  const byKey = speakerNames(transcript);
  const segments = transcript.segments.filter(({ text }) => text.trim());
  const names = segments.map((segment) => byKey.get(speakerKey(segment))!);
  const turns = segments.map(({ text, is_user, start }, at) => ({
    text: clean(text),
    speaker: names[at]!,
    isUser: is_user,
    minute: Math.floor(start / 60),
  }));
  const wall = wallClockAt(transcript.started_at, knownZone(transcript.timezone));
  const talk = { language: transcript.language.slice(0, 2).toLowerCase(), turns };
  const read = readTalk(talk, `${isoDay(wall)}T${isoTime(wall)}`, reader);
  return { transcript, read, reader, segments, names, speakers: [...new Set(names)] };
}

/** The words of a span as they were said. */
export function wordsIn({ read }: Heard, { unit, span }: Pick<Found, 'unit' | 'span'>): string {
  const { text } = read.all.talk.turns[unit.turn]!;
  return text.slice(unit.tokens[span.from]!.start, unit.tokens[span.to - 1]!.end);
}

/** A label such as "Speaker 2" is no name. */
export const isLabel = (name: string): boolean => /^(?:speaker|somebody|the user)\b/i.test(name);

/** Returns the one who is not the user, in a talk of two with names. */
export function partnerIn({ talk: { turns } }: Pick<Prepared, 'talk'>): string | null {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  const user = turns.find(({ isUser }) => isUser)?.speaker;
  const other = speakers.find((speaker) => speaker !== user);
  const isNamed = user !== undefined && other !== undefined && !isLabel(other);
  return isNamed && speakers.length === 2 ? other : null;
}

/** Returns the person whom the speaker of a sentence addresses, if there is only one other. */
export function listenerOf(
  { names, speakers }: Heard,
  { turn }: Pick<Unit, 'turn'>,
): string | null {
  const others = speakers.filter((name) => name !== names[turn]);
  return others.length === 1 ? others[0]! : null;
}

/** Returns when a task for this local day, and perhaps this hour, is due. */
export function dueFrom(due: { date: string; time: string | null }, { transcript }: Heard): Date {
  const wall = wallClockOf(due.date, due.time ?? '12:00');
  const instant = instantOf(wall, knownZone(transcript.timezone));
  const mention = { date: due.date, time: due.time, instant, has_day: true, end: null };
  return dueAt(mention, transcript, transcript.started_at);
}
