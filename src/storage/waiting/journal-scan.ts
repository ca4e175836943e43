/** Finds what changed in a folder of journals since it was copied. */
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UUID } from '../../core/wire.ts';
import { ABOUT, aboutJournal, BATCHES, copyBatches } from '../journal.ts';
import type { FileChange, FreshFile, WaitingPiece } from './rows.ts';

/** Facts about a batch, from its note. */
export interface NoteFacts {
  conversation_id: string | null;
  /** True when it is certain that nobody speaks in it, so that its sound need not survive the disk. */
  isSilent: boolean;
}

/** A journal, as far as it is copied. */
export interface CopiedJournal {
  user_id: string;
  /** The time at which the description was written. */
  describedAt: number;
  conversation_id: string | null;
  /** The copied bytes of each file. */
  files: Map<string, number>;
}

/** The changes of one scan. They count as copied after `accept`. */
export class JournalChanges {
  readonly fresh: FreshFile[] = [];
  readonly pieces: WaitingPiece[] = [];
  readonly changed: FileChange[] = [];
  readonly removed: { file_id: string; path: string }[] = [];
  readonly gone: string[] = [];
  readonly accepted: (() => void)[] = [];
  bytes = 0;
  /** False when more waits than one scan takes. */
  isWhole = true;
  /** False when a journal cannot be read, which stops no other one. */
  isComplete = true;

  accept(): void {
    for (const each of this.accepted) each();
  }
}

/** The largest scan, so that the statement that stores it stays small. */
const MAX_SCAN_BYTES = 8 * 1024 ** 2;
const MAX_READ_BYTES = 2 * 1024 ** 2;

export interface ScanParts {
  root: string;
  holder: string;
  copied: Map<string, CopiedJournal>;
  isSkipped(id: string): boolean;
  readNote(note: unknown): NoteFacts;
  failed(id: string, error: unknown): void;
}

export async function scanJournals(parts: ScanParts): Promise<JournalChanges> {
  const { root, copied, isSkipped } = parts;
  const changes = new JournalChanges();
  const names = (await readdir(root)).filter((name) => UUID.test(name));
  for (const id of names) {
    if (isSkipped(id)) continue;
    await scanJournal(parts, id, changes).catch((error: unknown) => {
      parts.failed(id, error);
      changes.isComplete = false;
    });
    if (changes.bytes < MAX_SCAN_BYTES) continue;
    changes.isWhole = false;
    return changes;
  }
  const present = new Set(names);
  for (const id of copied.keys()) {
    if (present.has(id) || isSkipped(id)) continue;
    changes.gone.push(id);
    changes.accepted.push(() => copied.delete(id));
  }
  return changes;
}

async function scanJournal(
  { root, holder, copied, readNote }: ScanParts,
  id: string,
  changes: JournalChanges,
): Promise<void> {
  const folder = join(root, id);
  const described = await stat(join(folder, ABOUT)).catch(() => null);
  // The journal has just begun, or is just being removed.
  if (!described) return;
  const journal = copied.get(id) ?? (await begin(folder));
  if (!journal) return;
  const { user_id } = journal;
  if (!copied.has(id)) {
    const about = await aboutJournal(folder);
    changes.fresh.push({ user_id, id, kind: 'sound', about, holder });
    changes.accepted.push(() => copied.set(id, journal));
  } else if (journal.describedAt !== described.mtimeMs) {
    changes.changed.push({ id, about: await aboutJournal(folder) });
  }
  changes.accepted.push(() => (journal.describedAt = described.mtimeMs));
  const names = (await readdir(folder).catch(() => [])).filter((name) => BATCHES.test(name));
  let conversation_id = journal.conversation_id;
  for (const path of names.toSorted()) {
    const place = journal.files.get(path) ?? 0;
    const news = await readFrom(join(folder, path), place);
    if (!news) continue;
    const { content, length } = copyBatches(news, (note) => {
      const facts = readNote(note);
      conversation_id = facts.conversation_id ?? conversation_id;
      return !facts.isSilent;
    });
    if (length === 0) continue;
    const until = place + length;
    changes.pieces.push({ user_id, file_id: id, path, place, until, content });
    changes.bytes += content.length;
    if (news.length === MAX_READ_BYTES) changes.isWhole = false;
    changes.accepted.push(() => journal.files.set(path, until));
  }
  for (const path of journal.files.keys()) {
    if (names.includes(path) || !BATCHES.test(path)) continue;
    changes.removed.push({ file_id: id, path });
    changes.accepted.push(() => journal.files.delete(path));
  }
  if (conversation_id !== journal.conversation_id) {
    changes.changed.push({ id, conversation_id });
    changes.accepted.push(() => (journal.conversation_id = conversation_id));
  }
}

async function begin(folder: string): Promise<CopiedJournal | null> {
  const about = (await aboutJournal(folder)) as { user_id?: unknown; recording?: unknown } | null;
  // A recording is stored as a whole, before it counts as accepted.
  if (typeof about?.user_id !== 'string' || about.recording) return null;
  return { user_id: about.user_id, describedAt: 0, conversation_id: null, files: new Map() };
}

/** Returns the bytes from this place on; null when there are none. */
async function readFrom(path: string, place: number): Promise<Buffer | null> {
  // A file is removed when all of it is processed.
  const found = await stat(path).catch(() => null);
  if (!found || found.size <= place) return null;
  await using file = await open(path).catch(() => null);
  if (!file) return null;
  const content = Buffer.alloc(Math.min(found.size - place, MAX_READ_BYTES));
  const { bytesRead } = await file.read(content, 0, content.length, place);
  return content.subarray(0, bytesRead);
}
