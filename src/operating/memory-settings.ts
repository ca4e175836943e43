/**
 * Settings that the C library reads only when a process starts. With these settings, the library
 * returns large freed blocks to the system at once and keeps few separate heaps. Otherwise, the
 * process keeps memory that V8's compilers used for a moment.
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
 * Replaces this process, before it does anything else, with a new process that has the settings.
 * Does nothing on systems that do not support this, or when the operator has chosen settings.
 */
export function applyMemorySettings(): void {
  const isChosen = Object.keys(SETTINGS).some((name) => name in process.env);
  // A replaced process would lose the connection to its `node --watch` parent.
  if (process.platform !== 'linux' || !process.execve || isChosen || process.connected) return;
  const words = [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, ...SETTINGS });
}
