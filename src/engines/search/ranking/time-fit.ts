import type { TimeSpan } from '../../../core/search.ts';
import type { TextIndex } from '../text-index.ts';

/** Tells for each group how well its time fits the times in the question, from 0 to 1. */
export type TimeFit = Float32Array;
/** A group with at least this fit is a candidate even without a word of the question. */
export const IN_TIME = 0.5;
/** The maximum number of documents that are found only by their time. */
const MAX_IN_TIME = 2_000;

const DAY_MS = 24 * 3_600_000;
/** People talk about a day or a week on the day before it, and for some time afterwards. */
const TOLD_FOR_MS = 10 * DAY_MS;
const ANNOUNCED_MS = DAY_MS;
/** The maximum length of a time span that is treated as a few days. */
const SHORT_MS = 4 * DAY_MS;
const A_MONTH_MS = 31 * DAY_MS;

/** Returns null when the question names no time. */
export function timeFit(index: TextIndex, times: readonly TimeSpan[] | undefined): TimeFit | null {
  if (!times?.length) return null;
  return Float32Array.from(index.groups, (group) =>
    group ? Math.max(...times.map((span) => closeness(group.at, span))) : 0,
  );
}

/** Returns the documents of the groups that fit the time, the newest first. */
export function inTime({ groups }: TextIndex, fit: TimeFit | null): number[] {
  const documents: number[] = [];
  if (!fit) return documents;
  const best = groups
    .filter((group, number) => group !== undefined && fit[number]! >= IN_TIME)
    .toSorted((one, other) => other!.at - one!.at);
  for (const group of best) {
    if (documents.length + group!.count > MAX_IN_TIME) break;
    for (let place = 0; place < group!.count; place++) documents.push(group!.first + place);
  }
  return documents;
}

/** Returns how well a point in time fits a time span. */
function closeness(at: number, { from, until }: TimeSpan): number {
  const length = until - from;
  const inside = at >= from && at < until;
  if (length > 2 * A_MONTH_MS) return inside ? 0.25 : 0;
  if (length > SHORT_MS) return inside ? 0.5 : 0;
  if (inside) return 1;
  if (at >= from - ANNOUNCED_MS && at < until + TOLD_FOR_MS) return 0.6;
  return Math.abs(at - from) < A_MONTH_MS / 2 ? 0.25 : 0;
}
