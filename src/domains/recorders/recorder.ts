/** Reads the lists of a recorder's service page by page, and stores what is new. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Context } from '../../kit/context.ts';
import type {
  ConnectionKind,
  NotedRecord,
  OpenConnection,
  PullStep,
} from '../connections/connection-kind.ts';
import { cameBefore } from '../connections/connection-runner.ts';
import { Hindered } from '../connections/service-request.ts';
import type { Loading } from '../portability/archive/loading.ts';
import { describeKinds } from '../portability/archive/records/described.ts';
import type { Found, FoundKind } from '../portability/formats/found.ts';
import { timeOf } from '../portability/formats/times.ts';
import { loadFound } from '../portability/load-found.ts';
import { loadReferring } from '../portability/load-referring.ts';
import { Report } from '../portability/report.ts';
import { noteHeard, partsOfHeard } from './heard-live.ts';

const EVERY_MS = 1_800_000;
/** A recorder may upload late what it has heard, so each run looks back this far. */
const OVERLAP_MS = 7 * 86_400_000;
/** A service that never comes to an end is not read for ever. */
const MAX_PAGES = 20_000;
/** Ids of a source have at most this length. */
const MAX_ID = 200;

/** A record of a page. It is read only when it has not come before. */
export interface PulledRecord {
  kind: FoundKind;
  external_id: string;
  /** The time of the record; null when it has none. */
  at: Date | null;
  /** True while the service may still change the record. It comes with a later run. */
  isUnfinished: boolean;
  /** Notes of what was heard live. When most of them are there, the record is left out. */
  heardLive?: readonly string[];
  read(): Found | Promise<Found>;
}

interface Page {
  records: readonly PulledRecord[];
  /** The place of the next page; null after the last page. */
  next: string | number | null;
}

/** Where a page is: the place that the page before gave, and the time from which records are wanted. */
interface Wanted {
  place: string | number | null;
  since: Date | null;
}

export interface RecordList {
  /** True when old records follow new ones, and the service cannot leave them out. */
  isNewestFirst: boolean;
  ask(context: Context, connection: OpenConnection, wanted: Wanted): Promise<Page>;
}

interface Recorder extends Pick<
  ConnectionKind,
  'kind' | 'title' | 'address' | 'fields' | 'hasHook'
> {
  lists: readonly RecordList[];
}

const Place = z.union([z.string(), z.number()]).nullable();
const Cursor = z.object({
  /** The begin of the last walk that came to its end. */
  since: z.string().nullable().default(null),
  walk: z
    .object({
      begun: z.string(),
      list: z.int(),
      place: Place,
      pages: z.int(),
      /** A page that was seen before: when it comes again, the service goes in circles. */
      seen: z.string(),
    })
    .nullable()
    .default(null),
});
type Walk = NonNullable<z.output<typeof Cursor>['walk']>;

export function recorderKind({ lists, ...kind }: Recorder): ConnectionKind {
  return {
    ...kind,
    settings: z.strictObject({}),
    everyMs: EVERY_MS,
    check: async (context, connection) => {
      await lists[0]!.ask(context, connection, { place: null, since: context.clock.now() });
    },
    run: (context, connection) => runStep(context, connection, lists),
  };
}

/** Reads one page. */
async function runStep(
  context: Context,
  connection: OpenConnection,
  lists: readonly RecordList[],
): Promise<PullStep> {
  const { since, walk: before } = Cursor.parse(connection.cursor);
  const begun = context.clock.now().toISOString();
  const walk = before ?? { begun, list: 0, place: null, pages: 0, seen: '' };
  const list = lists[walk.list]!;
  const from = since === null ? null : new Date(Date.parse(since) - OVERLAP_MS);
  let page: Page;
  try {
    page = await list.ask(context, connection, { place: walk.place, since: from });
  } catch (error) {
    // The place may have expired. The next run begins anew, and skips what came.
    const isBadPlace = error instanceof Hindered && isClientError(error.status);
    if (!isBadPlace || walk.place === null) throw error;
    return { cursor: { since }, isMore: false, problem: error.message };
  }
  if (!Place.safeParse(page.next).success) return otherShape();
  const records = await storeRecords(context, connection, page.records);
  const fingerprint = fingerprintOf(page.records);
  const pages = walk.pages + 1;
  if ((fingerprint !== '' && fingerprint === walk.seen) || pages >= MAX_PAGES) {
    const problem = `The service answers the same page again and again (page ${pages}). What came before it is stored.`;
    return { cursor: { since }, records, isMore: false, problem };
  }
  const isKnown = records.length === 0 && list.isNewestFirst && isBefore(page.records, from);
  const isLast = page.next === null || page.records.length === 0 || isKnown;
  const next: Walk = isLast
    ? { ...walk, list: walk.list + 1, place: null, pages: 0, seen: '' }
    : { ...walk, place: page.next, pages, seen: isPowerOfTwo(pages) ? fingerprint : walk.seen };
  return next.list < lists.length
    ? { cursor: { since, walk: next }, records, isMore: true }
    : { cursor: { since: walk.begun }, records, isMore: false };
}

