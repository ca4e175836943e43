/**
 * Simulates faults of the data folder's disk. `node --import` loads it before the service. The
 * file at `DISK_FAULTS_FILE` contains the name of a fault. If the file is empty, the disk works
 * normally.
 *
 * - `full`: writes fail with ENOSPC, and the disk reports no free space.
 * - `suddenly full`: writes fail with ENOSPC although the disk reports free space.
 * - `no sound`: sound cannot be written.
 * - `broken`: syncs fail with EIO.
 * - `hanging`: writes do not return.
 * - `low`: the disk reports little free space.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { resolve } from 'node:path';

const CONTROL = process.env['DISK_FAULTS_FILE']!;
const DATA = resolve(process.env['SVC_DATA_DIR']!);
const real = { ...fs, statfs: fs.promises.statfs, openFile: fs.promises.open };
const descriptors = new Set<number>();

function fault(): string {
  return real.readFileSync(CONTROL, 'utf8').trim();
}

function fail(code: 'ENOSPC' | 'EIO', operation: string): never {
  const words = code === 'EIO' ? 'i/o error' : 'no space left on device';
  throw Object.assign(new Error(`${code}: ${words}, ${operation}`), { code, errno: -1 });
}

fs.openSync = (path, flags, mode) => {
  const descriptor = real.openSync(path, flags, mode);
  if (resolve(String(path)).startsWith(DATA)) descriptors.add(descriptor);
  return descriptor;
};
fs.closeSync = (descriptor) => {
  descriptors.delete(descriptor);
  real.closeSync(descriptor);
};
fs.writeSync = ((descriptor: number, ...rest: [Uint8Array, number, number, number | null]) => {
  if (descriptors.has(descriptor)) {
    // Opening a pipe that has no writer blocks in the kernel, like a write to a disk that no longer
    // answers.
    if (fault() === 'hanging') real.closeSync(real.openSync(`${CONTROL}.pipe`, 'r'));
    if (fault().endsWith('full')) fail('ENOSPC', 'write');
  }
  return real.writeSync(descriptor, ...rest);
}) as typeof fs.writeSync;
fs.fsyncSync = (descriptor) => {
  if (descriptors.has(descriptor)) {
    if (fault() === 'broken') fail('EIO', 'fsync');
    if (fault().endsWith('full')) fail('ENOSPC', 'fsync');
  }
  real.fsyncSync(descriptor);
};

fs.promises.open = async (path, flags, mode) => {
  const handle = await real.openFile(path, flags, mode);
  if (!resolve(String(path)).startsWith(DATA)) return handle;
  const writeFile = handle.writeFile.bind(handle);
  handle.writeFile = (...given) => {
    if (fault().endsWith('full')) fail('ENOSPC', 'write');
    return writeFile(...given);
  };
  if (!resolve(String(path)).startsWith(`${DATA}/sound`)) return handle;
  const appendFile = handle.appendFile.bind(handle);
  handle.appendFile = (...given) => {
    if (fault() === 'no sound') fail('ENOSPC', 'write');
    return appendFile(...given);
  };
  return handle;
};

const room = <Stats extends { bavail: unknown; bsize: unknown }>(stats: Stats): Stats => {
  const blocks = { low: 60 * 1024, full: 0 }[fault()];
  return blocks === undefined ? stats : { ...stats, bavail: blocks, bsize: 1024 };
};
fs.statfsSync = ((path: fs.PathLike) => room(real.statfsSync(path))) as typeof fs.statfsSync;
fs.promises.statfs = (async (path: fs.PathLike) =>
  room(await real.statfs(path))) as typeof fs.promises.statfs;

syncBuiltinESMExports();
