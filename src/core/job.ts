import type { z } from 'zod';

/** A job: work that must survive a crash. Handled by an operation, retried by the queue. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Tries after the first one. */
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
  /** Aborted when the try took too long or the service stops. */
  signal: AbortSignal;
  /** The queue will not try again: what fails now must become visible state. */
  last: boolean;
}
