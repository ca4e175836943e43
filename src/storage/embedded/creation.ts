/** Makes the folder of a new database: from the archive of the package, or in a process of its own. */
import { fork } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { StartError } from '../../core/errors.ts';
import { syncFolders } from '../journal.ts';
import { PACKED_DATABASE, unpackDatabase } from './packed-database.ts';

/** The only message of the process that makes the database. */
export interface CreationReply {
  made: boolean;
  reason?: string;
}

/**
 * V8 then translates WebAssembly only once, and quickly. Better code would take half of the time, and
 * this process ends in two seconds.
 */
const FLAGS = ['--liftoff-only'];

/** The folder in which a database is made has this name and some letters. */
const UNFINISHED = 'postgres.new-';

/**
 * Makes the database unless it exists. It appears under its name when it is complete and on disk.
 * The memory of PostgreSQL's `initdb`, some 500 MB, goes with its process.
 */
export async function createDatabase(folder: string): Promise<void> {
  if (existsSync(folder)) return;
  const parent = dirname(folder);
  // A start that was killed may have left some.
  for (const name of readdirSync(parent).filter((each) => each.startsWith(UNFINISHED)))
    rmSync(join(parent, name), { recursive: true, force: true });
  const unfinished = mkdtempSync(join(parent, UNFINISHED));
  const make = existsSync(PACKED_DATABASE) ? unpacked : replyOfProcess;
  const { made, reason } = await make(join(unfinished, 'postgres'));
  if (made) {
    renameSync(join(unfinished, 'postgres'), folder);
    await syncFolders([parent]);
  }
  rmSync(unfinished, { recursive: true, force: true });
  if (!made) throw new StartError(`The database in ${folder} cannot be made: ${reason}.`);
}

async function unpacked(folder: string): Promise<CreationReply> {
  try {
    await unpackDatabase(PACKED_DATABASE, folder);
    return { made: true };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return { made: false, reason: code ?? message };
  }
}

async function replyOfProcess(folder: string): Promise<CreationReply> {
  const entry = new URL(`./creation-process${extname(import.meta.filename)}`, import.meta.url);
  const child = fork(entry, [folder], {
    execArgv: [...FLAGS, ...process.execArgv],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let reply: CreationReply = { made: false, reason: 'its process ended' };
  child.on('message', (message) => (reply = message as CreationReply));
  child.on('error', ({ message }) => (reply = { made: false, reason: message }));
  await new Promise((resolve) => child.once('close', resolve));
  return reply;
}
