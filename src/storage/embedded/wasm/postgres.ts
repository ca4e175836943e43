import { readFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import type { PGliteOptions } from '@electric-sql/pglite';
import { START_PARAMETERS } from './settings.ts';
import type { SyncedFs } from './synced-fs.ts';
import { splitMerges } from './merges.ts';

type WasmModule = NonNullable<PGliteOptions['pgliteWasmModule']>;
/** Node supports WebAssembly, but only the type library for browsers declares it. */
declare const WebAssembly: { compile(code: Uint8Array): Promise<WasmModule> };

/** Starts the PostgreSQL of this process on these files. */
export async function openPostgres(fs: SyncedFs): Promise<PGlite> {
  const code = await readFile(
    new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite')),
  );
  const pgliteWasmModule = await WebAssembly.compile(splitMerges(code));
  return PGlite.create({ fs, startParams: START_PARAMETERS, pgliteWasmModule });
}
