import type { Logger } from 'pino';
import { pino } from 'pino';
import { systemClock } from '../core/clock.ts';
import type { Clock } from '../core/clock.ts';
import type { BackupRequests } from '../domains/statistics/operator.ts';
import { Vitals } from '../domains/statistics/vitals.ts';
import type { Config } from '../config.ts';
import { loggedRequest } from '../transports/http/logged-request.ts';
import type { Replacements } from './replacements.ts';

/** The level of errors in the log. */
const ERROR = 50;

/** The parts that every step of startup needs. */
export interface Start {
  config: Config;
  /** Closes the opened parts in reverse order. */
  stack: AsyncDisposableStack;
  log: Logger;
  clock: Clock;
  progress(step: string): void;
  replaced: Replacements;
  vitals: Vitals;
  backups: BackupRequests | undefined;
}

export interface StartOptions extends Replacements {
  progress?: (step: string) => void;
  /** Without it the owner cannot request backups. */
  backups?: BackupRequests;
}

export function beginStart(
  config: Config,
  stack: AsyncDisposableStack,
  { progress = () => {}, clock = systemClock, backups, ...replaced }: StartOptions,
): Start {
  const vitals = new Vitals();
  const log = pino({
    level: config.server.logLevel,
    serializers: { req: loggedRequest },
    hooks: {
      logMethod(given, method, level) {
        const [fields, message] = given as [unknown, string?];
        if (level >= ERROR) vitals.noteError(fields, message);
        method.apply(this, given);
      },
    },
  });
  return { config, stack, log, clock, progress, replaced, vitals, backups };
}
