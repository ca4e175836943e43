/** The state that outlasts a restart. It is written last, so it never claims work that was not done. */
import { randomUUID } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Usage } from '../command.ts';
import { OWN_FOLDER } from './folder.ts';
import type { MirrorFolder } from './folder.ts';
import type { PageKey } from './text/page-text.ts';
import { NO_RECORDS } from './text/records.ts';
import type { Records } from './text/records.ts';

export interface MirrorFile {
  path: string;
  /** Recognises an unchanged file without reading it. */
  stamp: string;
  hash: string;
  /** The page as last written: the texts that go back, and a hash of all else. */
  lines: Record<string, string>;
  rest: string;
  /** The user deleted the file. */
  removed?: true;
}

/** The feed has at most 25 records a page with their transcripts, so there are two readings. */
export interface FeedState {
  cursor?: string;
  /** The position in the list of conversations, which is read before their feed. */
  list?: { status: 'completed' | 'failed'; cursor?: string };
  /** Counts how often the feed was read from its beginning. */
  listing: number;
  /** True once the records that were there at the beginning have been read. */
  complete: boolean;
}

export interface MirrorState {
  version: 1;
  id: string;
  timezone: string;
  feeds: { conversations: FeedState; others: FeedState };
  records: Records;
  files: Record<PageKey, MirrorFile>;
  /** Ids of tasks and facts whose lines the user removed. */
  hidden: string[];
  /** Pages that are not up to date yet. */
  dirty: PageKey[];
}

const STATE_FILE = `${OWN_FOLDER}/mirror.json`;

export const hasState = ({ root }: MirrorFolder): boolean => existsSync(join(root, STATE_FILE));

/** Refuses a folder that has other files, unless the user allows it. */
export function requireOwnFolder(
  folder: MirrorFolder,
  { intoExisting }: { intoExisting: boolean },
): void {
  const known = hasState(folder);
  const visible = readdirSync(folder.root).filter((name) => !name.startsWith('.'));
  if (!known && visible.length > 0 && !intoExisting) {
    throw new Usage(
      `${folder.root} is not empty and not a mirror. Choose an empty folder, or add --into-existing: ` +
        'the mirror then writes its files beside yours and leaves yours alone.',
    );
  }
  makeOwnFolder(folder);
}

/** Returns the state of a folder; a new one for a folder without any. */
export function readState(folder: MirrorFolder, timezone: string): MirrorState {
  if (!hasState(folder)) return newState(timezone);
  const file = join(folder.root, STATE_FILE);
  let state: MirrorState | undefined;
  try {
    state = JSON.parse(readFileSync(file, 'utf8')) as MirrorState;
  } catch {
    // The message below is for any unreadable state.
  }
  if (state?.version === 1) return state;
  throw new Usage(
    `${file} cannot be read. Delete it and add --into-existing: the mirror then finds its files again.`,
  );
}

function makeOwnFolder({ root }: MirrorFolder): void {
  const own = join(root, OWN_FOLDER);
  if (lstatSync(own, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Usage(`${own} is a link. The mirror writes only inside its folder; remove the link.`);
  }
  mkdirSync(own, { recursive: true, mode: 0o700 });
  const ignored = join(own, '.gitignore');
  if (!existsSync(ignored)) writeFileSync(ignored, '*\n');
}

/** Removes what a killed mirror left. No other mirror may be running on the folder. */
export function removeParts({ root }: MirrorFolder): void {
  for (const name of readdirSync(join(root, OWN_FOLDER))) {
    if (name.startsWith('part-')) rmSync(join(root, OWN_FOLDER, name), { force: true });
  }
}

function newState(timezone: string): MirrorState {
  const feed = () => ({ listing: 1, complete: false });
  return {
    version: 1,
    id: randomUUID(),
    timezone,
    feeds: { conversations: feed(), others: feed() },
    records: NO_RECORDS(),
    files: {},
    hidden: [],
    dirty: [],
  };
}

export async function saveState(folder: MirrorFolder, state: MirrorState): Promise<void> {
  await folder.write(STATE_FILE, JSON.stringify(state));
}