const isClientError = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Comparing with the page at the last power of two finds a circle of any length. */
const isPowerOfTwo = (count: number): boolean => Number.isInteger(Math.log2(count));

function isBefore(records: readonly PulledRecord[], from: Date | null): boolean {
  return from !== null && records.every(({ at }) => at === null || at < from);
}

function fingerprintOf(records: readonly PulledRecord[]): string {
  if (records.length === 0) return '';
  const ids = records.map(({ external_id }) => external_id).join('\n');
  return createHash('sha256').update(ids).digest('base64url').slice(0, 16);
}

/** Stores the records that have not come before, and returns what is to be noted about them. */
export async function storeRecords(
  context: Context,
  connection: Pick<OpenConnection, 'user_id' | 'id' | 'signal'>,
  given: readonly PulledRecord[],
): Promise<NotedRecord[]> {
  const came = await cameBefore(
    context,
    connection,
    given.flatMap(({ external_id, heardLive = [] }) => [external_id, ...heardLive]),
  );
  const noted: NotedRecord[] = [];
  let kinds: Loading['kinds'] | undefined;
  for (const record of given) {
    const { external_id, isUnfinished, heardLive = [] } = record;
    if (isUnfinished || came.has(external_id)) continue;
    came.add(external_id);
    const heard = heardLive.filter((note) => came.has(note));
    if (2 * heard.length > heardLive.length) {
      await noteHeard(context, connection, [partsOfHeard(external_id)]);
      came.add(partsOfHeard(external_id));
      noted.push({ external_id, problem: null });
    } else {
      kinds ??= await describeKinds(context.db);
      const problem = await store({ context, kinds, signal: connection.signal }, record);
      noted.push({ external_id, problem });
    }
  }
  return noted;
}

/** Returns the reason why the record was left out; null when it is here. */
async function store(
  given: Pick<Loading, 'context' | 'kinds' | 'signal'>,
  { kind, read }: PulledRecord,
): Promise<string | null> {
  const found = await readOrSay(read);
  if (typeof found === 'string') return found;
  const report = new Report();
  const loading = { ...given, report, save: async () => {}, progress: () => {} };
  const isHere = () => {
    const counts = report.toJSON().kinds.find((each) => each.kind === kind);
    return counts !== undefined && counts.created + counts.unchanged > 0;
  };
  await loadFound(loading, found.source, found);
  // The tasks of a conversation that was left out are left out too.
  if (kind !== 'conversations' || isHere()) {
    await loadReferring(loading, found.source, found.referring);
  }
  const { problems } = report.toJSON();
  return isHere() ? null : storable(problems.map(({ message }) => message).join(' '));
}

/** The service may refuse a single record, which must not hold up the others. */
async function readOrSay(read: PulledRecord['read']): Promise<Found | string> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Hindered && isClientError(error.status)) return error.message;
    throw error;
  }
}

/** Returns an id for a record, also for one that has none. */
export function externalIdOf(kind: FoundKind, record: unknown): string {
  const { id } = (record ?? {}) as { id?: unknown };
  const isId = (typeof id === 'string' && id !== '' && id.length <= MAX_ID) || Number.isInteger(id);
  const hash = () => createHash('sha256').update(JSON.stringify(record)).digest('base64url');
  return storable(`${kind} ${isId ? String(id) : `without id, ${hash().slice(0, 16)}`}`);
}

/** The database stores neither NUL nor half characters. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Returns the time in a field; null when it has none. Numbers are seconds or milliseconds since 1970. */
export function timeIn(record: unknown, field: string): Date | null {
  return timeOf((record as Record<string, unknown> | null)?.[field], 'UTC');
}

/** Returns the list at a field of an answer. Throws when the answer has another shape. */
export function listIn(answer: unknown, ...fields: readonly string[]): unknown[] {
  let value = answer;
  for (const field of fields) value = (value as Record<string, unknown> | null)?.[field];
  if (Array.isArray(value)) return value;
  return otherShape();
}

function otherShape(): never {
  throw new Hindered('The answer of the service has another shape than its documentation says.');
}
