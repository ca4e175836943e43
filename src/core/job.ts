import type { z } from 'zod';

/** A job: work that must survive a crash. An operation runs the job, and the queue retries it. */
export interface Job<Payload extends z.ZodType = z.ZodType> {
  name: string;
  payload: Payload;
  /** Number of tries after the first try. */
  retryLimit: number;
  /** Seconds before the first retry; doubles each time. */
  retryDelaySeconds: number;
  /** A try that runs longer counts as failed. */
  timeoutSeconds: number;
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

/** One try of a job. */
export interface Try {
  /** Aborted when the try takes too long or the service stops. */
  signal: AbortSignal;
  /** True on the last try: a failure must then be stored where the user can see it. */
  last: boolean;
}
