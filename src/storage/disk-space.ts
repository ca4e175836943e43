import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { NoRoom } from '../core/errors.ts';
import type { Log } from '../core/log.ts';
import { startPeriodic } from '../core/periodic.ts';
import { DISK_FULL_MESSAGE } from './faults.ts';

const LOOK_EVERY_MS = 1_000;
/**
 * PostgreSQL crashes when there is no space for its log. When the free space falls below this share
 * of the minimum, all writes are refused, including deletions and the service's internal records.
 */
const RESERVE_SHARE = 0.2;

/** Watches the free space on the disk of a folder, which it reads once a second. */
export interface DiskSpace extends Disposable {
  readonly freeBytes: number;
  /** True when new data is refused. */
  readonly isLow: boolean;
  /** True when every write is refused. */
  readonly isFull: boolean;
  /** Throws `NoRoom` when the disk is nearly full. */
  requireRoom(): void;
}

export function watchDiskSpace({
  folder,
  minFreeBytes,
  log,
}: {
  folder: string;
  minFreeBytes: number;
  log: Log;
}): DiskSpace {
  let freeBytes = bytesOf(statfsSync(folder));
  let wasLow = false;
  const look = async () => {
    freeBytes = bytesOf(await statfs(folder));
    if (space.isLow !== wasLow) {
      wasLow = space.isLow;
      if (wasLow) log.error({ folder, freeBytes }, 'the disk is nearly full: writes are refused');
      else log.warn({ folder, freeBytes }, 'the disk has space again');
    }
  };
  const looking = startPeriodic({
    name: 'looking at the room on the disk',
    everyMs: LOOK_EVERY_MS,
    log,
    run: look,
  });
  const space: DiskSpace = {
    get freeBytes() {
      return freeBytes;
    },
    get isLow() {
      return freeBytes < minFreeBytes;
    },
    get isFull() {
      return freeBytes < minFreeBytes * RESERVE_SHARE;
    },
    requireRoom() {
      if (space.isLow) throw new NoRoom(DISK_FULL_MESSAGE);
    },
    // Not awaited, because a disk that does not answer must not delay the shutdown.
    [Symbol.dispose]: () => void looking[Symbol.asyncDispose](),
  };
  return space;
}

function bytesOf({ bavail, bsize }: { bavail: number; bsize: number }): number {
  return bavail * bsize;
}
