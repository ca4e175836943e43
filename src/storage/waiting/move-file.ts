import { copyFile, rename, rm } from 'node:fs/promises';

/** Moves a file, even between disks. */
export async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  });
}
