/** Reads and writes files inside one folder, and never through a link. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import type { Stats } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { pathKey } from './text/names.ts';
import { normalizeText } from './text/page-text.ts';

/** Programs for notes and for versions ignore folders whose name begins with a dot. */
export const OWN_FOLDER = '.commonplace';
const MAX_BYTES = 64 * 1024 * 1024;

export interface FolderFile {
  text: string;
  stamp: string;
  changedMs: number;
}

export interface Scan {
  /** The stamps of all Markdown files by their paths. */
  files: Map<string, string>;
  /** The paths of everything that has a name, as keys. */
  taken: Set<string>;
  folders: string[];
  /** The paths of links. */
  links: string[];
}

/** A path that the mirror neither reads nor writes. The message says why, and what to do. */
export class UnusablePath extends Error {}

export class MirrorFolder {
  readonly root: string;
  #parts = 0;
  /** Folders with renamed files that are not durable yet. */
  readonly #renamed = new Set<string>();

  constructor(root: string) {
    this.root = realpathSync(root);
  }

  /** Lists the folder without following links. */
  scan(): Scan {
    const scan: Scan = { files: new Map(), taken: new Set(), folders: [], links: [] };
    this.#scan('', scan);
    return scan;
  }

  #scan(folder: string, scan: Scan): void {
    for (const entry of readdirSync(join(this.root, folder), { withFileTypes: true })) {
      // The older file system of macOS returns decomposed names.
      const name = process.platform === 'darwin' ? entry.name.normalize('NFC') : entry.name;
      const path = posix.join(folder, name);
      scan.taken.add(pathKey(path));
      if (entry.isSymbolicLink()) scan.links.push(path);
      else if (name.startsWith('.')) continue;
      else if (entry.isDirectory()) {
        scan.folders.push(path);
        this.#scan(path, scan);
      } else if (entry.isFile() && name.endsWith('.md')) {
        const stats = lstatSync(join(this.root, path), { throwIfNoEntry: false });
        if (stats) scan.files.set(path, stampOf(stats));
      }
    }
  }

  /** Returns null when there is nothing at the path. */
  read(path: string): FolderFile | null {
    this.#requireInside(path);
    const full = join(this.root, path);
    const stats = lstatSync(full, { throwIfNoEntry: false });
    if (!stats) return null;
    if (!stats.isFile()) throw new UnusablePath(`${path} is not a file. Move it away.`);
    if (stats.size > MAX_BYTES) throw new UnusablePath(`${path} is too large for a page.`);
    const bytes = readFileSync(full);
    // Writing it again would lose the bytes that are no text.
    if (!isUtf8(bytes)) throw new UnusablePath(`${path} is not text in UTF-8. Save it as UTF-8.`);
    const text = normalizeText(bytes.toString('utf8'));
    return { text, stamp: stampOf(stats), changedMs: stats.mtimeMs };
  }

  /**
   * Writes a whole file or nothing, also when the disk is full or the power fails. Returns null if
   * the file at the path is no longer the one with the stamp `before`; null means no file.
   */
  async write(path: string, text: string, before?: string | null): Promise<string | null> {
    this.#requireInside(path);
    const full = join(this.root, path);
    mkdirSync(join(this.root, posix.dirname(path)), { recursive: true });
    const part = join(this.root, OWN_FOLDER, `part-${process.pid}-${(this.#parts += 1)}`);
    try {
      await using file = await open(part, 'w', 0o644);
      await file.writeFile(text);
      await file.sync();
      const stamp = stampOf(await file.stat());
      const present = lstatSync(full, { throwIfNoEntry: false });
      if (before !== undefined && (present ? stampOf(present) : null) !== before) {
        await rm(part, { force: true });
        return null;
      }
      // Nothing of this process happens between the comparison and the renaming.
      renameSync(part, full);
      this.#renamed.add(posix.dirname(path));
      return stamp;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  remove(path: string): void {
    this.#requireInside(path);
    rmSync(join(this.root, path), { force: true });
  }

  /** Makes renamed files durable before the state says that they are there. */
  async syncFolders(): Promise<void> {
    for (const folder of this.#renamed) {
      this.#renamed.delete(folder);
      // Windows cannot open folders.
      if (process.platform === 'win32' || !existsSync(join(this.root, folder))) continue;
      await using handle = await open(join(this.root, folder), 'r');
      await handle.sync();
    }
  }

  #requireInside(path: string): void {
    const folders = posix.dirname(path).split('/');
    for (const at of folders.keys()) {
      const folder = folders.slice(0, at + 1).join('/');
      const stats = lstatSync(join(this.root, folder), { throwIfNoEntry: false });
      if (!stats) return;
      if (!stats.isDirectory()) {
        throw new UnusablePath(
          `${folder} is a link, so nothing is read or written there. Replace it with a folder.`,
        );
      }
    }
  }
}

/** A replaced file has another inode, so also a change within the same millisecond shows. */
const stampOf = ({ mtimeMs, size, ino }: Stats): string => `${mtimeMs} ${size} ${ino}`;

export const fileHash = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22);
