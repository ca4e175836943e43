/** Times in the files of other services. */
import { instantOf, knownZone, wallClockAt } from '../../../engines/calendar/wall-clock.ts';
import { dayIn } from '../../../engines/calendar/named-dates.ts';

const YEAR_3000_MS = 32_503_680_000_000;
const NOON = 12;
const MONTHS = 12;
const ISO_DAY = /^(\d{4})-(\d{2})-(\d{2})(?=$|[T ])/;
const HAS_HOUR = /\d[:.h]\d{2}/;
const HAS_ZONE = /(?:\d ?Z|\b(?:UTC|GMT|[ECMP][SD]T)|\d:\d{2}.*[+-]\d{2}:?\d{2})(?: ?\([^)]*\))?$/i;

/** Larger numbers are milliseconds: as seconds they were after the year 5000. */
const MOST_SECONDS = 100_000_000_000;
/** A day in numbers whose year is last, and what follows it. */
const NUMBERED = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4}|\d{2})(?![\d./-])(.*)$/s;

/**
 * Returns the time that a service wrote: seconds or milliseconds since 1970, or text. A time without
 * a zone is in the zone of the account, and a day without a time is its noon there, so it is that day
 * for the user. `03/02/2026` is two days, so it is none.
 */
export function timeOf(value: unknown, timezone: string): Date | null {
  const said = typeof value === 'number' ? value : String(value ?? '').trim();
  const number =
    typeof said === 'number' || /^\d{9,13}(?:\.\d+)?$/.test(said) ? Number(said) : null;
  const time =
    number === null
      ? instantIn(withYearFirst(String(said)), timezone)
      : number * (number > MOST_SECONDS ? 1 : 1000);
  return time !== null && time >= 0 && time < YEAR_3000_MS ? new Date(time) : null;
}

/** Full stops stand between the day, the month and the year; slashes also in another order. */
function withYearFirst(text: string): string {
  const [, first, sign, second, year, rest] = NUMBERED.exec(text) ?? [];
  if (first === undefined) return text.replace(/^(\d{4})\.(\d{1,2})\.(\d{1,2})\b/, '$1/$2/$3');
  const [one, other] = [Number(first), Number(second)];
  if (sign !== '.' && one !== other && one <= MONTHS && other <= MONTHS) return '';
  const [day, month] = sign === '.' || one > MONTHS ? [one, other] : [other, one];
  const whole = Number(year!.length === 2 ? `20${year}` : year);
  if (dayIn(whole, month - 1, day) === null) return '';
  return `${whole}/${month}/${day}${rest}`;
}

function instantIn(text: string, timezone: string): number | null {
  const [, year, month, day] = ISO_DAY.exec(text) ?? [];
  // `Date` reads the 30th of February as the 2nd of March.
  if (year !== undefined && dayIn(Number(year), Number(month) - 1, Number(day)) === null)
    return null;
  if (HAS_ZONE.test(text)) return orNull(Date.parse(text));
  // Without a zone, `Date` would take the one of this machine.
  const local = orNull(Date.parse(year === undefined ? `${text} UTC` : withZone(text)));
  if (local === null) return null;
  const wall = wallClockAt(new Date(local), 'UTC');
  if (!new RegExp(String.raw`\b0?${wall.day}(?!\d)`).test(text)) return null;
  const minute = HAS_HOUR.test(text) ? wall : { ...wall, hour: NOON, minute: 0 };
  const seconds = HAS_HOUR.test(text) ? local % 60_000 : 0;
  return instantOf(minute, knownZone(timezone)).getTime() + seconds;
}

/** `2026-03-02 9:30` is not ISO 8601, but files contain it. */
const withZone = (text: string): string =>
  HAS_HOUR.test(text) ? `${text.replace(/[T ]+/, 'T').replace(/T(\d):/, 'T0$1:')}Z` : text;

const orNull = (ms: number): number | null => (Number.isNaN(ms) ? null : ms);
