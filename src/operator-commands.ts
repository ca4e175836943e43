/** The commands that an operator runs on the same machine as the service. */
import { readConfig } from './config.ts';
import type { Config } from './config.ts';
import { StartError } from './core/errors.ts';
import { silentLog } from './core/log.ts';
import { administer } from './domains/accounts/administration.ts';
import { openIdentity } from './domains/accounts/identity.ts';
import { eraseAccount } from './domains/erasure/erasure.ts';
import { allReactions } from './domains/index.ts';
import { openOutbox } from './storage/outbox.ts';
import { askService } from './transports/control/control-socket.ts';
import { replaceSecret, secretOf } from './storage/installation.ts';
import { openDatabase } from './storage/database.ts';
import type { Database } from './storage/database.ts';
import { migrate } from './storage/migrations.ts';

export const OPERATOR_VERBS: Record<string, (...words: string[]) => Promise<void>> = {
  serve: runService,
  migrate: migrateOnly,
  account: operateAccounts,
  secret: acceptNewSecret,
  // Modules are loaded only when needed, because the service is most of the code.
  models: async (...words) => (await import('./operating/models.ts')).operateModels(...words),
  recognise: async (...words) => (await import('./operating/recognition.ts')).recognise(...words),
};

/** A shutdown that takes longer than this is aborted. */
const STOP_MS = 15_000;
/** The limit after a fault is shorter, because little work remains. */
const STOP_AFTER_FAULT_MS = 3_000;

async function runService(): Promise<void> {
  const { serve } = await import('./assembly/service.ts');
  const config = readConfig(process.env);
  const started = performance.now();
  // Registered before all other parts start, so that Ctrl-C during the start also stops the service
  // cleanly.
  const stop = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      exitAfter(
        STOP_MS,
        'The service did not stop in time and is terminated. Acknowledged data is safe.',
      );
      stop.resolve();
    });
  }
  const service = await serve(config, { progress: (step) => console.log(`· ${step} …`) });
  const { report, setUpLink, url } = service;
  console.log(
    [
      '',
      `Commonplace is ready on ${url} (after ${((performance.now() - started) / 1000).toFixed(1)} s)`,
      `  data           ${report.database}${report.durable ? '' : ' — NOT DURABLE: no sync reaches the disk'}`,
      `  words          ${report.recogniser}`,
      `  understanding  ${report.understanding}`,
      report.embeddings && `  search         ${report.embeddings}`,
      `  assistants     ${config.server.baseUrl ?? url}/connect`,
      '',
      setUpLink
        ? `Open this once to create your account: ${setUpLink}`
        : 'Next: npm run demo, or open the README for the first five minutes.',
      report.hint,
      'Ctrl-C stops it.',
    ]
      .filter((line) => line !== null)
      .join('\n'),
  );
  const fault = await Promise.race([stop.promise, service.fault]);
  if (fault !== undefined) {
    console.error(fault);
    process.exitCode = 1;
    exitAfter(STOP_AFTER_FAULT_MS, 'Ended.');
  }
  console.log('\nStopping …');
  // A second Ctrl-C exits immediately.
  process.once('SIGINT', () => process.exit(130));
  await service[Symbol.asyncDispose]();
}

function exitAfter(milliseconds: number, sentence: string): void {
  setTimeout(() => {
    console.error(sentence);
    // `process.exit` waits for threads, and a thread that hangs in a system call never ends. So the
    // process is killed.
    process.kill(process.pid, 'SIGKILL');
  }, milliseconds).unref();
}

/** Opens the database that the environment configures. */
function openConfigured(): Promise<Database> {
  const { databaseUrl, dataDir } = readConfig(process.env).storage;
  return openDatabase({ url: databaseUrl, folder: dataDir, log: silentLog });
}

async function migrateOnly(): Promise<void> {
  await using database = await openConfigured();
  await migrate({ database, log: silentLog });
  console.log('The database is up to date.');
}

/** For operators who have changed `SVC_SECRET` on purpose. */
async function acceptNewSecret(action = ''): Promise<void> {
  if (action !== 'replace') throw new StartError('Usage: secret replace');
  await using database = await openConfigured();
  await migrate({ database, log: silentLog });
  await replaceSecret(database.db, secretOf(readConfig(process.env).storage));
  console.log('Accepted. Everybody signs in again; webhooks need a new secret.');
}

/** Runs commands on accounts, through the running service if there is one. */
async function operateAccounts(...words: string[]): Promise<void> {
  const config = readConfig(process.env);
  const lines =
    (await askService(config.storage.dataDir, words)) ?? (await administerStopped(config, words));
  for (const line of lines) console.log(line);
}

async function administerStopped(config: Config, words: readonly string[]): Promise<string[]> {
  await using database = await openConfigured();
  await migrate({ database, log: silentLog });
  const { db } = database;
  await using outbox = await openOutbox({ db, log: silentLog, reactions: allReactions });
  const identity = openIdentity({
    db,
    secret: secretOf(config.storage),
    baseUrl: 'http://127.0.0.1',
  });
  const erase = (user_id: string) => eraseAccount({ db, outbox }, user_id);
  return await administer({ db, identity, erase, timezone: config.accounts.timezone }, words);
}
