/** Runs rounds whenever the service or the folder changes. */
import { watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { ApiError, Unreachable } from '../../../client/src/index.ts';
import { WATCHED_KINDS } from './feed.ts';
import type { Mirror } from './mirror.ts';
import type { MirrorParts } from './parts.ts';

/** Some file systems tell no changes. */
const LOOK_EVERY_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/** Follows both sides until the signal. Waits while the service or the disk is not available. */
export async function follow(
  mirror: Mirror,
  parts: MirrorParts,
  signal: AbortSignal,
): Promise<void> {
  const bell = new Bell(signal);
  const stop = new AbortController();
  const events = watchService(parts, { bell, signal: AbortSignal.any([signal, stop.signal]) });
  const watchers = new Map<string, FSWatcher>();
  let failures = 0;
  let look = true;
  let lookedAt = 0;
  try {
    while (!signal.aborted) {
      let pause = LOOK_EVERY_MS;
      try {
        look ||= Date.now() - lookedAt > LOOK_EVERY_MS;
        if (look) lookedAt = Date.now();
        const waits = await mirror.round({ look });
        watchFolders(parts, { bell, watchers });
        if (failures > 0) parts.say('The mirror goes on.');
        failures = 0;
        if (waits) pause = Math.max(parts.options.settleMs / 2, 100);
      } catch (error) {
        const reason = passingReason(error);
        if (reason === null) throw error;
        if (failures === 0) parts.say(`${reason} The mirror waits and tries again.`);
        pause = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS);
        failures += 1;
        await bell.pause(pause, { isDeaf: true });
        look = true;
        continue;
      }
      look = (await bell.pause(pause, { isDeaf: false })) !== 'service';
    }
  } finally {
    stop.abort();
    for (const watcher of watchers.values()) watcher.close();
    await events;
  }
}

/** Returns null for an error that waiting does not end. */
function passingReason(error: unknown): string | null {
  if (error instanceof Unreachable) return error.message;
  if (error instanceof ApiError) {
    const passes = error.status >= 500 || error.status === 429;
    return passes ? `The service answered: ${error.message}.` : null;
  }
  return diskReason(error);
}

/** Returns what is wrong with the disk; null for any other error. */
export function diskReason(error: unknown): string | null {
  const { code, path } = error as NodeJS.ErrnoException;
  const cause = DISK_ERRORS[code ?? ''];
  return cause === undefined ? null : `${cause}${path === undefined ? '' : ` (${path})`}.`;
}

const DISK_ERRORS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The quota of the disk is used up',
  EACCES: 'The folder may not be written',
  EPERM: 'The folder may not be written',
  EROFS: 'The folder is read-only',
  EIO: 'The disk fails',
  EBUSY: 'Another program holds a file',
};

type Side = 'service' | 'folder';

/** Ends a pause early. */
class Bell {
  readonly #signal: AbortSignal;
  readonly #rung = new Set<Side>();
  #end: (() => void) | null = null;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#end?.());
  }

  ring(side: Side): void {
    this.#rung.add(side);
    this.#end?.();
  }

  /** Returns `service` if nothing else rang. A pause after a failure ignores the bell. */
  async pause(ms: number, { isDeaf }: { isDeaf: boolean }): Promise<Side> {
    const isOver = () => this.#signal.aborted || (this.#rung.size > 0 && !isDeaf);
    if (!isOver()) {
      const timer = Promise.withResolvers<void>();
      const timeout = setTimeout(timer.resolve, ms);
      this.#end = () => {
        if (isOver()) timer.resolve();
      };
      await timer.promise;
      clearTimeout(timeout);
      this.#end = null;
    }
    const side = this.#rung.has('folder') || this.#rung.size === 0 ? 'folder' : 'service';
    this.#rung.clear();
    return side;
  }
}

/** The events only ring: the round reads the feed, which has the words of conversations. */
async function watchService(
  { client }: MirrorParts,
  { bell, signal }: { bell: Bell; signal: AbortSignal },
): Promise<void> {
  let isFirst = true;
  try {
    for await (const { type } of client.watchEvents({ kinds: WATCHED_KINDS }, { signal })) {
      // A change may have come between the first round and the first position.
      if (type === 'change' || (type === 'position' && isFirst)) bell.ring('service');
      isFirst = false;
    }
  } catch {
    // The next round meets the same error, and explains it.
    bell.ring('service');
  }
}

/** Watches each folder, because the recursive watch of Node watches each file on Linux. */
function watchFolders(
  { scan, folder }: MirrorParts,
  { bell, watchers }: { bell: Bell; watchers: Map<string, FSWatcher> },
): void {
  for (const path of ['', ...scan.folders]) {
    if (watchers.has(path)) continue;
    try {
      const watcher = watch(join(folder.root, path), (_event, name) => {
        if (!name?.startsWith('.')) bell.ring('folder');
      });
      watchers.set(path, watcher);
      watcher.on('error', () => {
        watcher.close();
        watchers.delete(path);
      });
    } catch {
      // The system allows no more watches; the next look finds the change.
      return;
    }
  }
  for (const [path, watcher] of watchers) {
    if (path === '' || scan.folders.includes(path)) continue;
    watcher.close();
    watchers.delete(path);
  }
}
