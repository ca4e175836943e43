import { constants, readFileSync } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SharedSession } from './session.ts';

const CONTROL_FILE = 'global/pg_control';
const LOG_FOLDER = 'pg_wal';
const PID_FILE = 'postmaster.pid';

/**
 * Copies the database while it works, as `pg_basebackup` does: the copy is torn, and the
 * write-ahead log from the checkpoint on repairs it when the copy is opened. The log must be copied
 * last, and no checkpoint may happen meanwhile. Callers wait only for the checkpoint.
 */
export async function copyDatabase(
  session: SharedSession,
  from: string,
  to: string,
): Promise<void> {
  const giveBack = await session.take();
  let control: Buffer;
  try {
    await session.sendNow('CHECKPOINT', []);
    control = readFileSync(join(from, CONTROL_FILE));
  } finally {
    giveBack();
  }
  const isLog = (path: string) => path.startsWith(`${LOG_FOLDER}/`);
  const paths = await filesBelow(from, '', to);
  for (const path of paths.filter((each) => !isLog(each)))
    await copy(join(from, path), join(to, path));
  await writeFile(join(to, CONTROL_FILE), control);
  // The log has more files now.
  for (const path of await filesBelow(from, LOG_FOLDER, to)) {
    await copy(join(from, path), join(to, path));
  }
}

/** Lists the files below a folder, and makes the same folders in `to`. */
async function filesBelow(root: string, folder: string, to: string): Promise<string[]> {
  await mkdir(join(to, folder), { recursive: true, mode: 0o700 });
  const paths: string[] = [];
  for (const child of await readdir(join(root, folder), { withFileTypes: true })) {
    const path = folder === '' ? child.name : `${folder}/${child.name}`;
    if (child.isDirectory()) paths.push(...(await filesBelow(root, path, to)));
    else if (child.isFile() && child.name !== PID_FILE && path !== CONTROL_FILE) paths.push(path);
  }
  return paths;
}

/** File systems that can share blocks make a copy without copying. */
async function copy(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  } catch (error) {
    // PostgreSQL deleted the file. The log of the deletion is copied.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
