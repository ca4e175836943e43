/** The examinations of a running service. Each view takes those for which it has the time. */
import type { Config } from '../config.ts';
import type { LiveFigures } from '../domains/statistics/operator.ts';
import { readStoreFacts } from '../domains/statistics/store-facts.ts';
import type { Database } from '../storage/database.ts';
import type { Files } from '../storage/objects/files.ts';
import { selectFileFacts } from '../storage/objects/rows.ts';
import { cached } from './cached.ts';
import { judgeFiles } from './files.ts';
import { findingsOf, within } from './finding.ts';
import type { Finding } from './finding.ts';
import { judgeDisk } from './machine.ts';
import { judgeWaiting } from './store.ts';

/** The storage gives up earlier, unless its own limits fail. */
const READY_MS = 10_000;
/** The rows are not counted again within this time. */
const FRESH_MS = 5_000;

export type Examinations = ReturnType<typeof examineRunning>;

export function examineRunning({
  database,
  files,
  storage,
  sessions,
}: {
  database: Database;
  files: Files;
  storage: Config['storage'];
  sessions: { readonly size: number; readonly load: { readonly behindSeconds: number } };
}) {
  const { db, disk, kind } = database;
  const { ok, fault } = findingsOf('database');
  const store = kind === 'embedded' ? 'the embedded database' : 'PostgreSQL';
  const sound = ok(`The running service uses ${store}.`);
  const silent = fault('The service cannot read its database.', 'Read its log.');
  return {
    /** Asks for one row, because load balancers ask every few seconds. */
    database: (): Promise<Finding> =>
      within(() => db.selectFrom('users').select('id').limit(1).execute(), READY_MS).then(
        () => sound,
        () => silent,
      ),
    disk: (): Finding => judgeDisk(disk.freeBytes, storage),
    /** Examines the database by what it stores. The facts are null when it does not answer. */
    stored: cached(async () => {
      const read = () => Promise.all([readStoreFacts(db), selectFileFacts(db)]);
      const [facts, ofFiles] = (await within(read).catch(() => null)) ?? [null];
      if (!facts || !ofFiles) return { facts: null, findings: [silent] };
      const findings = [sound, ...judgeWaiting(facts), ...judgeFiles(files, ofFiles)];
      return { facts, findings };
    }, FRESH_MS),
    live: (): LiveFigures => ({
      free_bytes: disk.freeBytes,
      live_sessions: sessions.size,
      words_behind_seconds: sessions.load.behindSeconds,
    }),
  };
}
