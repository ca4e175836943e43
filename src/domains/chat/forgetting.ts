import type { Parts } from '../../kit/context.ts';
import { deleteUnnamedFiles } from './files.sql.ts';

const EVERY_MS = 3_600_000;
const KEEP_MS = 86_400_000;

/** Deletes the files that were given to the chat a day ago, and of which nothing was asked since. */
export async function forgetFiles({ db, clock }: Pick<Parts, 'db' | 'clock'>): Promise<void> {
  await deleteUnnamedFiles(db, new Date(clock.now().getTime() - KEEP_MS));
}

export function startForgettingFiles(parts: Parts): Disposable {
  const forget = () =>
    forgetFiles(parts).catch((error) => parts.log.warn({ err: error }, 'old files not deleted'));
  void forget();
  const timer = setInterval(() => void forget(), EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
