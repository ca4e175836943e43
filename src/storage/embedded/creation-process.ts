/** The process that makes a new database and ends; see creation.ts. */
import type { CreationReply } from './creation.ts';
import { openPostgres } from './wasm/postgres.ts';
import { SyncedFs } from './wasm/synced-fs.ts';

/** File errors come as numbers of the WebAssembly System Interface. */
const WASI_ERRORS: Readonly<Record<number, string>> = {
  2: 'EACCES',
  19: 'EDQUOT',
  29: 'EIO',
  51: 'ENOSPC, no space is left',
  63: 'EPERM',
  69: 'EROFS',
};

const fs = new SyncedFs(process.argv[2]!);
try {
  const database = await openPostgres(fs);
  await database.close();
  fs.flush();
  process.send!({ made: true } satisfies CreationReply);
} catch (error) {
  const { code, errno, message } = error as NodeJS.ErrnoException;
  const reason = fs.lastWords || code || WASI_ERRORS[errno!] || message || `error ${errno}`;
  process.send!({ made: false, reason } satisfies CreationReply);
}
process.disconnect();
