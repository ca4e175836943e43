/** The log of what happened to the access to an account. It contains no secrets and no contents. */
import { z } from 'zod';
import type { Log } from '../../../core/log.ts';
import { startRetention } from '../../../core/periodic.ts';
import { Timestamp, beginning, limit } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import type { Actor, Parts } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { cutPage, pageOf, paging, readCursor } from '../../../kit/page.ts';
import * as sql from './security.sql.ts';
import type { SecurityEventRow } from './security.sql.ts';

const DAY_MS = 24 * 3_600_000;
const KEEP_DAYS = 365;
const MAX_ENTRIES = 5_000;
const MAX_FAILURES = 500;
/** Failures from one address within this time are one entry. */
const TOGETHER_MS = 3_600_000;
const MAX_SUBJECT = 200;

const FAILURES = ['sign_in_failed', 'password_refused'] as const;

const SECURITY_EVENTS = [
  'signed_in',
  'sign_in_failed',
  'signed_out',
  'session_ended',
  'sessions_ended',
  'password_changed',
  'password_refused',
  'address_changed',
  'key_created',
  'key_first_used',
  'key_revoked',
  'assistant_connected',
  'assistant_disconnected',
  'webhook_secret_changed',
  'webhook_secret_deleted',
  'calendar_address_made',
  'calendar_address_ended',
  'passkey_added',
  'passkey_removed',
  'oidc_linked',
  'oidc_unlinked',
  'connection_added',
  'connection_key_changed',
  'connection_removed',
] as const satisfies SecurityEventRow['event'][];

const SecurityEvent = z
  .object({
    id: z.string().describe('The id of the entry.'),
    at: Timestamp.describe('The time of the event, or of the first of several failures.'),
    event: z.enum(SECURITY_EVENTS).describe('The kind of event.'),
    by: z
      .enum(['password', 'passkey', 'oidc', 'session', 'operator', 'program'])
      .describe(
        'How the caller was identified: with address and password, with a passkey, by the OpenID Connect ' +
          'provider, by a session, as the operator of the machine, or by the key or assistant itself.',
      ),
    subject: z
      .string()
      .nullable()
      .describe(
        'The name that the key, passkey, assistant, webhook, connection or OpenID Connect provider had then; for an ' +
          'ended session, its browser; null for other events.',
      ),
    subject_id: z
      .string()
      .nullable()
      .describe(
        'The id of the key, passkey, assistant, webhook or connection; null for other events.',
      ),
    ip_address: z
      .string()
      .nullable()
      .describe('The network address of the caller; null when it is not known.'),
    user_agent: z
      .string()
      .nullable()
      .describe('The browser or program of the caller; null when it is not known.'),
    count: z
      .int()
      .describe('The number of failures from this address within an hour, or of ended sessions.'),
    last_at: Timestamp.describe('The time of the latest of these failures.'),
  })
  .meta({ id: 'SecurityEvent' });

/** What the log says about an event, in addition to the caller. */
type Happened = Pick<SecurityEventRow, 'event'> &
  Partial<Pick<SecurityEventRow, 'by' | 'subject' | 'subject_id' | 'count'>>;

/** The caller, and the parts that write the log. */
export interface SecurityGround extends Pick<Parts, 'db' | 'clock' | 'newId'> {
  actor?: Actor;
  ip?: string | null;
  user_agent?: string | null;
}

/** Adds an entry, in the transaction of the caller if there is one. */
export async function logSecurityEvent(
  ground: SecurityGround,
  user_id: string,
  happened: Happened,
): Promise<void> {
  await sql.insertEvent(ground.db, rowOf(ground, user_id, happened));
}

/**
 * Counts a failure later, so that the answer to a wrong password takes the same time for every
 * address. On a full disk, failures are not logged.
 */
export function logFailure(
  ground: SecurityGround & { log: Log; requireRoom(): void },
  find: () => Promise<string | undefined>,
  failure: Happened & { event: (typeof FAILURES)[number] },
): void {
  const store = async () => {
    ground.requireRoom();
    const user_id = await find();
    if (user_id === undefined) return;
    const row = rowOf(ground, user_id, failure);
    const since = new Date(row.at.getTime() - TOGETHER_MS);
    if (!(await sql.countAgain(ground.db, row, since))) await sql.insertEvent(ground.db, row);
  };
  store().catch((error: unknown) => ground.log.warn({ err: error }, 'a failure was not logged'));
}

function rowOf(
  { clock, newId, actor, ip = null, user_agent = null }: SecurityGround,
  user_id: string,
  {
    by = actor?.kind === 'session' ? 'session' : 'program',
    subject = null,
    subject_id = null,
    count = 1,
    event,
  }: Happened,
): SecurityEventRow {
  const at = clock.now();
  return {
    user_id,
    id: newId(),
    at,
    event,
    by,
    subject: subject === null ? null : beginning(subject, MAX_SUBJECT),
    subject_id,
    ip_address: ip,
    user_agent,
    count,
    last_at: at,
  };
}

export const listSecurityEvents = defineOperation({
  name: 'listSecurityEvents',
  summary: 'List what happened to the access to your account, newest first',
  description:
    'Sign-ins, also failed ones, ended sessions, changes of the password, passkeys, keys, connected ' +
    `assistants and secrets. Entries are kept for ${KEEP_DAYS} days: at most 5,000, and 500 about ` +
    'failures. Failures from one address within an hour are one entry.',
  scope: null,
  effect: 'read',
  input: z.object({
    limit: limit({ fallback: 50, max: 500 }),
    cursor: paging.cursor,
    event: z.enum(SECURITY_EVENTS).optional().describe('Only entries of this kind.'),
  }),
  output: pageOf(SecurityEvent),
  run: async (context, { limit, cursor, event }) => {
    const [before] = readCursor(cursor, z.tuple([z.uuid()])) ?? [];
    const rows = await sql.selectSecurityEvents(context.db, userOf(context), {
      event: event ?? null,
      before: before ?? null,
      limit: limit + 1,
    });
    return cutPage(rows, limit, ({ id }) => [id]);
  },
});

/** Starts the periodic deletion of old entries. */
export function startSecurityRetention({
  db,
  clock,
  log,
}: Pick<Parts, 'db' | 'clock' | 'log'>): AsyncDisposable {
  return startRetention({
    of: 'the security log',
    keepMs: KEEP_DAYS * DAY_MS,
    clock,
    log,
    deleteBefore: (before) =>
      sql.deleteOldEvents(db, {
        before,
        most: MAX_ENTRIES,
        failures: FAILURES,
        mostFailures: MAX_FAILURES,
      }),
  });
}
