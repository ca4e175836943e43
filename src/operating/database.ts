/** The commands that work on the database: `migrate`, `secret` and `account`. */
import { readConfig } from '../config.ts';
import type { Config } from '../config.ts';
import { StartError } from '../core/errors.ts';
import { silentLog } from '../core/log.ts';
import { administer } from '../domains/accounts/administration.ts';
import { openIdentity } from '../domains/accounts/identity.ts';
import { systemClock } from '../core/clock.ts';
import { administerQuotas, Quotas } from '../domains/quotas/quotas.ts';
import { eraseAccount } from '../domains/portability/erasure/erasure.ts';
import { allReactions } from '../domains/index.ts';
import { openOutbox } from '../storage/outbox.ts';
import { askService } from '../transports/control/control-socket.ts';
import { replaceSecret, secretOf } from '../storage/installation.ts';
import { aloneInUpgrade, backUpBeforeUpgrade } from '../storage/backup/before-upgrade.ts';
import { openDatabase } from '../storage/database.ts';
import type { Database } from '../storage/database.ts';
import { requestRotation } from '../storage/objects/rows.ts';
import { migrate } from '../storage/migrations.ts';
import { filesOf } from './backup/store.ts';
import { parseCommandLine } from './arguments.ts';

/** Opens the database that the environment configures. */
function openConfigured(): Promise<Database> {
  const { databaseUrl, dataDir } = readConfig(process.env).storage;
  return openDatabase({ url: databaseUrl, folder: dataDir, log: silentLog });
}

const MIGRATE_USAGE = 'Usage: commonplace migrate [--without-backup]';
const MIGRATE_OPTIONS = { 'without-backup': { type: 'boolean', default: false } } as const;

export async function migrateOnly(...words: string[]): Promise<void> {
  const { values } = parseCommandLine(words, MIGRATE_OPTIONS, MIGRATE_USAGE);
  const config = readConfig(process.env);
  await using database = await openConfigured();
  await aloneInUpgrade(database, async () => {
    if (!values['without-backup']) {
      await backUpBeforeUpgrade({
        database,
        dataDir: config.storage.dataDir,
        ...config.backup,
        ...config.bucket,
        objects: filesOf(config),
        secret: () => secretOf(config.storage),
        progress: (step) => console.log(`· ${step} …`),
      });
    }
    await migrate({ database, log: silentLog });
  });
  console.log('The database is up to date.');
}

/** For operators who have changed `SVC_SECRET` on purpose, or want other keys for files. */
export async function changeSecrets(action = ''): Promise<void> {
  if (!['replace', 'rotate-files'].includes(action)) {
    throw new StartError('Usage: secret replace | rotate-files');
  }
  await using database = await openConfigured();
  await migrate({ database, log: silentLog });
  if (action === 'rotate-files') {
    await requestRotation(database.db);
    console.log('The service encrypts kept sound and photos again, each with another key.');
    return;
  }
  await replaceSecret(database.db, secretOf(readConfig(process.env).storage));
  console.log('Accepted. Everybody signs in again; webhooks need a new secret.');
}

/** Works on accounts, through the running service if there is one. */
export async function operateAccounts(...words: string[]): Promise<void> {
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
  const quota = (user_id: string, given: readonly string[]) =>
    administerQuotas(new Quotas(config.quotas), { db, clock: systemClock }, user_id, given);
  const { timezone } = config.accounts;
  return await administer({ db, outbox, identity, erase, quota, timezone }, words);
}
