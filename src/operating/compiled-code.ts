import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { prepareDataFolder } from '../storage/data-folder.ts';

/**
 * Keeps compiled code in the data folder when the process ends, because compiling takes a third of
 * a start. Without a writable folder the start only takes longer. Node's default, a folder for all
 * users of the machine, would run code that another user placed there.
 */
export function keepCompiledCode(dataDir: string): void {
  prepareDataFolder(dataDir);
  const { status, directory } = enableCompileCache(join(dataDir, 'compiled'));
  // Threads read this variable.
  if (status === constants.compileCacheStatus.ENABLED && directory)
    process.env['NODE_COMPILE_CACHE'] = join(dataDir, 'compiled');
}
