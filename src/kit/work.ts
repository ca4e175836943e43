import type { z } from 'zod';
import type { Job, Try } from '../core/job.ts';
import type { Context } from './context.ts';

/** A job with the function that runs it. `user_id` in the payload is the user of the job. */
export interface Work {
  job: Job;
  run(context: Context, payload: unknown, attempt: Try): Promise<void>;
}

export function work<Payload extends z.ZodType<{ user_id: string }>>(
  job: Job<Payload>,
  run: (context: Context, payload: z.output<Payload>, attempt: Try) => Promise<void>,
): Work {
  return { job, run: run as Work['run'] };
}
