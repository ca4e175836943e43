import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '../core/errors.ts';

/**
 * Parses the words and options of a command. Unknown words and options cause an error with the
 * correct usage.
 */
export function parseCommandLine<Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
}
