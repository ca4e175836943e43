/**
 * Settings that the C library reads only when a process starts. With them it returns large freed
 * blocks to the system at once and keeps few separate heaps. Without them the process keeps what
 * the WebAssembly compiler needs for two seconds: 600 MB for one function of PostgreSQL.
 */
const SETTINGS = {
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_MMAP_MAX_: '30000',
  MALLOC_ARENA_MAX: '2',
};
/** The space for new objects, in MiB. V8 would let it grow to three times 16 MiB and keep it. */
const FLAGS = ['--max-semi-space-size=4'];

/**
 * Replaces this process, which has done nothing yet, by the same one with the settings. Does
 * nothing where the system cannot do that, or when the operator has chosen settings.
 */
export function applyMemorySettings(): void {
  const isChosen = Object.keys(SETTINGS).some((name) => name in process.env);
  // A watcher of `node --watch` would lose its connection.
  if (process.platform !== 'linux' || !process.execve || isChosen || process.connected) return;
  const words = [process.execPath, ...FLAGS, ...process.execArgv, ...process.argv.slice(1)];
  process.execve(process.execPath, words, { ...process.env, ...SETTINGS });
}
