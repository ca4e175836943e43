/** Stores the records of a checked archive that the account does not have. */
import { userOf } from '../../../kit/context.ts';
import { linesInBatches, linesOf, storeOrRefuse } from '../../../storage/archive/lines.ts';
import { entryText } from '../../../storage/archive/read.ts';
import type { ZipReader } from '../../../storage/archive/zip.ts';
import { givenIn, insertMissing, readPages } from '../../../storage/archive/rows.ts';
import type { Row } from '../../../storage/archive/rows.ts';
import { transaction } from '../../../storage/transaction.ts';
import { SETTINGS } from './format.ts';
import { References } from './references.ts';
import { loadFile } from './load-files.ts';
import type { Loading } from './loading.ts';
import { inward } from './records/described.ts';
import type { DescribedKind } from './records/described.ts';
import { fileNameOf } from './records/kind.ts';
import { KINDS_WITH_FILES } from './records/kinds.ts';
import type { ArchiveSettings } from './settings.ts';
import { writeSettings } from './settings.ts';

/** A batch is one transaction, and the embedded database has one session for all callers. */
const BATCH = { rows: 200, bytes: 2 * 1024 * 1024 };
const BATCH_OF_CONVERSATIONS = { ...BATCH, rows: 10 };

/** A record, with the place that a report names. */
export interface Sourced {
  row: Row;
  where: string;
  /** The size of its text. */
  size: number;
}

export async function loadArchive(loading: Loading, zip: ZipReader): Promise<void> {
  const { context, report } = loading;
  if (zip.has(SETTINGS)) {
    const isNew = await isEmptyAccount(loading);
    const settings = JSON.parse(await entryText(zip.entry(SETTINGS))) as ArchiveSettings;
    if (isNew) await writeSettings(context.db, userOf(context), settings, context.clock.now());
    report.count('settings', isNew ? { created: 1 } : { unchanged: 1 });
  }
  const load = (row: Row, kind: DescribedKind) => loadFile(loading, zip, kind, row);
  await loadRecords(
    loading,
    (kind) => (zip.has(fileNameOf(kind)) ? rowsOf(zip, kind) : null),
    load,
  );
}

/** Stores the records that `recordsOf` yields for each kind; null when there are none. */
export async function loadRecords(
  loading: Loading,
  recordsOf: (kind: DescribedKind) => AsyncIterable<Sourced> | Iterable<Sourced> | null,
  load?: (row: Row, kind: DescribedKind) => Promise<void>,
): Promise<void> {
  const references = new References(loading.context);
  for (const kind of loading.kinds) {
    const records = recordsOf(kind);
    if (records) {
      const limits = kind.name === 'conversations' ? BATCH_OF_CONVERSATIONS : BATCH;
      for await (const batch of linesInBatches(records, ({ size }) => size, limits)) {
        loading.signal.throwIfAborted();
        loading.context.requireRoom();
        const refuse = ({ where }: Sourced) =>
          loading.report.refuse(kind.name, where, 'The database does not accept the record.');
        if (KINDS_WITH_FILES.has(kind.name)) {
          for (const each of batch) {
            await storeOrRefuse([each], () => load!(each.row, kind), refuse);
          }
        } else {
          await storeOrRefuse(batch, (some) => loadBatch(loading, kind, some, references), refuse);
        }
        loading.progress();
      }
    }
    await references.learn(kind);
  }
}

async function* rowsOf(zip: ZipReader, kind: DescribedKind): AsyncGenerator<Sourced> {
  const name = fileNameOf(kind);
  for await (const { text, number } of linesOf(name, zip.read(name))) {
    yield { row: JSON.parse(text) as Row, where: `${name}, line ${number}`, size: text.length };
  }
}

/** The settings of an archive apply only to an account that is new. */
async function isEmptyAccount({ context, kinds }: Loading): Promise<boolean> {
  const names = new Set(['conversations', 'memories', 'action-items', 'goals', 'people']);
  for (const kind of kinds.filter(({ name }) => names.has(name))) {
    for await (const _ of readPages(context.db, userOf(context), kind, 1)) return false;
  }
  return true;
}

async function loadBatch(
  loading: Loading,
  kind: DescribedKind,
  batch: readonly Sourced[],
  references: References,
): Promise<void> {
  const rows = batch.map(({ row }) => references.resolved(row));
  const created = await insertRows(loading, kind, rows);
  loading.report.count(kind.name, { created: created.size, unchanged: rows.length - created.size });
  await references.match(
    kind,
    rows.filter(({ id }) => !created.has(id)),
  );
}

/** Stores the new rows with the records that belong to them, and returns their ids. */
async function insertRows(
  { context, report, save }: Loading,
  kind: DescribedKind,
  rows: readonly Row[],
): Promise<Set<unknown>> {
  const user_id = userOf(context);
  const { derived, children, table } = kind;
  return transaction(context.db, async (tx) => {
    const whole = rows.map((row) => ({ ...inward(row, kind), ...derived?.(row) }));
    const extra = derived ? Object.keys(derived(rows[0]!)) : [];
    const columns = givenIn(whole, [...kind.columns, ...extra]);
    const added = await insertMissing(tx, user_id, { table, columns, key: ['id'] }, whole);
    const ids = new Set(added.map(({ id }) => id));
    for (const child of children) {
      const { field, parent } = child;
      const nested = rows
        .filter(({ id }) => ids.has(id))
        .flatMap((row) =>
          (row[field] as Row[]).map((each) => ({ ...inward(each, child), [parent]: row['id'] })),
        );
      const stored = { ...child, columns: givenIn(nested, [parent, ...child.columns]) };
      await insertMissing(tx, user_id, stored, nested);
    }
    const counts = { created: ids.size, unchanged: rows.length - ids.size };
    await save(tx, report.after(kind.name, counts));
    return ids;
  });
}
