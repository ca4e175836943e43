/** Continues with the sound of a process that vanished with its disk. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { behindWall, userOf } from '../../../kit/context.ts';
import type { Context, Parts } from '../../../kit/context.ts';
import { describeJournal, readJournal } from '../../../storage/journal.ts';
import { fetchFile } from '../../../storage/waiting/pieces.ts';
import { hasLaterSound } from '../../../storage/waiting/rows.ts';
import type { WaitingFile } from '../../../storage/waiting/rows.ts';
import { selectConversation } from '../../conversations/conversations.ts';
import type { SoundSpan } from '../../transcripts/gap.ts';
import { SoundAbout, SoundNote } from '../sound-journal.ts';
import type { SoundStore } from '../sound-buffer.ts';

/** The sound that a process had accepted and not copied: the time between two copies, and a little. */
const LOST_MS = 3_000;
/** A session that hears speech notes it this often. */
const NOTED_MS = 6_000;

type Store = Pick<SoundStore, 'root' | 'left' | 'lose'>;

export async function adoptSound(parts: Parts, kept: Store, file: WaitingFile): Promise<void> {
  const folder = join(kept.root, file.id);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await fetchFile(parts, file, (path) => join(folder, path));
  const about = SoundAbout.parse(file.about);
  await describeJournal(folder, about);
  const { user_id } = file;
  const context = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
  const lost = await findLostEnd(context, { file, about, folder });
  await kept.left(folder);
  if (lost) await kept.lose(context, lost.conversation_id, lost.span);
}

/** Returns the end of a live session's sound that was not copied; null when nobody spoke in it. */
async function findLostEnd(
  context: Context,
  { file, about, folder }: { file: WaitingFile; about: SoundAbout; folder: string },
): Promise<{ conversation_id: string; span: SoundSpan } | null> {
  const { lost_from } = file;
  // A session that has ended left all of its sound here, and noted the conversations.
  if (about.recording || about.known.length > 0 || !lost_from) return null;
  const copied = lost_from.getTime();
  const last = await lastNote(folder);
  const conversation_id = last?.conversation_id ?? file.conversation_id;
  if (!conversation_id || (await hasLaterSound(context.db, { ...file, conversation_id })))
    return null;
  const row = await selectConversation(context.db, userOf(context), conversation_id);
  const heard = row?.last_heard_at?.getTime() ?? 0;
  const end = last?.spoken_until ?? 0;
  const isRecent = end > copied - LOST_MS;
  const wasSpeaking = isRecent ? last!.voiced !== false : heard > copied - NOTED_MS;
  if (!wasSpeaking && heard <= copied) return null;
  const from = isRecent ? end : copied;
  return { conversation_id, span: { from, until: Math.max(from, copied) + LOST_MS } };
}

async function lastNote(folder: string): Promise<SoundNote | null> {
  let last: SoundNote | null = null;
  for await (const { note } of readJournal(folder)) last = SoundNote.safeParse(note).data ?? last;
  return last;
}
