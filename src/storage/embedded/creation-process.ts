/** The process that makes a new database and ends; see creation.ts. */
import { PGlite } from '@electric-sql/pglite';
import type { CreationReply } from './creation.ts';
import { START_PARAMETERS } from './settings.ts';
import { SyncedFs } from './synced-fs.ts';

const fs = new SyncedFs(process.argv[2]!);
try {
  const database = await PGlite.create({ fs, startParams: START_PARAMETERS });
  await database.close();
  fs.flush();
  process.send!({ made: true } satisfies CreationReply);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = fs.lastWords || code || message;
  process.send!({ made: false, reason } satisfies CreationReply);
}
process.disconnect();
