/** The jobs that failed, which the owner may run again. */
import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { CreatedAt, Timestamp, UUID, beginning } from '../../core/wire.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { asService } from '../../storage/walls.ts';
import { requireOwner } from '../accounts/owner.ts';
import { selectFailedJob, selectFailedJobs } from './operator.sql.ts';

const MAX_JOBS = 100;
const MAX_CHARACTERS = 300;

const FailedJob = z
  .object({
    id: z.string().describe('The id of the job.'),
    name: z
      .string()
      .describe('The kind of job.')
      .meta({ examples: ['conversation.process'] }),
    email: z
      .string()
      .nullable()
      .describe('The address of the user for whom the job works; null for other jobs.'),
    tries: z.int().describe('The number of attempts.'),
    reason: z.string().nullable().describe('The message of the last error; null without one.'),
    created_at: CreatedAt,
    failed_at: Timestamp.nullable().describe(
      'The time of the last failure; null when it is not known.',
    ),
  })
  .meta({ id: 'FailedJob' });

export const listFailedJobs = defineOperation({
  name: 'listFailedJobs',
  summary: 'List the failed jobs that will not be retried, the latest failure first',
  description: `Only for the owner. Lists at most ${MAX_JOBS}. A failed job is deleted after a day.`,
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.array(FailedJob),
  run: async (context) => {
    await requireOwner(context);
    const rows = await selectFailedJobs(asService(context.db), MAX_JOBS);
    return rows.map(({ reason, ...row }) => ({
      ...row,
      reason: reason === null ? null : beginning(reason, MAX_CHARACTERS),
    }));
  },
});

export const retryFailedJob = defineOperation({
  name: 'retryFailedJob',
  summary: 'Run a failed job again',
  description: 'Only for the owner. 404 when there is no failed job with this id.',
  scope: null,
  effect: 'write',
  // The transaction of a repeatable request sees only the rows of its user.
  waits: true,
  input: z.object({ job_id: z.string() }),
  output: z.object({
    status: z.literal('waiting').describe('Always `waiting`: the job waits for its next attempt.'),
  }),
  run: async (context, { job_id }) => {
    await requireOwner(context);
    const name = UUID.test(job_id)
      ? await selectFailedJob(asService(context.db), job_id)
      : undefined;
    if (name === undefined || !(await context.jobs.retry(name, job_id))) {
      throw new NotFound('There is no failed job with this id');
    }
    return { status: 'waiting' as const };
  },
});
