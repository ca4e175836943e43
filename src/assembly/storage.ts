/** The first step after the database has opened: makes the preparations that all domains need. */
import { join } from 'node:path';
import { uuidv7 } from '../core/ids.ts';
import { allGates, allJobs, allReactions } from '../domains/index.ts';
import { openChangeLog } from '../domains/changes/log.ts';
import { ChangeWatch } from '../domains/changes/change-watch.ts';
import { noteFacts } from '../domains/late-words/sound-journal.ts';
import { releaseClaims } from '../domains/requests/idempotency.ts';
import { Embeddings } from '../domains/search/embeddings.ts';
import { Reranking } from '../domains/search/reranking.ts';
import { SearchService } from '../domains/search/search.ts';
import type { Parts } from '../kit/context.ts';
import { aloneInUpgrade, backUpBeforeUpgrade } from '../storage/backup/before-upgrade.ts';
import type { Database } from '../storage/database.ts';
import { requireSameSecret, secretOf } from '../storage/installation.ts';
import { startJobs } from '../storage/jobs.ts';
import { openJournals } from '../storage/journals.ts';
import { migrate } from '../storage/migrations.ts';
import { openFiles } from '../storage/objects/address.ts';
import { releaseAllClaims } from '../storage/objects/rows.ts';
import type { Files } from '../storage/objects/files.ts';
import { raiseWalls } from '../storage/walls.ts';
import { openOutbox } from '../storage/outbox.ts';
import { WaitingFiles } from '../storage/waiting/waiting-files.ts';
import type { Start } from './start.ts';
import type { TextModels } from './choices/text-models.ts';

export interface Storage {
  database: Database;
  secret: string;
  journals: Awaited<ReturnType<typeof openJournals>>;
  embeddings: Embeddings | null;
  watch: ChangeWatch;
  parts: Parts;
}

export async function openStorage(
  start: Start,
  database: Database,
  textModels: TextModels,
): Promise<Storage> {
  const { config, stack, log, clock, progress, replaced } = start;
  const { db } = database;
  const files = openFiles({ ...config.storage, ...config.files, bucket: config.bucket }, log);
  await aloneInUpgrade(database, async () => {
    await backUpBeforeUpgrade({
      database,
      dataDir: config.storage.dataDir,
      ...config.backup,
      ...config.bucket,
      objects: files,
      secret: () => secretOf(config.storage),
      progress,
    });
    await migrate({ database, log });
  });
  database.startStatistics();
  const secret = secretOf(config.storage);
  await requireSameSecret(db, secret);
  await files.requireOwn(db);
  if (database.kind === 'embedded') await releaseAllClaims(db);
  const journals = stack.use(await openJournals(join(config.storage.dataDir, 'sound')));
  const outbox = stack.use(
    await openOutbox({ db, log, signals: database.signals, reactions: allReactions }),
  );
  const jobs = stack.use(await startJobs({ database, jobs: allJobs, log }));
  // The queue has just made its tables, and statements of users use them too.
  await raiseWalls(db);
  const { embedder } = textModels;
  const { deadlineMs } = config.embeddings;
  const source = embedder && { embedder, deadlineMs };
  const embeddings = await Embeddings.open({ db, clock, log }, source);
  stack.use(embeddings);
  stack.use(await openChangeLog({ db, clock, log }));
  const search = stack.use(
    new SearchService({
      db,
      clock,
      log,
      embeddings,
      reranking: textModels.reranker && new Reranking(textModels.reranker, { log }),
      maxBytes: config.search.memoryMib * 1024 ** 2,
      candidates: database.kind === 'embedded' ? undefined : (replaced.candidates ?? {}),
      snapshots: {
        folder: join(config.storage.dataDir, 'search'),
        requireRoom: () => database.requireRoom(),
        ...replaced.snapshots,
      },
      hintPatienceMs: replaced.hintPatienceMs,
      startsThread: replaced.startsSearch,
    }),
  );
  const watch = stack.use(new ChangeWatch(database, log));
  const waiting = stack.use(await openWaiting(start, { database, journals, files }));
  const parts: Parts = {
    db,
    clock,
    newId: uuidv7,
    processId: journals.id,
    log,
    jobs,
    outbox,
    files,
    waiting,
    search,
    gates: allGates,
    changed: (user_id) => watch.nudge(user_id),
    requireRoom: () => database.requireRoom(),
  };
  await releaseClaims(parts, journals.ended);
  return { database, secret, journals, embeddings, watch, parts };
}

/** The embedded database has the disk of its only process. */
async function openWaiting(
  { clock, log }: Start,
  { database, journals, files }: Pick<Storage, 'database' | 'journals'> & { files: Files },
): Promise<WaitingFiles | null> {
  if (database.kind === 'embedded') return null;
  const { id: holder, ended, folder: root } = journals;
  const { db } = database;
  return WaitingFiles.open({ db, files, clock, log, holder, ended, root, readNote: noteFacts });
}
