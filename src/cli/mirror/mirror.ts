/** One round of the mirror: changes of the service, then changes of the folder. */
import { setTimeout as wait } from 'node:timers/promises';
import { Usage } from '../command.ts';
import { deleteRemoved, removedPages } from './removals.ts';
import { readFeeds } from './feed.ts';
import { fileHash, UnusablePath } from './folder.ts';
import type { FolderFile, Scan } from './folder.ts';
import { pageKeyOf, pageKeyIn, splitPage } from './text/page-text.ts';
import type { PageKey } from './text/page-text.ts';
import { Pages } from './pages.ts';
import { pagesLinkedTo } from './parts.ts';
import type { MirrorParts } from './parts.ts';
import type { FullConversation } from './text/records.ts';
import { hasState, saveState } from './state.ts';
import type { MirrorFile } from './state.ts';
import { syncPage } from './sync.ts';

const SAVE_EVERY_MS = 10_000;
/** Fast disks confirm several files at once. */
const AT_ONCE = 16;

export class Mirror {
  readonly #parts: MirrorParts;
  readonly #pages: Pages;
  #savedAt = 0;
  /** Stamps of files that are not pages. */
  readonly #foreign = new Map<string, string>();
  readonly #said = new Set<string>();

  constructor(parts: MirrorParts) {
    this.#parts = parts;
    this.#pages = new Pages(parts);
  }

  /**
   * Returns true when some pages have to wait for their files. Without `look`, only pages that the
   * service changed are compared with their files.
   */
  async round({ look }: { look: boolean }): Promise<boolean> {
    const { dirty, options } = this.#parts;
    if (look) await this.#lookTwice();
    await readFeeds(this.#parts, (talks) => this.#writeTalks(talks));
    if (options.deleteRemoved) await deleteRemoved(this.#parts);
    // A page can make others dirty, such as a new title the page of its day.
    let left = -1;
    while (dirty.size > 0 && dirty.size !== left) {
      left = dirty.size;
      await this.#write([...dirty]);
    }
    if (this.#parts.isChanged || Date.now() - this.#savedAt > SAVE_EVERY_MS) await this.save();
    return dirty.size > 0;
  }

  /** Many programs replace a file by deleting it first. */
  async #lookTwice(): Promise<void> {
    if (this.#look().length === 0) return;
    await this.settle();
    // One of two files with the same id may be left.
    this.#foreign.clear();
    await removedPages(this.#parts, this.#look());
    this.#parts.isChanged = true;
  }

  /** Waits until the user may have finished writing. */
  async settle(): Promise<void> {
    await wait(Math.max(this.#parts.options.settleMs / 2, 100));
  }

  async save(): Promise<void> {
    const { state, dirty, folder } = this.#parts;
    await folder.syncFolders();
    state.dirty = [...dirty];
    await saveState(folder, state);
    this.#savedAt = Date.now();
    this.#parts.isChanged = false;
  }

  async #writeTalks(talks: readonly FullConversation[]): Promise<void> {
    for (const talk of talks) this.#pages.full.set(talk.id, talk);
    await this.#write(talks.map(({ id }) => pageKeyOf('conversation', id)));
    this.#pages.full.clear();
    if (Date.now() - this.#savedAt > SAVE_EVERY_MS) await this.save();
  }

  async #write(keys: readonly PageKey[]): Promise<void> {
    const { dirty } = this.#parts;
    if (keys.length > 0) this.#parts.isChanged = true;
    this.#pages.forgetGroups();
    for (let at = 0; at < keys.length; at += AT_ONCE) {
      const work = keys.slice(at, at + AT_ONCE).map(async (key) => {
        // A change in the meantime makes the page dirty again.
        dirty.delete(key);
        let isDone = false;
        try {
          isDone = await syncPage(this.#parts, this.#pages, key);
        } finally {
          if (!isDone) dirty.add(key);
        }
      });
      const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    }
  }

  /** Finds files that changed, moved or appeared; returns the pages whose files are gone. */
  #look(): PageKey[] {
    const { folder, state, dirty } = this.#parts;
    if (this.#savedAt > 0 && !hasState(folder)) {
      throw new Usage(`${folder.root} is no longer a mirror. Was it deleted, or its disk removed?`);
    }
    const scan = folder.scan();
    this.#parts.scan = scan;
    const files = Object.entries(state.files) as [PageKey, MirrorFile][];
    const there = files.filter(([, { removed }]) => !removed);
    const owners = new Map(there.map(([key, { path }]) => [path, key]));
    const found = new Map<PageKey, string[]>();
    for (const [path, stamp] of scan.files) {
      const owner = owners.get(path);
      const known = owner ? state.files[owner]!.stamp : this.#foreign.get(path);
      if (known === stamp) continue;
      const file = this.#read(path);
      if (!file) {
        this.#foreign.set(path, stamp);
        continue;
      }
      const key = pageKeyIn(splitPage(file.text));
      if (owner && (key === null || key === owner)) {
        this.#parts.isChanged = true;
        if (fileHash(file.text) === state.files[owner]!.hash) state.files[owner]!.stamp = stamp;
        else dirty.add(owner);
      } else if (key === null) this.#foreign.set(path, stamp);
      else found.set(key, [...(found.get(key) ?? []), path]);
    }
    this.#adopt(found, scan);
    return this.#missing(scan);
  }

  /** Returns null for a file that cannot be a page; if it was one, writing it says why not. */
  #read(path: string): FolderFile | null {
    try {
      return this.#parts.folder.read(path);
    } catch (error) {
      if (!(error instanceof UnusablePath)) throw error;
      this.#sayOnce(error.message);
      return null;
    }
  }

  /** A file with the id of a page is that page, unless the page has a file already. */
  #adopt(found: ReadonlyMap<PageKey, readonly string[]>, scan: Scan): void {
    const { state, dirty } = this.#parts;
    for (const [key, paths] of found) {
      const file = state.files[key];
      const isThere = file && !file.removed && scan.files.has(file.path);
      const [followed, ...others] = isThere ? [file.path, ...paths] : paths.toSorted();
      for (const other of others) {
        this.#foreign.set(other, scan.files.get(other)!);
        this.#sayOnce(
          `${followed} and ${other} have the same id. The first is followed, the second is left alone.`,
        );
      }
      if (isThere) continue;
      dirty.add(key);
      this.#parts.isChanged = true;
      if (file) {
        file.path = followed!;
        delete file.removed;
        for (const linked of pagesLinkedTo(state, key)) dirty.add(linked);
      } else this.#pages.found.set(key, followed!);
    }
  }

  #missing(scan: Scan): PageKey[] {
    const { state } = this.#parts;
    const files = Object.entries(state.files) as [PageKey, MirrorFile][];
    const gone = files.filter(([, { path, removed }]) => !removed && !scan.files.has(path));
    return gone.flatMap(([key, { path }]) => {
      const link = scan.links.find((each) => path === each || path.startsWith(`${each}/`));
      if (link === undefined) return [key];
      this.#sayOnce(
        `${link} is a link, so nothing is read or written there. Replace it with a folder.`,
      );
      return [];
    });
  }

  #sayOnce(text: string): void {
    if (this.#said.has(text)) return;
    this.#said.add(text);
    this.#parts.say(text);
  }
}
