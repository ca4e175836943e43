import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const NAME = /^commonplace-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.tar\.gz(\.age)?$/;

/** Names sort by time. */
export function archiveName(now: Date, isEncrypted: boolean): string {
  const time = now.toISOString().slice(0, 19).replaceAll(':', '-');
  return `commonplace-${time}Z.tar.gz${isEncrypted ? '.age' : ''}`;
}

export function isOurArchive(name: string): boolean {
  return NAME.test(name);
}

/** Returns the time of the newest regular backup; null when the folder has none. */
export async function newestBackup(folder: string): Promise<Date | null> {
  const names = (await readdir(folder).catch(() => [])).filter(isOurArchive).toSorted();
  const newest = names.at(-1);
  return newest === undefined ? null : (await stat(join(folder, newest))).mtime;
}
