import type { Parts } from '../../kit/context.ts';
import { deleteExpired } from './tokens.sql.ts';

const EVERY_MS = 3_600_000;

/** Deletes what is over, once an hour: requests nobody answered, codes, tokens, grants without any. */
export function startForgettingGrants({ db, clock, log }: Parts): Disposable {
  const forget = () =>
    deleteExpired(db, clock.now()).catch((error) =>
      log.warn({ err: error }, 'expired tokens not deleted'),
    );
  const timer = setInterval(() => void forget(), EVERY_MS).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
