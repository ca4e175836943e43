import { existsSync, mkdirSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StartError } from '../core/errors.ts';

/**
 * The ids of Linux file systems that store no files, such as proc, sysfs, cgroup, cgroup2, devpts
 * and debugfs.
 */
const PSEUDO_FILE_SYSTEMS: ReadonlySet<number> = new Set([
  0x9fa0, 0x62656572, 0x27e0eb, 0x63677270, 0x1cd1, 0x64626720, 0x74726163, 0x73636673, 0x6165676c,
  0xde5e81e4, 0xcafe4a11, 0x62656570, 0x19800202, 0x50495045, 0x534f434b, 0x42494e4d, 0x65735543,
  0x958458f6,
]);

/** Creates the data folder; throws an error with a clear reason when it cannot be used. */
export function prepareDataFolder(folder: string): void {
  // This check comes first, because Node's mkdir never returns on procfs.
  refusePseudoFileSystem(folder, nearestExisting(resolve(folder)));
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new StartError(
      `The data folder ${folder} cannot be written (${(cause as NodeJS.ErrnoException).code}). Choose another with SVC_DATA_DIR.`,
      { cause },
    );
  }
  refusePseudoFileSystem(folder, folder);
}

function nearestExisting(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder
    ? folder
    : nearestExisting(dirname(folder));
}

function refusePseudoFileSystem(folder: string, place: string): void {
  if (process.platform !== 'linux' || !PSEUDO_FILE_SYSTEMS.has(statfsSync(place).type >>> 0))
    return;
  throw new StartError(
    `The data folder ${folder} is on a virtual file system of the kernel. Choose another with SVC_DATA_DIR.`,
  );
}
