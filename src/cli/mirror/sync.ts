/** Brings one page and its file together. */
import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../../client/src/index.ts';
import { sendEdits } from './edits.ts';
import { fileHash, UnusablePath } from './folder.ts';
import type { FolderFile } from './folder.ts';
import { freePath, pathKey } from './text/names.ts';
import { copyText, pageIdOf, pageKeyIn, splitPage } from './text/page-text.ts';
import type { PageKey } from './text/page-text.ts';
import type { Pages } from './pages.ts';
import type { MirrorParts } from './parts.ts';
import { readPage } from './text/read-back.ts';
import { removedLines } from './removals.ts';
import type { MirrorFile } from './state.ts';

/** Returns false when the page has to wait: for the user to finish, or for the service. */
export async function syncPage(parts: MirrorParts, pages: Pages, key: PageKey): Promise<boolean> {
  try {
    return await sync(parts, pages, key);
  } catch (error) {
    if (error instanceof UnusablePath) {
      parts.say(error.message);
      return true;
    }
    // The conversation was deleted since the feed was read; the feed will say so.
    if (error instanceof ApiError && error.status === 404) return true;
    throw error;
  }
}

async function sync(parts: MirrorParts, pages: Pages, key: PageKey): Promise<boolean> {
  const file = parts.state.files[key];
  if (file?.removed) return true;
  if (!pages.exists(key)) return dropPage(parts, key);
  const path = pages.pathOf(key)!;
  const present = parts.folder.read(path);
  if (!file && present && pageKeyIn(splitPage(present.text)) !== key) {
    pages.forgetPath(key);
    return false;
  }
  const isOurs = present !== null && file?.hash === fileHash(present.text);
  const text = await pages.textOf(key, present && splitPage(present.text));
  if (text === null) return true;
  if (present === null || isOurs || present.text === text) {
    return write(parts, { key, path, text, present });
  }
  if (Date.now() - present.changedMs < parts.options.settleMs) return false;
  await takeOver(parts, { key, path, present, file, text });
  pages.full.delete(pageIdOf(key));
  pages.forgetGroups();
  const after = await pages.textOf(key, splitPage(present.text));
  return after !== null && write(parts, { key, path, text: after, present });
}

interface Edited {
  key: PageKey;
  path: string;
  present: FolderFile;
  file: MirrorFile | undefined;
  /** What the mirror would write. */
  text: string;
}

/** Sends the changes of the user. What cannot be sent stays in a copy of the file. */
async function takeOver(parts: MirrorParts, { key, path, present, file, text }: Edited) {
  const mine = readPage(present.text, key);
  const ours = readPage(text, key);
  const refusals: string[] = [];
  if (file) {
    const base = file.lines;
    refusals.push(
      ...(await sendEdits(parts, key, { base, mine, hash: file.hash })),
      ...(await removedLines(parts, key, { base, mine, text: present.text })),
    );
    if (mine.rest !== ours.rest && fileHash(mine.rest) !== file.rest) {
      refusals.push('text outside of the notes, titles, tasks and facts does not go back');
    }
  } else if (!isDeepStrictEqual(mine, ours)) {
    // It may be older than the service, so sending it could undo changes.
    refusals.push('the mirror does not know when this was written');
  }
  if (refusals.length > 0) await keepCopy(parts, { path, text: present.text, refusals });
}

async function keepCopy(
  parts: MirrorParts,
  { path, text, refusals }: { path: string; text: string; refusals: readonly string[] },
): Promise<void> {
  const { folder, scan, say, counts } = parts;
  const { dir, name } = posix.parse(path);
  const moment = new Date().toISOString().slice(0, 19).replaceAll(':', '').replace('T', ' ');
  const prefix = dir === '' ? '' : `${dir}/`;
  const copy = freePath(prefix, `${name} (conflict ${moment})`, (each) =>
    scan.taken.has(pathKey(each)),
  );
  await folder.write(copy, copyText(text), null);
  scan.taken.add(pathKey(copy));
  counts.kept += 1;
  say(`${path}: ${refusals.join('; ')}. Your text is kept in “${copy}”.`);
}

/** Writes a page unless its file has the text already. */
async function write(
  { folder, state, counts }: MirrorParts,
  {
    key,
    path,
    text,
    present,
  }: { key: PageKey; path: string; text: string; present: FolderFile | null },
): Promise<boolean> {
  const isEqual = present?.text === text;
  const stamp = isEqual ? present.stamp : await folder.write(path, text, present?.stamp ?? null);
  // Somebody changed the file in this moment.
  if (stamp === null) return false;
  if (!isEqual) counts.written += 1;
  const { lines, rest } = readPage(text, key);
  state.files[key] = { path, stamp, hash: fileHash(text), lines, rest: fileHash(rest) };
  return true;
}

/** Removes the file of a page that no longer exists, unless the user wrote in it. */
async function dropPage(parts: MirrorParts, key: PageKey): Promise<boolean> {
  const { folder, state, say } = parts;
  const file = state.files[key];
  if (!file) return true;
  const present = folder.read(file.path);
  if (present) {
    const isOurs = fileHash(present.text) === file.hash;
    if (isOurs && splitPage(present.text).notes.trim() === '')
      say(`Deleted ${file.path}, as in the service.`);
    else {
      const refusals = ['it was deleted in the service'];
      await keepCopy(parts, { path: file.path, text: present.text, refusals });
    }
    folder.remove(file.path);
  }
  delete state.files[key];
  return true;
}
