import { setFlagsFromString } from 'node:v8';

/**
 * Flags that make Node start faster where hundreds of services start and stop. WebAssembly (the
 * embedded database) is compiled once, in the simple way: optimising it costs more than half of the
 * CPU of a start, and pays only in a process that lives for long.
 */
export const QUICK_NODE: readonly string[] = ['--liftoff-only'];

/** For the children of a process that runs in this way; benchmarks measure what operators run. */
export const inheritedFlags = QUICK_NODE.filter((flag) => process.execArgv.includes(flag));

/** The folder that keeps compiled modules for the next process; as environment of a child. */
export function compileCache(): Record<string, string> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder ? { NODE_COMPILE_CACHE: folder } : {};
}

/** In a process that runs already, V8 does not draw the conclusions from the flag by itself. */
const QUICK_V8 = [...QUICK_NODE, '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'];

// A test file that is run alone, by `node --test FILE`, was started without the flag.
if (process.env['NODE_TEST_CONTEXT']) for (const flag of QUICK_V8) setFlagsFromString(flag);
