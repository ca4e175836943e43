/** The appointments that were read, each once, with its time and its name. */
import { capitalised } from '../../../core/text.ts';
import type { ReadTime, Sentence, TalkReading } from '../../reading/talk.ts';
import { addDays, isoDay, wallClockOf } from '../../calendar/wall-clock.ts';
import { instantOfHour } from '../../calendar/hours/zones.ts';
import { saySame } from '../../facts/equality.ts';
import { USUAL_DURATION, WHOLE_DAY, type MadeEvent } from '../maker.ts';
import { CHANCES, leastOf } from './bounds.ts';
import { isNamedIn, isSameTime, nameOf, NEAR } from './event-names.ts';
import { instantFor, type HeardTalk } from './heard.ts';
import { doubtedDay } from './said-times.ts';
import { chanceInNote, isNote, isSurelyNothing } from './wording/commands.ts';
import { clauseOf, sentenceWords } from './words.ts';
import { isCancelled, isSupposed } from './wording/denied.ts';
import { recurrencesIn } from './wording/recurrence.ts';

const MAX_EVENTS = 8;
/** More times are not compared, because each is compared with each. */
const MAX_TIMES = 64;

export function eventsIn(reading: TalkReading, heard: HeardTalk): MadeEvent[] {
  const bound = leastOf('event', heard.transcript);
  const made: MadeEvent[] = [];
  const taken: Appointment[] = [];
  const sure = noted(reading, heard)
    .filter(({ event }) => event >= bound)
    .toSorted((one, other) => other.event - one.event)
    .slice(0, MAX_TIMES);
  const times = sure.filter((one) => !isCrossed(one, sure));
  for (const time of times) {
    if (made.length === MAX_EVENTS) break;
    const sentence = sentenceOf(time, reading);
    if (!sentence || isOnlyDue(time, sentence, reading) || isOff(time, reading)) continue;
    if (taken.some((other) => isOfOtherDay(time, other.time))) continue;
    const atOnce = taken.filter((other) => isSameTime(other.time, time));
    if (atOnce.some((other) => other.sentence === sentence)) continue;
    const appointment = {
      time,
      sentence,
      title: nameOf(sentence, time, { times, reading, heard }),
    };
    if (atOnce.some((other) => isSame(other, appointment, reading))) continue;
    taken.push(appointment);
    const { unit } = (time.hour ?? time.day)!;
    const doubted = doubtedDay(reading, time);
    made.push({
      title: appointment.title,
      description: [repetitionOf(time, reading), doubted].filter(Boolean).join('. '),
      ...spanOf(time, heard),
      segment_id: heard.segments[unit.turn]!.id,
      found_by: 'reader: event',
      confidence: doubted === null ? time.event : Math.min(time.event, CHANCES.doubted),
    });
  }
  return made;
}

/** The times with their chances; a sentence may tell of an appointment more surely than its day does. */
function noted(reading: TalkReading, heard: HeardTalk): readonly ReadTime[] {
  const inNote = isNote(reading, heard);
  const withHour = new Set(reading.times.flatMap(({ hour }) => hour?.unit ?? []));
  const times = reading.times.map((time) => ({ ...time, event: chanceOf(time) }));
  if (!inNote) return times;
  // Of the times in a sentence, the note is about the likeliest; one with an hour before one without.
  const rank = ({ hour, event }: ReadTime) => event + (hour ? 1 : 0);
  const placeOf = ({ day, hour }: ReadTime) => (hour ?? day)!.unit.index;
  const best = new Map<number, number>();
  for (const time of times) {
    best.set(placeOf(time), Math.max(rank(time), best.get(placeOf(time)) ?? 0));
  }
  return times.map((time) => {
    const sentence = reading.sentences[placeOf(time)]!;
    if (rank(time) < best.get(placeOf(time))! && !isSurelyNothing(sentence)) return time;
    return { ...time, event: chanceInNote('event', time.event, sentence) };
  });

  function chanceOf({ day, hour, event }: ReadTime): number {
    if (!day || hour || withHour.has(day.unit)) return event;
    // "Lunch with Ana on Friday", by itself.
    const ofNote = inNote ? OF_NOTE * reading.sentences[day.unit.index]!.event : 0;
    const isAway = day.mention.form === 'range' && AWAY.test(day.unit.text);
    return Math.max(event, ofNote, isAway ? SURELY_AWAY : 0);
  }
}

/** The share of appointments among the days of notes whose sentence is surely of one. */
const OF_NOTE = 0.7;
/** "We are in Spain from the 3rd to the 10th": the network has seen few days that belong together. */
const AWAY = new RegExp(
  String.raw`(?<!\p{L})(?:(?:i|we)(?: am| are|['’](?:m|re)|['’]ll be| will be) (?:away|off|abroad|on|in|at|over)` +
    String.raw`|(?:bin|sind) (?:ich|wir)|(?:ich|wir) (?:bin|sind)` +
    String.raw`|(?:estoy|estamos|estaré|estaremos|me voy|nos vamos) (?:de|en|fuera))(?!\p{L})`,
  'iu',
);
const SURELY_AWAY = 0.5;

interface Appointment {
  time: ReadTime;
  sentence: Sentence;
  title: string;
}

