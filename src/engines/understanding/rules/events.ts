/**
 * Finds meetings that the speakers agreed on. Most times in a talk are not appointments, so a time
 * alone is never enough. There are three forms of an event:
 *
 * - somebody states an appointment ("I have a meeting with the doctor tomorrow at three", "see you
 *   at six");
 * - somebody proposes to do something together, perhaps with the day in one sentence and the hour
 *   in another, and the other person agrees. A refusal drops the proposal, a counter-proposal
 *   changes it;
 * - somebody reports that a booking succeeded ("your appointment is confirmed"). The day, the hour
 *   and the place may come from earlier sentences, including corrections.
 *
 * A day without an hour makes an event of the whole day: midnight, 1440 minutes. Rides and rented
 * rooms are bookings but not meetings, so they are ignored.
 */
import { USUAL_DURATION, WHOLE_DAY, type MadeEvent } from '../maker.ts';
import type { TimeMention } from '../dates.ts';
import { instantOf, isoDay, knownZone, wallClockAt, wallClockOf } from '../wall-clock.ts';
import {
  agreesTo,
  cancels,
  isBooked,
  isRefused,
  isStated,
  proposesTogether,
  speaksOfFreeTime,
} from './agreement.ts';
import { timesOf } from './due.ts';
import { durationOf, factsIn, hasOccasion, isRide, titleFrom, type Occasion } from './occasion.ts';
import type { Reading, Sentence } from './reading.ts';
import { isSameAsAny } from '../text-likeness.ts';

/** A proposal without a reply expires after this many sentences. */
const PATIENCE = 6;
/** A booking report may refer to a thing that was named at most this many sentences earlier. */
const FRESH = 8;

/** The known details of a meeting that is being arranged. */
interface Arrangement extends Occasion {
  date: string | null;
  time: string | null;
  minutes: number | null;
  /** The number of the last sentence that named the kind of meeting. */
  heard: number;
  /**
   * True after an event was made from these details. Further details then either repeat this event
   * or belong to another event.
   */
  settled: boolean;
}

interface Proposal {
  by: string;
  index: number;
}

export function eventsOf(reading: Reading): MadeEvent[] {
  const events: MadeEvent[] = [];
  let talk: Arrangement = {
    kind: null,
    described: null,
    name: null,
    label: null,
    date: null,
    time: null,
    minutes: null,
    heard: -99,
    settled: false,
  };
  let open: Proposal | null = null;
  // People in a large meeting mention many days, so a day without an hour is not treated as an
  // appointment.
  const isPrivate = reading.speakers.length <= 4;
  const today = isoDay(
    wallClockAt(reading.transcript.started_at, knownZone(reading.transcript.timezone)),
  );
  for (const sentence of reading.sentences) {
    const times = timesOf(sentence, reading);
    if (cancels(sentence)) {
      takeOff(events, times, reading);
      talk = { ...talk, date: null, time: null, minutes: null };
      open = null;
      continue;
    }
    const said = {
      hour: times.some(({ time }) => time !== null),
      day: times.some(({ date }) => date > today),
    };
    const answers = open !== null && sentence.speaker !== open.by;
    const agreed = answers && agreesTo(sentence);
    if (
      open &&
      (sentence.index - open.index > PATIENCE ||
        (answers && isRefused(sentence) && times.length === 0))
    )
      open = null;
    talk = carriedOn(talk, sentence, times, reading);
    const settled =
      (isBooked(sentence) && sentence.index - talk.heard <= FRESH) ||
      isStated(sentence, said) ||
      (open !== null && agreed && talk.time !== null);
    if (settled && (talk.time || (talk.date && isPrivate))) {
      keep(events, talk, sentence, reading);
      open = null;
      talk = { ...talk, label: null, settled: true };
    } else if (
      (proposesTogether(sentence) && hasOccasion(sentence, reading)) ||
      (open && answers && times.length > 0)
    ) {
      open = { by: sentence.speaker, index: sentence.index };
    }
  }
  return events;
}

