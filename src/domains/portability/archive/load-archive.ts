/** Stores the records of a checked archive that the account does not have. */
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { insertMissing, readPages, readRowsOf } from '../../../storage/account-rows/rows.ts';
import type { Row } from '../../../storage/account-rows/rows.ts';
import { transaction } from '../../../storage/transaction.ts';
import { MAX_FILE_BYTES, SETTINGS } from './format.ts';
import { loadFile } from './load-files.ts';
import type { Loading } from './loading.ts';
import { columnsOf, fileOf, inward, storedKind } from './records/kind.ts';
import type { Kind } from './records/kind.ts';
import { KINDS, KINDS_WITH_FILES } from './records/kinds.ts';
import type { Settings } from './settings.ts';
import { writeSettings } from './settings.ts';
import { linesOf } from './zip-reader.ts';

/** A batch is one transaction, and the embedded database has one session for all callers. */
const MAX_BATCH_ROWS = 200;
const MAX_BATCH_CONVERSATIONS = 10;
const MAX_BATCH_BYTES = 2 * 1024 * 1024;

interface LineRow {
  row: Row;
  number: number;
}

export async function loadArchive(loading: Loading): Promise<void> {
  const { context, zip } = loading;
  if (zip.has(SETTINGS) && (await isEmptyAccount(context))) {
    const settings = JSON.parse((await zip.readAll(SETTINGS, MAX_FILE_BYTES)).toString());
    await writeSettings(context.db, userOf(context), settings as Settings, context.clock.now());
    loading.report.count('settings', 'created');
  } else if (zip.has(SETTINGS)) loading.report.count('settings', 'unchanged');
  const references = new References(context);
  for (const kind of KINDS) {
    if (!zip.has(fileOf(kind))) continue;
    for await (const batch of batchesOf(loading, kind)) {
      context.requireRoom();
      if (KINDS_WITH_FILES.has(kind.name)) {
        for (const { row, number } of batch) {
          await orRefused(loading, kind, number, () => loadFile(loading, kind, row));
        }
      } else await loadBatch(loading, kind, batch, references);
      loading.progress();
    }
    await references.learn(kind);
  }
}

/** The settings of an archive apply only to an account that is new. */
async function isEmptyAccount({ db, ...context }: Context): Promise<boolean> {
  const kinds = new Set(['conversations', 'memories', 'action-items', 'goals', 'people']);
  for (const kind of KINDS.filter(({ name }) => kinds.has(name))) {
    for await (const _ of readPages(db, userOf(context), storedKind(kind), 1)) return false;
  }
  return true;
}

