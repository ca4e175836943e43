import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

/**
 * Flags that make Node start faster in tests, which start and stop hundreds of services.
 * WebAssembly (the embedded database) is compiled once and not optimised, because optimising takes
 * more than half of the CPU time of a start and pays off only in long-running processes. V8 would
 * validate all fourteen thousand functions for each service; it validates those that run.
 */
export const QUICK_NODE: readonly string[] = ['--liftoff-only', '--wasm-lazy-validation'];

/**
 * The flags for child processes; empty if this process was started without these flags. Benchmarks
 * run without these flags, as operators do.
 */
export const inheritedFlags = QUICK_NODE.filter((flag) => process.execArgv.includes(flag));

/** The folder for compiled modules: compiling the service takes as long as loading it. */
export const COMPILED_FOLDER = fileURLToPath(
  new URL('../../node_modules/.cache/commonplace-compiled', import.meta.url),
);

/**
 * Returns environment variables that make a child process cache compiled modules for the next
 * process.
 */
export function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}

/** In a running process, V8 also needs the flags that `--liftoff-only` otherwise implies. */
const QUICK_V8 = [
  ...QUICK_NODE,
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  '--semi-space-growth-factor=16',
];

// A test file that is run alone with `node --test FILE` was started without the flag.
if (process.env['NODE_TEST_CONTEXT']) for (const flag of QUICK_V8) setFlagsFromString(flag);
