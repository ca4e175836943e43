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

export interface BackupFile {
  name: string;
  bytes: number;
  made_at: Date;
}

/** Lists the regular backups of a folder, the newest first. */
export async function listBackups(folder: string): Promise<BackupFile[]> {
  const names = (await readdir(folder).catch(() => [])).filter(isOurArchive).toSorted();
  const files = names.toReversed().map(async (name) => {
    // A newer backup may just have replaced an old one.
    const facts = await stat(join(folder, name)).catch(() => null);
    return facts ? [{ name, bytes: facts.size, made_at: facts.mtime }] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Returns the time of the newest regular backup; null when the folder has none. */
export async function newestBackup(folder: string): Promise<Date | null> {
  return (await listBackups(folder))[0]?.made_at ?? null;
}