async function* batchesOf({ zip, signal }: Loading, kind: Kind): AsyncGenerator<LineRow[]> {
  const name = fileOf(kind);
  const most = kind.name === 'conversations' ? MAX_BATCH_CONVERSATIONS : MAX_BATCH_ROWS;
  let batch: LineRow[] = [];
  let bytes = 0;
  for await (const { text, number } of linesOf(name, zip.read(name))) {
    signal.throwIfAborted();
    batch.push({ row: JSON.parse(text) as Row, number });
    bytes += text.length;
    if (batch.length < most && bytes < MAX_BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

async function loadBatch(
  loading: Loading,
  kind: Kind,
  batch: readonly LineRow[],
  references: References,
): Promise<void> {
  const { context, report } = loading;
  const rows = batch.map(({ row }) => references.resolved(row));
  try {
    const created = await insertRows(context, kind, rows);
    report.count(kind.name, 'created', created.size);
    report.count(kind.name, 'unchanged', rows.length - created.size);
    await references.match(
      kind,
      rows.filter(({ id }) => !created.has(id)),
    );
  } catch (error) {
    if (!isRefusal(error)) throw error;
    for (const [index, { number }] of batch.entries()) {
      if (batch.length > 1) await loadBatch(loading, kind, [batch[index]!], references);
      else report.refuse(kind.name, `${fileOf(kind)}, line ${number}`, NOT_ACCEPTED);
    }
  }
}

const NOT_ACCEPTED = 'The database does not accept the record.';

async function orRefused(
  { report }: Loading,
  kind: Kind,
  number: number,
  work: () => Promise<'created' | 'unchanged'>,
): Promise<void> {
  try {
    report.count(kind.name, await work());
  } catch (error) {
    if (!isRefusal(error)) throw error;
    report.refuse(kind.name, `${fileOf(kind)}, line ${number}`, NOT_ACCEPTED);
  }
}

/** Classes 22, 23 and 54: the data is at fault, and not the database. */
function isRefusal(error: unknown): boolean {
  return /^(22|23|54)/.test((error as { code?: string }).code ?? '');
}

/** Stores the new rows with the records that belong to them, and returns their ids. */
async function insertRows(
  context: Context,
  kind: Kind,
  rows: readonly Row[],
): Promise<Set<unknown>> {
  const user_id = userOf(context);
  const { shape, derived, children = [], table } = kind;
  return transaction(context.db, async (tx) => {
    const whole = rows.map((row) => ({ ...inward(row, shape), ...derived?.(row) }));
    const extra = derived ? Object.keys(derived(rows[0]!)) : [];
    const columns = [...columnsOf(shape, children), ...extra];
    const added = await insertMissing(tx, user_id, { table, columns, key: ['id'] }, whole);
    const ids = new Set(added.map(({ id }) => id));
    for (const { field, table, parent, key, shape } of children) {
      const nested = rows
        .filter(({ id }) => ids.has(id))
        .flatMap((row) =>
          (row[field] as Row[]).map((each) => ({ ...inward(each, shape), [parent]: row['id'] })),
        );
      const stored = { table, columns: [parent, ...columnsOf(shape)], key };
      await insertMissing(tx, user_id, stored, nested);
    }
    return ids;
  });
}

/**
 * The ids of records to which others refer. A person or folder of the account with the same name
 * replaces the one of the archive, and a reference to nothing becomes empty.
 */
class References {
  readonly #context: Context;
  readonly #known = new Map<string, Map<string, string>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns the row as it refers to records of the account. */
  resolved(row: Row): Row {
    const resolved = { ...row };
    for (const [field, kind] of Object.entries(REFERENCES)) {
      const id = row[field];
      if (typeof id === 'string') resolved[field] = this.#known.get(kind)?.get(id) ?? null;
    }
    if (Array.isArray(row['segments'])) {
      resolved['segments'] = (row['segments'] as Row[]).map((each) => this.resolved(each));
    }
    return resolved;
  }

  /** Notes the records of the account that have the names of these rows. */
  async match({ name, table, sameBy, derived }: Kind, rows: readonly Row[]): Promise<void> {
    if (!sameBy || rows.length === 0) return;
    const keys = new Map(rows.map((row) => [row['id'] as string, derived!(row)[sameBy] as string]));
    const values = [...keys.values()].map((hex) => Buffer.from(hex.slice(2), 'hex'));
    const stored = { table, columns: ['id', sameBy], key: ['id'] };
    const by = { column: sameBy, values, type: 'bytea' };
    const { db } = this.#context;
    const same = await readRowsOf(db, userOf(this.#context), stored, by);
    const ids = new Map(
      same.map((row) => [`\\x${(row[sameBy] as Buffer).toString('hex')}`, row['id'] as string]),
    );
    const known = this.#of(name);
    for (const [id, key] of keys) if (ids.has(key)) known.set(id, ids.get(key)!);
  }

  /** Notes all records of a kind that others refer to. */
  async learn(kind: Kind): Promise<void> {
    if (!Object.values(REFERENCES).includes(kind.name)) return;
    const known = this.#of(kind.name);
    const { db } = this.#context;
    const stored = { ...storedKind(kind), columns: ['id'] };
    for await (const page of readPages(db, userOf(this.#context), stored, 1_000)) {
      for (const { id } of page) known.set(id as string, id as string);
    }
  }

  #of(kind: string): Map<string, string> {
    const known = this.#known.get(kind) ?? new Map<string, string>();
    this.#known.set(kind, known);
    return known;
  }
}

const REFERENCES: Readonly<Record<string, string>> = {
  folder_id: 'folders',
  person_id: 'people',
  chat_session_id: 'chat-sessions',
};
