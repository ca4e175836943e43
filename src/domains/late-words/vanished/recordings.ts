/** Places uploaded recordings where they survive a crash, and the loss of the disk. */
import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describeJournal, removeJournal } from '../../../storage/journal.ts';
import { moveFile } from '../../../storage/waiting/move-file.ts';
import type { CatchUpParts } from '../catch-up-parts.ts';
import { RECORDING } from '../left-sound.ts';
import type { SoundAbout } from '../sound-journal.ts';

type Place = Pick<CatchUpParts, 'root' | 'waiting'>;

/** Moves a recording to a folder of its own, which it returns. */
export async function placeRecording(
  { root, waiting }: Place,
  path: string,
  about: SoundAbout,
): Promise<string> {
  const id = randomUUID();
  const folder = join(root, id);
  const source = join(folder, RECORDING);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await moveFile(path, source);
    await describeJournal(folder, about);
    const { user_id } = about;
    await waiting?.put({ user_id, id, kind: 'sound', about, path: RECORDING, source });
  } catch (error) {
    await discardRecording({ root, waiting }, folder).catch(() => {});
    throw error;
  }
  return folder;
}

/** Deletes a recording that was not accepted. */
export async function discardRecording(
  { waiting }: Pick<Place, 'waiting'> & Partial<Place>,
  folder: string,
): Promise<void> {
  const erase = () => removeJournal(folder);
  await (waiting?.remove(basename(folder), erase) ?? erase());
}
