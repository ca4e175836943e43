import { setFlagsFromString } from 'node:v8';

/**
 * Flags that make Node start faster where hundreds of services start and stop. WebAssembly (the
 * embedded database) is compiled once and not optimised, because optimising costs more than half of
 * the CPU of a start and pays only in a long process.
 */
export const QUICK_NODE: readonly string[] = ['--liftoff-only'];

/**
 * The flags for the children of a process that has them. Benchmarks run without them, as operators
 * do.
 */
export const inheritedFlags = QUICK_NODE.filter((flag) => process.execArgv.includes(flag));

/** Returns the environment of a child that keeps compiled modules for the next process. */
export function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}

/** In a running process, V8 needs the flags that the first one otherwise implies. */
const QUICK_V8 = [...QUICK_NODE, '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

// A test file that is run alone, by `node --test FILE`, was started without the flag.
if (process.env['NODE_TEST_CONTEXT']) for (const flag of QUICK_V8) setFlagsFromString(flag);
