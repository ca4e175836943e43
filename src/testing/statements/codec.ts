/**
 * How values stand in the files of recorded statements: `#3` is the third id of the filled database, and times
 * and bytes are objects with one field.
 */
import { sql } from 'kysely';

const ID = /^00000000-0000-4000-8000-0000000000([0-9a-f]{2})$/;
const ANY_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SHORT = /^#(\d+)$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/;
const DAY_MS = 86_400_000;

/** Numbers that the database gives are from here on, and depend on the calls before. */
export const FIRST_NEW_NUMBER = 1_000_000_000;
const LAST_NEW_NUMBER = FIRST_NEW_NUMBER + 1_000_000;

export const idOf = (place: number): string =>
  `00000000-0000-4000-8000-0000000000${place.toString(16).padStart(2, '0')}`;

/** Arguments that JSON cannot hold, by name. */
const MADE: Record<string, () => unknown> = {
  list: () => ({
    where: sql``,
    following: sql``,
    order: sql.raw('id'),
    sortKey: sql``,
    positionOf: () => ['', '', ''],
  }),
  nothing: () => sql``,
  condition: () => sql`true`,
  work: () => async () => null,
};

export function decode(value: unknown): unknown {
  if (typeof value === 'string') {
    const short = SHORT.exec(value);
    return short ? idOf(Number(short[1])) : value;
  }
  if (Array.isArray(value)) return value.map(decode);
  if (value === null || typeof value !== 'object') return value;
  const [first] = Object.entries(value);
  if (first?.[0] === 'time') return new Date(first[1] as string);
  if (first?.[0] === 'bytes') return Buffer.from(first[1] as string, 'hex');
  if (first?.[0] === 'floats') return Float32Array.from(first[1] as number[]);
  if (first?.[0] === 'make') return MADE[first[1] as string]!();
  if (first?.[0] === 'map') return new Map(decode(first[1]) as [unknown, unknown][]);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, decode(one)]));
}

/** Writes what a statement answered. Times and ids that did not exist before the call differ in each run. */
export function describe(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return describeTime(value);
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (value instanceof Map) return describe([...value]);
  if (value instanceof Set) return describe([...value]);
  if (Array.isArray(value)) return value.map(describe);
  if (typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, describe(one)]));
  }
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') {
    return value >= FIRST_NEW_NUMBER && value < LAST_NEW_NUMBER
      ? 'a new number'
      : Number(value.toPrecision(6));
  }
  if (typeof value !== 'string') return value;
  const place = ID.exec(value)?.[1];
  if (place) return `#${Number.parseInt(place, 16)}`;
  if (ANY_ID.test(value)) return 'a new id';
  return TIME.test(value) ? describeTime(new Date(value)) : value;
}

function describeTime(time: Date): string {
  if (Number.isNaN(time.getTime())) return 'no time';
  return Math.abs(time.getTime() - Date.now()) < 2 * DAY_MS ? 'now' : time.toISOString();
}
