/** Reads when a task is due. */
import { shares, SIZE, type ReadingNetwork } from './network.ts';
import { instantOfHour } from '../calendar/hours/zones.ts';
import { isNear, type TimeCandidate } from './times.ts';
import type { Unit } from '../words/units.ts';
import { meanAt, meanOfHead, meanScore, type Views } from './views.ts';

export interface ReadTime extends TimeCandidate {
  /** The chance that an appointment begins then, 0 to 1. */
  event: number;
}

/** When a task is due, with its chance; null for no day. */
export interface Due {
  time:
    | (Pick<TimeCandidate, 'date' | 'time'> & {
        /** The instant (ms) of an hour that counts from the moment, or is said in another zone. */
        counted?: number | undefined;
      })
    | null;
  chance: number;
}

export const UNDATED: Due = { time: null, chance: 1 };

/** The states of a day, of an hour and of their sentence, and which of the two were said. */
export const OF_TIME = 3 * SIZE + 2;

/** The time of a task stands near it. The day of an appointment may be further away. */
const NEAR = { turns: 3, sentences: 10 };
const NEAR_DAY = { turns: 4, sentences: 30 };

export const mayBeDue = ({ day, hour }: TimeCandidate, unit: Unit): boolean =>
  [day, hour].every((each) => !each || isNear(each.unit, unit, hour ? NEAR : NEAR_DAY));

/** Further sentences count alike. */
const FAR = 8;
/** The times that are compared for one task. */
const MAX_TIMES = 64;

interface Of {
  /** With a vector for each view. */
  times: readonly { time: ReadTime; vectors: readonly Float32Array[] }[];
  views: Views;
  network: ReadingNetwork;
  today: string;
}

/** Chooses among no day, today and the times named near: first the day by all that say it, then its hour. */
export function dueOf(unit: Unit, { times, views, network, today }: Of): Due {
  const own = views.get(unit.index)!.map(meanAt);
  const near = nearestTo(
    unit,
    times.filter(({ time }) => mayBeDue(time, unit)),
  );
  const scores = near.map(({ time: { day, hour }, vectors }) => {
    const far = (day ?? hour)!.unit.index - unit.index;
    const ofViews = vectors.map((vector, view) => {
      const input = new Float32Array(SIZE + OF_TIME + 4);
      input.set(own[view] ?? own.at(-1)!);
      input.set(vector, SIZE);
      input.set(
        [Number(far === 0), Number(far < 0), Number(far > 0), Math.min(Math.abs(far), FAR) / FAR],
        SIZE + OF_TIME,
      );
      return network.deepHead('due', input)[0]!;
    });
    return meanScore(ofViews);
  });
  const undated = meanOfHead('undated', own, network);
  const chances = shares([...undated, ...scores]);
  const options: Due['time'][] = [
    null,
    { date: today, time: null },
    ...near.map(({ time: { day, hour, date, time } }) => ({
      // A range is over after its last day.
      date: day?.mention.form === 'range' ? day.mention.date : date,
      time,
      counted: instantOfHour(hour?.mention, date),
    })),
  ];
  const written = writtenDay(unit, near);
  const days = Map.groupBy(options.keys(), (at) => options[at]?.date ?? null);
  const sum = (some: readonly number[]) => some.reduce((total, at) => total + chances[at]!, 0);
  const [likely] = [...days.values()].toSorted((one, other) => sum(other) - sum(one));
  const ofWritten = written === null ? undefined : days.get(written);
  const best = likely === days.get(null) ? (ofWritten ?? likely) : likely;
  // "In half an hour" is not the end of today.
  const counted = near.find(({ time }) => isCounted(time, unit))?.time;
  const ofCounted = [today, counted?.date].flatMap((date) => (date && days.get(date)) || []);
  if (counted && ofCounted.includes(best![0]!)) {
    const { date, time, hour } = counted;
    const chance = sum([...new Set(ofCounted)]);
    return { time: { date, time, counted: instantOfHour(hour!.mention, date) }, chance };
  }
  const likeliest = best!.toSorted((one, other) => chances[other]! - chances[one]!)[0]!;
  return { time: options[likeliest]!, chance: best === likely ? sum(best!) : WRITTEN };
}

/** "By 2026-12-05": of dates in digits, the network has seen few, and the words say what they are for. */
const IN_DIGITS = /^(?:\d{4}-\d|\d{1,2}[./]\d)/;
const BY =
  /^(?:by|on|until|till|before|due|for|bis|am|zum|den|dem|vor|spätestens|el|del|al|para|hasta)$/;

/** The chance of such a day, of which the network knows none. */
const WRITTEN = 0.6;

/** The only day of a sentence, when it is written in digits and said as a time of the task. */
function writtenDay(unit: Unit, near: readonly Timed[]): string | null {
  const days = new Set(
    near.flatMap(({ time: { day } }) => (day?.unit === unit ? [day.mention] : [])),
  );
  const [mention] = days;
  if (days.size !== 1 || !mention) return null;
  const { word } = unit.tokens[mention.from]!;
  const before = unit.tokens[mention.from - 1]?.word ?? '';
  return IN_DIGITS.test(word) && BY.test(before) ? mention.date : null;
}

const isCounted = ({ hour }: TimeCandidate, unit: Unit): boolean =>
  hour?.unit === unit && hour.mention.date !== null;

type Timed = Of['times'][number];

function nearestTo({ index }: Unit, times: readonly Timed[]): readonly Timed[] {
  if (times.length <= MAX_TIMES) return times;
  const apart = ({ time: { day, hour } }: Timed) => Math.abs((day ?? hour)!.unit.index - index);
  const nearest = times.toSorted((one, other) => apart(one) - apart(other));
  return nearest.slice(0, MAX_TIMES);
}