/**
 * Removes the appointments on the mentioned days; without a mentioned day, the latest appointment.
 */
function takeOff(events: MadeEvent[], times: readonly TimeMention[], reading: Reading): void {
  const zone = knownZone(reading.transcript.timezone);
  const days = times.filter(({ has_day }) => has_day).map(({ date }) => date);
  const dayOf = ({ start }: MadeEvent) => isoDay(wallClockAt(start, zone));
  const gone =
    days.length > 0 ? events.filter((event) => days.includes(dayOf(event))) : events.slice(-1);
  for (const event of gone) events.splice(events.indexOf(event), 1);
}

/**
 * Adds details or corrections from a sentence. If a speaker only says when they are free, that hour
 * is not the hour of the appointment.
 */
function carriedOn(
  talk: Arrangement,
  sentence: Sentence,
  times: TimeMention[],
  reading: Reading,
): Arrangement {
  const { kind, described, name, label } = factsIn(sentence, reading);
  const dated = times.find(({ has_day }) => has_day);
  const timed =
    speaksOfFreeTime(sentence) || isRefused(sentence)
      ? undefined
      : times.find(({ time }) => time !== null);
  const fresh = kind !== null && isAnother(talk, kind);
  return {
    kind: kind ?? talk.kind,
    described: kind ? (described ?? (kind === talk.kind ? talk.described : null)) : talk.described,
    name: name ?? talk.name,
    label: label ?? talk.label,
    date: dated?.date ?? talk.date,
    time: timed?.time ? inSameHalf(timed.time, talk.time, sentence.text) : fresh ? null : talk.time,
    minutes: durationOf(sentence.text, timed) ?? (fresh ? null : talk.minutes),
    heard: kind ? sentence.index : talk.heard,
    settled: talk.settled && !fresh,
  };
}

const SAYS_HALF =
  /\b(?:[ap]\.?m\b|morning|noon|afternoon|evening|night|midnight|tonight)|\b\d\d:\d\d/i;

/** After "eight in the evening", a plain "half past eight" is also in the evening. */
function inSameHalf(time: string, before: string | null, text: string): string {
  if (!before || SAYS_HALF.test(text)) return time;
  const [hour, minutes] = time.split(':') as [string, string];
  const later = Number(hour) + 12;
  const isNear = later < 24 && Math.abs(later - Number(before.slice(0, 2))) <= 3;
  return isNear ? `${later}:${minutes}` : time;
}

/** An appointment of another kind inherits the previous day, but not the hour. */
function isAnother(talk: Arrangement, kind: string): boolean {
  if (isRide(talk.kind) !== isRide(kind)) return true;
  return talk.settled && kind !== talk.kind && kind !== 'event';
}

function keep(events: MadeEvent[], talk: Arrangement, sentence: Sentence, reading: Reading): void {
  const title = titleFrom(talk, sentence, reading);
  const start = startOf(talk, reading);
  if (!title || !start) return;
  const sameTime = events.filter((event) => event.start.getTime() === start.getTime());
  const others = sameTime.map((event) => event.title);
  if (isSameAsAny(title, others)) return;
  events.push({
    title,
    description: '',
    start,
    duration: talk.time ? (talk.minutes ?? USUAL_DURATION) : WHOLE_DAY,
    segment_id: sentence.segment.id,
  });
}

/** An hour without a day means its next occurrence. A time in the past is not an appointment. */
function startOf({ date, time }: Arrangement, { transcript }: Reading): Date | null {
  const zone = knownZone(transcript.timezone);
  const now = wallClockAt(transcript.started_at, zone);
  const today = isoDay(now);
  const at = (day: string): Date => instantOf(wallClockOf(day, time ?? undefined), zone);
  if (date) return date < today ? null : at(date);
  const next = at(today);
  return next > transcript.started_at
    ? next
    : at(isoDay(wallClockAt(new Date(transcript.started_at.getTime() + 86_400_000), zone)));
}
