import { once } from 'node:events';
import { StartError } from '../core/errors.ts';

/** What an examination found. A fault keeps the service from working; a warning does not. */
export interface Finding {
  /** The part that was examined. */
  name: string;
  state: 'ok' | 'warning' | 'fault';
  says: string;
  /** The cure, in one line; only faults and warnings have one. */
  cure?: string;
}

const BOUND_MS = 60_000;

/** Runs one examination. A sentence that it throws is a fault. */
export async function examine(
  name: string,
  work: Bounded<Finding | Finding[]>,
  boundMs?: number,
): Promise<Finding[]> {
  try {
    return [await within(work, boundMs)].flat();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [findingsOf(name).fault(...saysAndCure(error.message))];
  }
}

type Bounded<T> = (signal: AbortSignal) => T | Promise<T>;

/** Throws a sentence when the work takes longer than its bound. */
export function within<T>(work: Bounded<T>, boundMs = BOUND_MS): Promise<T> {
  const signal = AbortSignal.timeout(boundMs);
  const overdue = once(signal, 'abort').then(() => {
    throw new StartError(
      `It takes longer than ${boundMs / 1_000} seconds. Read the log of the service.`,
    );
  });
  return Promise.race([work(signal), overdue]);
}

/** Makes the findings about one part. */
export function findingsOf(name: string) {
  return {
    ok: (says: string): Finding => ({ name, state: 'ok', says }),
    warning: (says: string, cure: string): Finding => ({ name, state: 'warning', says, cure }),
    fault: (says: string, cure: string): Finding => ({ name, state: 'fault', says, cure }),
  };
}

/** Returns whether a part has no fault. */
export function isSound(findings: readonly Finding[], name: string): boolean {
  return findings.every((finding) => finding.name !== name || finding.state !== 'fault');
}

/** Splits the sentences of an error: the first one says what is wrong, the others the cure. */
export function saysAndCure(message: string): [says: string, cure: string] {
  const end = /[.!?:](?= [A-Z`])/.exec(message)?.index;
  if (end === undefined) return [message, 'See docs/configuration.md.'];
  return [message.slice(0, end + 1), message.slice(end + 2)];
}
