import type { z } from 'zod';

/** A job: work that must survive a crash. An operation runs it and the queue retries it. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Number of tries after the first one. */
  retryLimit: number;
  /** Seconds before the first retry; doubles each time. */
  retryDelaySeconds: number;
  /** A try that runs longer counts as crashed. */
  timeoutSeconds: number;
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** One try of a job. */
export interface Try {
  /** Aborted when the try takes too long or the service stops. */
  signal: AbortSignal;
  /** True when the queue will not try again, so a failure must be stored as visible state. */
  last: boolean;
}
