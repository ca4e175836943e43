import { z } from 'zod';
import { Gone, InsufficientScope, NotFound, Unrecognised } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { may, requireOpen } from '../../kit/operation.ts';
import type { Operation } from '../../kit/operation.ts';
import { readCursor, writeCursor } from '../../kit/page.ts';
import type { Change, RecordKind } from './change.ts';
import * as sql from './feed.sql.ts';
import type { ChangePlace, LogState, What } from './feed.sql.ts';

/**
 * A position in the feed: the name of the log, and a position either in the log or in the initial
 * list of records. A new reader gets all records, and then all changes since the
 * transaction in its position.
 */
const Position = z.tuple([
  z.string(),
  z.enum(['records', 'changes']),
  z.int(),
  z.string(),
  z.string(),
]);
type Position = z.output<typeof Position>;

export interface FeedPage {
  items: Change[];
  next_cursor: string;
  has_more: boolean;
}

export interface FeedRequest {
  kinds: readonly RecordKind[];
  cursor: string | undefined;
  limit: number;
  /** The optional input fields of the reading operations. */
  detail: Record<string, unknown>;
}

/**
 * Returns the named kinds that the caller may read; without names, all kinds that the caller may
 * read.
 */
export function kindsFor(
  context: Context,
  all: readonly RecordKind[],
  names: readonly string[] | undefined,
): RecordKind[] {
  const unknown = names?.find((name) => !all.some(({ kind }) => kind === name));
  if (unknown !== undefined) {
    const available = all.map(({ kind }) => kind).join(', ');
    throw new Unrecognised(`There is no kind '${unknown.slice(0, 50)}'. Available: ${available}`);
  }
  const named = all.filter(({ kind }) => names?.includes(kind) ?? true);
  const isReadable = ({ scope }: RecordKind) =>
    scope === null ? !('scopes' in context.actor) : may(context, scope);
  const closed = names && named.find((kind) => !isReadable(kind));
  if (closed) throw new InsufficientScope(closed.scope ?? 'none: only the user may read this kind');
  return named.filter(isReadable);
}

/** Returns the position at the end of the log. All future changes come after it. */
export async function positionNow(context: Context): Promise<string> {
  const { name, mark } = await sql.selectLogState(context.db, userOf(context));
  return writeCursor([name, 'changes', mark, '', '']);
}

/** Returns the transaction of a cursor. The reader has seen all changes of earlier transactions. */
export function transactionOf(cursor: string): number {
  return readCursor(cursor, Position)![2];
}

/** Reads the next page of the feed. */
export async function readFeed(context: Context, request: FeedRequest): Promise<FeedPage> {
  const position = readCursor(request.cursor, Position) ?? (await positionOfBeginner(context));
  const page =
    position[1] === 'records'
      ? await readRecords(context, request, position)
      : await readChanges(context, request, position);
  const gated = page.entries.find(({ kind }) => kind.get.gate !== undefined);
  // While memories are closed, some records can be read without their memories, and a copy would
  // then lack those memories for ever.
  if (gated) await requireOpen(context, gated.kind.get);
  const items: Change[] = [];
  const until = performance.now() + PAGE_MS;
  for (let start = 0; start < page.entries.length; start += MAX_READS) {
    const entries = page.entries.slice(start, start + MAX_READS);
    const read = entries.map((entry) => changeFor(context, entry, request.detail));
    items.push(...(await Promise.all(read)).filter((item) => item !== null));
    const isCut = start + MAX_READS < page.entries.length && performance.now() > until;
    if (isCut) return { items, next_cursor: entries.at(-1)!.cursor, has_more: true };
  }
  return { ...page, items };
}

/** The number of records that are read at once. */
const MAX_READS = 10;
/** A page that takes longer than this ends early. */
const PAGE_MS = 10_000;

async function positionOfBeginner(context: Context): Promise<Position> {
  const { name, mark } = await sql.selectLogState(context.db, userOf(context));
  return [name, 'records', mark, '', ''];
}

interface Entry {
  kind: RecordKind;
  id: string;
  changed_at: Date | null;
  cursor: string;
}

/** A change of a record, without the record. */
export interface ChangeNote extends Entry {
  changed_at: Date;
  /** The kinds of changes that the log names, in order of time. */
  whats: readonly What[];
  /** The kinds of log entries that are combined in this entry. */
  noted: ReadonlySet<string>;
}

interface NotePage extends EntryPage {
  entries: ChangeNote[];
}

interface EntryPage {
  entries: Entry[];
  next_cursor: string;
  has_more: boolean;
}

