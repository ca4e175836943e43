import { parseArgs, type ParseArgsConfig } from 'node:util';
import { StartError } from '../core/errors.ts';

/** Words and options of a verb; what is unknown is answered with how the verb is called. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
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
