/** The times that messengers write into their exports. */

const DATE = String.raw`(?<first>\d{1,4})(?<sign>[./-])(?<second>\d{1,2})\k<sign>(?<third>\d{4}|\d{2})`;
const HOUR = String.raw`(?<hour>\d{1,2})[:.](?<minute>\d{2})(?:[:.]\d{2})?(?:\s?(?<half>[ap])\.?\s?m\b\.?)?`;
/** `21/11/2026, 09:14`, `3/2/26, 9:30:15 AM`. A pattern with groups, for one use in an expression. */
const STAMP = String.raw`${DATE},?\s+(?:\p{Lo}{1,4}\s?)?${HOUR}`;
/** `[21/11/2026, 09:19:10]`, `21/11/2026, 09:14 -`: what stands before the name in a line. */
export const STAMP_BEFORE_NAME = String.raw`[\u200e\u200f]?\[?${STAMP}\]?\s*[-–]?\s*`;
/** `[02.03.26, 09:19:10] Ana: Hi`, or `Ana, [02.03.2026 09:30]` above the words. */
const STAMPED = [
  new RegExp(String.raw`^\s*${STAMP_BEFORE_NAME}`, 'iu'),
  new RegExp(String.raw`^[^[\]]{1,60}, \[${STAMP}\]\s*$`, 'iu'),
];
const HOURS_OF_HALF_DAY = 12;
const LAST = { hour: 23, minute: 59 };

export interface Stamp {
  /** The day, the month and the year in the order in which they are written. */
  numbers: readonly [number, number, number];
  /** What stands between them. */
  sign: string;
  hour: number;
  minute: number;
}

/** Returns the time at which a messenger says that a line was written; null without one that exists. */
export function stampOf(line: string): Stamp | null {
  const match = STAMPED.map((pattern) => pattern.exec(line)).find((found) => found !== null);
  if (!match) return null;
  const { first, second, third, sign, half, ...clock } = match.groups!;
  const minute = Number(clock['minute']);
  const hour = hourOf(Number(clock['hour']), half?.toLowerCase());
  if (hour === null || minute > LAST.minute) return null;
  return { numbers: [Number(first), Number(second), Number(third)], sign: sign!, hour, minute };
}

function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= LAST.hour ? hour : null;
  if (hour === 0 || hour > HOURS_OF_HALF_DAY) return null;
  return (hour % HOURS_OF_HALF_DAY) + (half === 'p' ? HOURS_OF_HALF_DAY : 0);
}
