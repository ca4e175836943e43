import type { Seal } from '../../core/seal.ts';
import type { Settings } from '../../core/setting.ts';
import { behindWall } from '../../kit/context.ts';
import type { Parts } from '../../kit/context.ts';
import { NoRoom } from '../../core/errors.ts';
import { transaction } from '../../storage/transaction.ts';
import { startDeliveryRounds } from '../webhooks/delivery-rounds.ts';
import type { webhookSettings } from '../webhooks/webhook.ts';
import type { ConnectionKind, OpenConnection, PullStep } from './connection-kind.ts';
import * as sql from './connections.sql.ts';
import type { ConnectionRow } from './connections.sql.ts';
import { requestService, Hindered, KeyRefused } from './service-request.ts';

const POLL_MS = 2_000;
const MAX_AT_ONCE = 4;
/** After this time without a step, another process takes the connection. A step makes a few requests. */
const CLAIM_MS = 600_000;
/** After this many consecutive steps, a connection lets the others go first. */
const MAX_STEPS = 20;
/** The wait after the first failed run, the second and so on. */
const BACKOFF_SECONDS = [60, 300, 1800, 2 * 3600, 6 * 3600];

export interface ConnectionParts {
  seal: Seal;
  settings: Settings<typeof webhookSettings>;
  kinds: readonly ConnectionKind[];
}

export interface ConnectionRunner extends AsyncDisposable {
  /** Makes the runner look for due connections soon. */
  nudge(): void;
}

/** Opens the secret of a connection. Throws `KeyRefused` when the secret of the service was replaced. */
export function openConnection(
  row: Pick<ConnectionRow, 'user_id' | 'id' | 'address' | 'secret' | 'settings' | 'cursor'>,
  { seal, settings, now, stopping }: OpenParts,
): OpenConnection {
  const { user_id, id, address } = row;
  let secret: string;
  try {
    secret = seal.open(row.secret);
  } catch {
    throw new KeyRefused('The operator replaced the secret of the service. Enter the key again.');
  }
  const { allowPrivate } = settings;
  return {
    user_id,
    id,
    address,
    secret,
    settings: row.settings as OpenConnection['settings'],
    cursor: row.cursor as OpenConnection['cursor'],
    signal: stopping ?? new AbortController().signal,
    ask: (request) => requestService(request, { allowPrivate, now: now(), stopping }),
  };
}

interface OpenParts extends Omit<ConnectionParts, 'kinds'> {
  now(): Date;
  stopping?: AbortSignal | undefined;
}

/** Returns those of these records that came before, also if they were deleted here since. */
export function cameBefore(
  { db }: Pick<Parts, 'db'>,
  connection: Pick<OpenConnection, 'user_id' | 'id'>,
  external_ids: readonly string[],
): Promise<Set<string>> {
  return sql.selectCame(db, connection, external_ids);
}

/** Releases the connections of killed processes, so that these connections need not wait. */
export async function releaseConnections({ db }: Parts, ended: readonly string[]): Promise<void> {
  if (ended.length > 0) await sql.releaseConnectionsOf(db, ended);
}

/**
 * Runs the connections that are due, each in one process at a time. The cursor of a connection and the
 * notes about its records are stored together after each step. So a killed process costs a step, which
 * is repeated and adds nothing twice.
 */
export function startConnectionRunner(parts: Parts, given: ConnectionParts): ConnectionRunner {
  const { db, clock, log } = parts;
  const now = () => clock.now();
  const later = (seconds: number) => new Date(now().getTime() + seconds * 1000);

  const serve = async (row: ConnectionRow): Promise<void> => {
    const { user_id } = row;
    const context = behindWall({ ...parts, actor: { kind: 'job', user_id }, ip: null });
    const kind = given.kinds.find((each) => each.kind === row.kind);
    if (!kind) throw new KeyRefused('This version of the service does not know this connection.');
    const connection = openConnection(row, { ...given, now, stopping: rounds.stopping });
    for (let count = 0; count < MAX_STEPS; count += 1) {
      context.requireRoom();
      const step = await kind.run(context, connection);
      if (!(await store(row, step))) return;
      context.changed(user_id);
      if (step.problem !== undefined) throw new Hindered(step.problem);
      if (rounds.stopping.aborted) break;
      if (!step.isMore) return succeed(row, kind);
      connection.cursor = step.cursor;
    }
    await release(row, { failures: 0, problem: null, next_run_at: now() });
  };

  const store = (row: ConnectionRow, { cursor, came, records = [] }: PullStep): Promise<boolean> =>
    transaction(db, async (tx) => {
      const claimed_until = new Date(now().getTime() + CLAIM_MS);
      if (!(await sql.updateClaimed(tx, row, { cursor, claimed_until }))) return false;
      const counted = await sql.insertRecords(tx, row, { records, now: now() });
      await sql.addToCame(tx, row, came ?? counted);
      return true;
    });

  const release = (row: ConnectionRow, change: Parameters<typeof sql.updateClaimed>[2]) =>
    sql.updateClaimed(db, row, { ...change, claim: null, claimed_until: null });

  const succeed = async (row: ConnectionRow, { everyMs }: ConnectionKind): Promise<void> => {
    const last_success_at = now();
    const next_run_at = later(everyMs / 1000);
    await release(row, { last_success_at, next_run_at, failures: 0, problem: null });
  };

  const fail = async (row: ConnectionRow, error: unknown): Promise<void> => {
    if (rounds.stopping.aborted) return void (await release(row, {}));
    const failures = row.failures + 1;
    if (error instanceof KeyRefused) {
      await release(row, { failures, problem: error.message, next_run_at: null });
      return;
    }
    const isKnown = error instanceof Hindered || error instanceof NoRoom;
    if (!isKnown) log.warn({ err: error, connection: row.id }, 'a connection failed');
    const wait = BACKOFF_SECONDS[Math.min(row.failures, BACKOFF_SECONDS.length - 1)]!;
    const asked = error instanceof Hindered ? error.retryAfterSeconds : 0;
    await release(row, {
      failures,
      problem: isKnown ? error.message : 'Something went wrong on our side.',
      next_run_at: later(Math.max(wait, asked)),
    });
  };

  const rounds = startDeliveryRounds<ConnectionRow>(parts, {
    name: 'connections',
    everyMs: POLL_MS,
    claimMs: CLAIM_MS,
    maxAtOnce: MAX_AT_ONCE,
    claim: (claim) =>
      sql.claimConnections(db, { ...claim, claim: `${parts.processId} ${parts.newId()}` }),
    deliver: (row) => serve(row).catch((error: unknown) => fail(row, error)),
  });
  return rounds;
}
