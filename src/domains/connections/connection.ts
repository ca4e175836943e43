import { z } from 'zod';
import { CreatedAt, text, Timestamp, trimmedText, UpdatedAt } from '../../core/wire.ts';

/** The maximum number of connections of a user. */
export const MAX_CONNECTIONS = 20;

const Name = trimmedText({ min: 1, max: 100, blank: 'name cannot be blank' }).describe(
  'A name for the list.',
);
const Address = trimmedText({ min: 1, max: 2000 }).describe(
  'The address of the service. Leave it out for a service with an address that is known.',
);
const Secret = text({ min: 1, max: 10_000 }).describe(
  'The key or password for the service. No answer shows it.',
);
const GivenSettings = z
  .record(z.string().max(100), z.unknown())
  .describe('Settings of the kind, such as `user_name`.');

export const ConnectionCreate = z
  .strictObject({
    kind: z
      .string()
      .max(100)
      .describe('A kind of `listConnectionKinds`.')
      .meta({ examples: ['limitless'] }),
    name: Name.optional(),
    address: Address.optional(),
    secret: Secret,
    settings: GivenSettings.default({}),
  })
  .meta({ id: 'ConnectionCreate' });

export const ConnectionPatch = z.strictObject({
  connection_id: z.string(),
  name: Name.optional(),
  address: Address.optional(),
  secret: Secret.optional(),
  settings: GivenSettings.optional(),
  paused: z.boolean().optional().describe('True to stop the runs until you set it to false.'),
});

export const ConnectionKindView = z
  .object({
    kind: z.string().describe('The name in requests.'),
    title: z.string().describe('The name of the service, as people know it.'),
    address: z.string().nullable().describe('The address of the service; null if you give it.'),
    fields: z
      .array(z.enum(['address', 'user_name', 'secret']))
      .describe('The fields to fill in; `user_name` is a part of `settings`.'),
  })
  .meta({ id: 'ConnectionKind' });

export const Connection = z
  .object({
    id: z.string().describe('The id of the connection.'),
    kind: z.string().describe('The kind of the service.'),
    name: z.string().describe('The name in the list.'),
    address: z.string().describe('The address of the service.'),
    settings: z.record(z.string(), z.unknown()).describe('Settings of the kind.'),
    status: z
      .enum(['waiting', 'running', 'paused', 'stopped'])
      .describe('`stopped`: the service does not run it until you change it; `problem` says why.'),
    came: z.int().describe('The number of records that came.'),
    left_out: z.int().describe('The number of records that do not fit, and were left out.'),
    left_out_records: z
      .array(
        z.object({
          external_id: z.string().describe('The id in the other service.'),
          problem: z.string().describe('Why the record was left out.'),
        }),
      )
      .describe('The newest of them.'),
    problem: z.string().nullable().describe('Why the last run failed; null when it did not fail.'),
    failures: z.int().describe('The number of runs that failed in a row.'),
    last_run_at: Timestamp.nullable().describe('The begin of the last run; null before it.'),
    last_success_at: Timestamp.nullable().describe(
      'The end of the last run without a problem; null before it.',
    ),
    next_run_at: Timestamp.nullable().describe('The time of the next run; null when stopped.'),
    hook_url: z
      .string()
      .nullable()
      .describe(
        'The secret address to which the service can send by itself; null if it cannot, or if ' +
          'the caller may only read.',
      ),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  })
  .meta({ id: 'Connection' });
