/**
 * Stores tasks and memories that refer to conversations of the same source, in whichever file of this
 * import or of an earlier one. A task may be given twice: in its conversation, where it may have no id
 * of its own, and in a list of tasks.
 */
import { userOf } from '../../kit/context.ts';
import { readRowsOf } from '../../storage/archive/rows.ts';
import type { Row } from '../../storage/archive/rows.ts';
import type { Sourced } from './archive/load-archive.ts';
import type { Loading } from './archive/loading.ts';
import type { FoundKind, Referring } from './formats/found.ts';
import { loadFitting } from './load-found.ts';

/** Ids are looked up in portions, because a statement takes each portion as one value. */
const MAX_IDS = 1_000;

export async function loadReferring(
  loading: Loading,
  source: string,
  given: readonly Referring[],
): Promise<void> {
  const isTask = ({ kind }: Referring) => kind === 'action-items';
  const memories = given.filter((each) => !isTask(each));
  const merged = [...memories, ...withoutCopies(given.filter(isTask))];
  const wanted = merged.flatMap(({ conversation }) => conversation ?? []);
  const ids = await conversationsOf(loading, source, [...new Set(wanted)]);
  for (const { conversation, record } of merged) {
    if (conversation === null || ids.has(conversation)) continue;
    const message = `Its conversation ${conversation} is in no file and not here.`;
    loading.report.refuse('parts', record.where, message);
  }
  const resolved = merged.map((each) => resolve(each, ids));
  const missing = await withoutStored(loading, source, resolved);
  const copies = given.length - missing.length;
  if (copies > 0) loading.report.count('action-items', { unchanged: copies });
  const records = new Map<FoundKind, Sourced[]>([
    ['action-items', []],
    ['memories', []],
  ]);
  for (const { kind, record } of missing) records.get(kind)!.push(record);
  await loadFitting(loading, records);
}

function resolve(each: Referring, ids: ReadonlyMap<string, string>): Referring {
  const conversation_id = ids.get(each.conversation ?? '') ?? null;
  return { ...each, record: { ...each.record, row: { ...each.record.row, conversation_id } } };
}

/** Merges tasks with the same id, and leaves out those without an id that a list contains too. */
function withoutCopies(tasks: readonly Referring[]): Referring[] {
  const byId = new Map<unknown, Referring>();
  for (const each of tasks) {
    const id = each.record.row['external_id'];
    const known = byId.get(id);
    byId.set(id, known ? merge(known, each) : each);
  }
  const all = [...byId.values()];
  const listed = poolOf(all.filter(({ isNested }) => !isNested));
  return all.filter((each) => !each.isNested || !listed.take(keyOf(each)));
}

function merge(one: Referring, other: Referring): Referring {
  const row = Object.fromEntries(
    Object.entries(one.record.row).map(([name, value]) => [name, value ?? other.record.row[name]]),
  );
  const conversation = one.conversation ?? other.conversation;
  return { ...one, conversation, record: { ...one.record, row } };
}

/** Leaves out tasks that an earlier import stored from the other place. */
async function withoutStored(
  { context }: Loading,
  source: string,
  given: readonly Referring[],
): Promise<Referring[]> {
  const conversations = new Map<string, string>();
  for (const { conversation, record } of given) {
    const id = record.row['conversation_id'];
    if (typeof id === 'string') conversations.set(id, conversation!);
  }
  const own = new Set(given.map(({ record }) => record.row['external_id']));
  const stored = {
    table: 'action_items',
    columns: ['source', 'external_id', 'description', 'conversation_id'],
    key: ['id'],
  };
  const nested: Keyed[] = [];
  const listed: Keyed[] = [];
  for (const values of portionsOf([...conversations.keys()])) {
    const by = { column: 'conversation_id', values, type: 'uuid' };
    for (const row of await readRowsOf(context.db, userOf(context), stored, by)) {
      if (row['source'] !== source || own.has(row['external_id'])) continue;
      const conversation = conversations.get(row['conversation_id'] as string)!;
      const isNested = String(row['external_id']).startsWith(`${conversation} `);
      (isNested ? nested : listed).push({ conversation, record: { row } });
    }
  }
  const [fromTalks, fromLists] = [poolOf(nested), poolOf(listed)];
  return given.filter((each) => {
    if (each.kind !== 'action-items') return true;
    return !(each.isNested ? fromLists : fromTalks).take(keyOf(each));
  });
}

/** Returns our ids of conversations, by their ids in the source. */
async function conversationsOf(
  { context }: Loading,
  source: string,
  external: readonly string[],
): Promise<Map<string, string>> {
  const stored = { table: 'conversations', columns: ['id', 'source', 'external_id'], key: ['id'] };
  const ids = new Map<string, string>();
  for (const values of portionsOf(external)) {
    const by = { column: 'external_id', values, type: 'text' };
    for (const row of await readRowsOf(context.db, userOf(context), stored, by)) {
      if (row['source'] === source) ids.set(row['external_id'] as string, row['id'] as string);
    }
  }
  return ids;
}

interface Keyed {
  conversation: string | null;
  record: { row: Row };
}

/** Two tasks are the same if they are in one conversation and have the same words. */
function keyOf({ conversation, record: { row } }: Keyed): string | null {
  const words = String(row['description']).toLowerCase().replace(/\s+/g, ' ').trim();
  return conversation === null ? null : `${conversation}\n${words}`;
}

/** A pool gives each of its records once, so that two tasks with the same words stay two. */
function poolOf(records: readonly Keyed[]) {
  const counts = new Map<string | null, number>();
  for (const each of records) counts.set(keyOf(each), (counts.get(keyOf(each)) ?? 0) + 1);
  return {
    take(key: string | null): boolean {
      const count = counts.get(key) ?? 0;
      if (key === null || count === 0) return false;
      counts.set(key, count - 1);
      return true;
    },
  };
}

function portionsOf<Value>(values: readonly Value[]): Value[][] {
  const portions: Value[][] = [];
  for (let from = 0; from < values.length; from += MAX_IDS) {
    portions.push(values.slice(from, from + MAX_IDS));
  }
  return portions;
}
