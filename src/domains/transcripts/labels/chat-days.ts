/** Cuts the export of a messenger into its days. */
import { isoDay, wallClockOf, type WallClock } from '../../../engines/calendar/wall-clock.ts';
import { dayIn } from '../../../engines/calendar/named-dates.ts';
import { stampOf, type Stamp } from './stamps.ts';

export interface ChatDay {
  /** The wall clock of the first message. */
  begun: WallClock;
  text: string;
}

type Order = 'year first' | 'day first' | 'month first';

/** The day that a stamp names in this order; null if there is no such day. */
function dateIn({ numbers: [one, two, three] }: Stamp, order: Order): string | null {
  if ((order === 'year first') !== one > 31) return null;
  const [year, month, day] = {
    'year first': [one, two, three],
    'day first': [three, two, one],
    'month first': [three, one, two],
  }[order] as [number, number, number];
  const whole = year < 100 ? 2000 + year : year;
  const isDay = month >= 1 && month <= 12 && dayIn(whole, month - 1, day) !== null;
  return isDay ? isoDay({ year: whole, month, day, hour: 0, minute: 0 }) : null;
}

/**
 * Returns the days of a chat, in order. `[]` for a text that no messenger wrote; null when it is not
 * certain which numbers are days and which are months: messages follow each other, so mostly only one
 * order of the numbers gives days that do.
 */
export function chatDaysOf(text: string): ChatDay[] | null {
  const lines = text.split(/\r?\n/);
  const stamps = lines.flatMap((text, line) => {
    const stamp = stampOf(text);
    return stamp ? [{ ...stamp, line }] : [];
  });
  if (stamps.length < 2) return [];
  const readings = (['year first', 'day first', 'month first'] as const)
    .filter((order) => order !== 'month first' || stamps.every(({ sign }) => sign !== '.'))
    .map((order) => stamps.map((stamp) => dateIn(stamp, order)))
    .filter((dates) => dates.every((date) => date !== null))
    .filter((dates) => dates.every((date, at) => at === 0 || date >= dates[at - 1]!));
  const [dates, ...others] = new Map(readings.map((each) => [each.join(), each])).values();
  if (dates === undefined || others.length > 0) return null;
  const firsts = stamps
    .map((stamp, at) => ({ ...stamp, date: dates[at]! }))
    .filter(({ date }, at) => date !== dates[at - 1]);
  return firsts.map(({ line, date, hour, minute }, at) => {
    // What stands above the first message belongs to the first day.
    const words = lines.slice(at === 0 ? 0 : line, firsts[at + 1]?.line);
    return { begun: { ...wallClockOf(date), hour, minute }, text: words.join('\n') };
  });
}