async function readRecords(
  context: Context,
  { kinds, limit }: FeedRequest,
  [name, , mark, lastKind, lastId]: Position,
): Promise<EntryPage> {
  requireLog(await sql.selectLogState(context.db, userOf(context)), name, mark);
  const entries: Entry[] = [];
  const first = Math.max(
    0,
    kinds.findIndex(({ kind }) => kind === lastKind),
  );
  for (const kind of kinds.slice(first)) {
    const after = kind.kind === lastKind ? lastId : '';
    const wanted = { ...kind, after, limit: limit - entries.length };
    const ids = await sql.selectRecordIds(context.db, userOf(context), wanted);
    for (const id of ids) {
      const cursor = writeCursor([name, 'records', mark, kind.kind, id]);
      entries.push({ kind, id, changed_at: null, cursor });
    }
    if (entries.length >= limit) {
      return { entries, next_cursor: entries.at(-1)!.cursor, has_more: true };
    }
  }
  const next_cursor = writeCursor([name, 'changes', mark, '', '']);
  return { entries, next_cursor, has_more: true };
}

/** Reads the next page of the changes since a cursor, without the records. */
export async function readNotes(
  context: Context,
  request: Pick<FeedRequest, 'kinds' | 'limit'> & { cursor: string },
): Promise<NotePage> {
  return readChanges(context, request, readCursor(request.cursor, Position)!);
}

async function readChanges(
  context: Context,
  { kinds, limit }: Pick<FeedRequest, 'kinds' | 'limit'>,
  [name, , xid, kind, item_id]: Position,
): Promise<NotePage> {
  const noted = new Map(kinds.flatMap((each) => each.noted.map((note) => [note, each] as const)));
  const wanted = { user_id: userOf(context), kinds: [...noted.keys()] };
  const after: ChangePlace = { xid, kind, item_id };
  const page = await sql.selectChanges(context.db, wanted, { after, limit: limit + 1 });
  requireLog(page, name, xid);
  const rows = page.changes.slice(0, limit);
  // A record that changed several times is reported once, at its last position.
  const last = new Map<string, ChangeNote>();
  for (const row of rows) {
    const own = noted.get(row.kind)!;
    const key = `${own.kind} ${row.item_id}`;
    const before = last.get(key);
    const entry = {
      kind: own,
      id: row.item_id,
      changed_at: new Date(row.changed_at),
      cursor: writeCursor([name, 'changes', row.xid, row.kind, row.item_id]),
      whats: [...(before?.whats ?? []), ...row.whats],
      noted: new Set([...(before?.noted ?? []), row.kind]),
    };
    last.delete(key);
    last.set(key, entry);
  }
  const has_more = page.changes.length > limit;
  const end = rows.at(-1);
  return {
    entries: [...last.values()],
    // When there are no changes, the new cursor is the end of the log, so that it does not expire.
    next_cursor: has_more
      ? writeCursor([name, 'changes', end!.xid, end!.kind, end!.item_id])
      : writeCursor([name, 'changes', page.mark, '', '']),
    has_more,
  };
}

/**
 * Throws unless the log still has all changes since this transaction. A transaction in the future
 * means that the database was restored from a backup.
 */
function requireLog(log: LogState, name: string, xid: number): void {
  if (log.name === name && log.horizon < xid && xid <= log.mark) return;
  throw new Gone(
    'The changes since this cursor are no longer kept. Start again without a cursor. The ' +
      'feed then lists every record; records that it does not list were deleted.',
  );
}

/** Returns null for a record of the initial list that has been deleted in the meantime. */
async function changeFor(
  context: Context,
  { kind, id, changed_at, cursor }: Entry,
  detail: FeedRequest['detail'],
): Promise<Change | null> {
  const common = { kind: kind.kind, id, changed_at, cursor };
  const record = await readRecord(context, { kind, id }, detail);
  if (record === null) return changed_at && { ...common, deleted: true, record: null };
  return { ...common, deleted: false, record };
}

/** Returns a record in its current state; null when it does not exist. */
export async function readRecord(
  context: Context,
  { kind: { get, id: field }, id }: Pick<Entry, 'kind' | 'id'>,
  detail: FeedRequest['detail'],
): Promise<unknown> {
  try {
    return await get(context, { [field]: id, ...detailFor(get, detail) });
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

/** Returns the input fields, and the values of `include`, that the operation accepts. */
function detailFor({ input }: Operation, detail: FeedRequest['detail']): Record<string, unknown> {
  const accepted = Object.entries(detail).flatMap(([name, value]) => {
    const schema: z.ZodType | undefined = input.shape[name];
    if (!schema) return [];
    const isList = Array.isArray(value);
    return [[name, isList ? value.filter((word) => schema.safeParse([word]).success) : value]];
  });
  return Object.fromEntries(accepted);
}
