import { totalmem } from 'node:os';

/**
 * Settings that the C library reads only when a process starts. With these settings, the library
 * returns large freed blocks to the system at once and keeps few separate heaps. Otherwise, the
 * process keeps memory that the WebAssembly compiler uses for two seconds: 600 MB for one function
 * of PostgreSQL.
 */
const SETTINGS = {
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_MMAP_MAX_: '30000',
  MALLOC_ARENA_MAX: '2',
};
/**
 * The memory for new objects, in MiB. Without a limit, V8 lets it grow to three times 16 MiB and
 * keeps it.
 */
const FLAGS = ['--max-semi-space-size=4'];
/**
 * V8 then does not optimise WebAssembly. Otherwise one function of PostgreSQL takes 500 MB of its
 * compiler, and a container with 512 MiB would be killed at its start.
 */
const LITTLE_MEMORY_FLAGS = ['--liftoff-only'];
const LITTLE_MEMORY = 1.5 * 1024 * 1024 * 1024;

/**
 * Replaces this process, before it does anything else, with a new process that has the settings.
 * Does nothing on systems that do not support this, or when the operator has chosen settings.
 */
export function applyMemorySettings(): void {
  const isChosen = Object.keys(SETTINGS).some((name) => name in process.env);
  // A replaced process would lose the connection to its `node --watch` parent.
  if (process.platform !== 'linux' || !process.execve || isChosen || process.connected) return;
  const flags = memoryLimit() < LITTLE_MEMORY ? [...FLAGS, ...LITTLE_MEMORY_FLAGS] : FLAGS;
  const words = [process.execPath, ...flags, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, ...SETTINGS });
}

/** Returns the memory that the machine or the container gives to this process. */
function memoryLimit(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Infinity);
}
