/**
 * Maintains a folder named "platter" beside the data folder, with the content that the disk would
 * have after a power cut at this moment. `node --import` loads it before the service. Changes of
 * names (create, rename, delete, truncate) reach the platter immediately, as on a journaling file
 * system; bytes reach it only when their file is synced. A database that forgets to sync therefore
 * finds missing data after the simulated power cut.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const DATA = resolve(process.env['POWER_LOSS_DATA']!);
const PLATTER = resolve(process.env['POWER_LOSS_PLATTER']!);
const real = { ...fs };

interface Range {
  position: number;
  bytes: Buffer;
}
const paths = new Map<number, string>();
const unsynced = new Map<string, Range[]>();

function onPlatter(path: fs.PathLike): string | null {
  const inside = relative(DATA, resolve(String(path)));
  return inside.startsWith('..') ? null : join(PLATTER, inside);
}

fs.openSync = (path, flags, mode) => {
  const descriptor = real.openSync(path, flags, mode);
  const copy = onPlatter(path);
  if (copy && real.fstatSync(descriptor).isFile()) {
    paths.set(descriptor, copy);
    if (!real.existsSync(copy)) {
      real.mkdirSync(dirname(copy), { recursive: true });
      real.writeFileSync(copy, '');
    }
  }
  return descriptor;
};

fs.closeSync = (descriptor) => {
  paths.delete(descriptor);
  real.closeSync(descriptor);
};

fs.writeSync = ((
  descriptor: number,
  buffer: Uint8Array,
  offset: number,
  length: number,
  position: number | null,
) => {
  const written = real.writeSync(descriptor, buffer, offset, length, position);
  const copy = paths.get(descriptor);
  if (copy && position !== null) {
    const bytes = Buffer.from(buffer.subarray(offset, offset + written));
    unsynced.set(copy, [...(unsynced.get(copy) ?? []), { position, bytes }]);
  }
  return written;
}) as typeof fs.writeSync;

fs.fsyncSync = (descriptor) => {
  real.fsyncSync(descriptor);
  const copy = paths.get(descriptor);
  const ranges = copy && unsynced.get(copy);
  if (!copy || !ranges) return;
  unsynced.delete(copy);
  const target = real.openSync(copy, 'r+');
  for (const { position, bytes } of ranges) {
    real.writeSync(target, bytes, 0, bytes.length, position);
  }
  real.closeSync(target);
};

fs.renameSync = (from, to) => {
  real.renameSync(from, to);
  const [a, b] = [onPlatter(from), onPlatter(to)];
  if (!a || !b) return;
  real.renameSync(a, b);
  const moved = unsynced.get(a);
  unsynced.delete(a);
  unsynced.delete(b);
  if (moved) unsynced.set(b, moved);
  for (const [descriptor, path] of paths) if (path === a) paths.set(descriptor, b);
};

fs.unlinkSync = (path) => {
  real.unlinkSync(path);
  const copy = onPlatter(path);
  if (!copy) return;
  real.rmSync(copy, { force: true });
  unsynced.delete(copy);
};

fs.mkdirSync = ((path: fs.PathLike, options?: fs.MakeDirectoryOptions) => {
  const made = real.mkdirSync(path, options);
  const copy = onPlatter(path);
  if (copy) real.mkdirSync(copy, { recursive: true });
  return made;
}) as typeof fs.mkdirSync;

fs.rmdirSync = (path) => {
  real.rmdirSync(path);
  const copy = onPlatter(path);
  if (copy) real.rmSync(copy, { recursive: true, force: true });
};

fs.ftruncateSync = (descriptor, length) => {
  real.ftruncateSync(descriptor, length);
  const copy = paths.get(descriptor);
  if (copy) real.truncateSync(copy, length ?? 0);
};

fs.truncateSync = (path, length) => {
  real.truncateSync(path, length);
  const copy = onPlatter(path);
  if (copy && real.existsSync(copy)) real.truncateSync(copy, length ?? 0);
};

syncBuiltinESMExports();