/** Of two appointments at one time, each is named in a sentence of its own. */
function isSame(one: Appointment, other: Appointment, reading: TalkReading): boolean {
  const areNamed = isNamedIn(one.sentence, reading) && isNamedIn(other.sentence, reading);
  return !areNamed || saySame(one.title, other.title);
}

/** In "Monday at three and Friday at five", five is no hour of Monday: both have a nearer partner. */
function isCrossed(time: ReadTime, all: readonly ReadTime[]): boolean {
  const far = wordsApart(time);
  const isNearer = (other: ReadTime) => wordsApart(other) < far;
  return (
    all.some((other) => isAt(other.day, time.day) && isNearer(other)) &&
    all.some((other) => isAt(other.hour, time.hour) && isNearer(other))
  );
}

/** One hour is the hour of one day, unless both days are named beside it. */
function isOfOtherDay({ day, hour, date }: ReadTime, surer: ReadTime): boolean {
  if (hour === null || date === surer.date || !isAt(hour, surer.hour)) return false;
  const isBeside = (one: Placed | null) => one?.unit.index === hour.unit.index;
  return !(isBeside(day) && isBeside(surer.day));
}

type Placed = NonNullable<ReadTime['day'] | ReadTime['hour']>;

const isAt = (one: Placed | null, other: Placed | null): boolean =>
  one !== null && one.unit.index === other?.unit.index && one.mention.from === other.mention.from;

/** The words between a day and its hour; a sentence further, they are further apart than any words. */
function wordsApart({ day, hour }: ReadTime): number {
  if (!day || !hour) return 0;
  if (day.unit.index !== hour.unit.index) {
    return FURTHER * Math.abs(day.unit.index - hour.unit.index);
  }
  return Math.max(day.mention.from - hour.mention.to, hour.mention.from - day.mention.to);
}

const FURTHER = 1000;

/** The words that say how often, which no start of an appointment can. */
function repetitionOf({ day, hour }: ReadTime, reading: TalkReading): string {
  const units = new Set([day?.unit, hour?.unit]);
  for (const unit of units) {
    const [run] = unit ? recurrencesIn(unit.tokens) : [];
    if (unit && run) return capitalised(sentenceWords(reading, { unit }, run.from, run.to));
  }
  return '';
}

const MS_PER_MINUTE = 60_000;
const MS_PER_DAY = 86_400_000;

/** When an event begins, how long it lasts, and the day of one without an hour. */
function spanOf(
  { date, time, day, hour }: ReadTime,
  heard: HeardTalk,
): Pick<MadeEvent, 'start' | 'duration' | 'date'> {
  const start = instantFor({ date, time, counted: instantOfHour(hour?.mention, date) }, heard);
  const isRange = day?.mention.form === 'range';
  const last = isRange ? day.mention.date : date;
  if (time === null) {
    const days = Math.round((Date.parse(last) - Date.parse(date)) / MS_PER_DAY) + 1;
    return { start, duration: days * WHOLE_DAY, date };
  }
  const until = hour?.mention.end ?? null;
  if (until === null && !isRange) return { start, duration: USUAL_DURATION };
  const isNextDay = until === null || (last === date && until <= time);
  const onDay = isNextDay ? isoDay(addDays(wallClockOf(last), 1)) : last;
  const end = instantFor(
    {
      date: onDay,
      time: until,
      counted: until === null ? undefined : instantOfHour(hour?.mention, onDay, until),
    },
    heard,
  );
  const minutes = Math.round((end.getTime() - start.getTime()) / MS_PER_MINUTE);
  return { start, duration: minutes > 0 ? minutes : USUAL_DURATION };
}

/** The sentence that names the time, if it is one of an appointment; otherwise the best around. */
function sentenceOf(time: ReadTime, { sentences }: TalkReading): Sentence | undefined {
  const units = [time.day, time.hour].flatMap((placed) => (placed ? [placed.unit] : []));
  let best: Sentence | undefined;
  for (const { index } of units) {
    const own = sentences[index]!;
    if (own.event >= CHANCES.event && own.event > (best?.event ?? -1)) best = own;
  }
  if (best) return best;
  for (const sentence of sentences) {
    const { unit, event } = sentence;
    if (event <= (best?.event ?? -1)) continue;
    if (units.some(({ turn }) => Math.abs(turn - unit.turn) <= NEAR)) best = sentence;
  }
  return best;
}

/** Whether the words around a time say that nothing takes place then, or only suppose or quote it. */
const isOff = ({ day, hour }: ReadTime, reading: TalkReading): boolean =>
  [day, hour].some((placed) => {
    if (!placed) return false;
    const { from, to } = clauseOf(reading, placed, placed.mention.from);
    return isSupposed(reading, placed) || isCancelled(sentenceWords(reading, placed, from, to));
  });

/** The day by which a task is to be done is no appointment. */
function isOnlyDue(time: ReadTime, sentence: Sentence, { dues, sentences }: TalkReading): boolean {
  if (sentence.event >= CHANCES.event) return false;
  const units = [time.day?.unit, time.hour?.unit];
  return sentences.some(({ unit, task }) => {
    const due = dues.get(unit)?.time;
    return (
      task >= CHANCES.task &&
      units.includes(unit) &&
      due?.date === time.date &&
      due.time === time.time
    );
  });
}
