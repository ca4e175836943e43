import { sql } from 'kysely';
import type { z } from 'zod';
import type { EventKind } from '../core/event.ts';
import type { Log } from '../core/log.ts';
import { startPeriodic } from '../core/periodic.ts';
import type { Db } from './database.ts';
import { noSignals } from './signals.ts';
import type { Signals } from './signals.ts';
import { onCommit } from './transaction.ts';

interface DeliveredEvent<P = unknown> {
  id: number;
  user_id: string;
  payload: P;
}

export interface Outbox extends AsyncDisposable {
  /** Writes an event in the caller's transaction and runs its reactions. */
  emit<P extends z.ZodType>(
    db: Db,
    kind: EventKind<P>,
    event: { user_id: string; payload: z.infer<P> },
  ): Promise<void>;
  /** Calls `listener` for every future event of this kind, from any process. */
  subscribe<P extends z.ZodType>(
    kind: EventKind<P>,
    listener: (event: DeliveredEvent<z.infer<P>>) => void,
  ): () => void;
}

/** Code of another room that runs in the transaction in which the event is emitted. */
export interface Reaction {
  name: string;
  /** A phrase for the documentation, describing the effect. */
  does: string;
  run(db: Db, event: { user_id: string; payload: never }): Promise<void>;
}

export function defineReaction<P extends z.ZodType>(
  kind: EventKind<P>,
  does: string,
  run: (db: Db, event: { user_id: string; payload: z.infer<P> }) => Promise<void>,
): Reaction {
  return { name: kind.name, does, run };
}

interface Row {
  id: number;
  user_id: string;
  name: string;
  payload: unknown;
}

const POLL_MS = 1_000;
const CLEAN_MS = 3_600_000;
const KEEP_HOURS = 48;
/** The reader looks for missing ids among this many ids before its start. */
const GAPS_AT_START = 200;
/** No transaction takes longer. Ids that stay missing were rolled back. */
const GAP_MS = 15 * 60_000;
const MAX_GAPS = 2_000;

/**
 * The transactional outbox for events. Commits in this process trigger the reader immediately, those
 * of other processes by a signal; polling finds those whose signal was lost. Each listener gets each
 * event once, ordered by id except for late commits: an id is assigned before its commit, so the
 * reader remembers the ids that are missing.
 */
export async function openOutbox({
  db,
  log,
  signals = noSignals,
  reactions = [],
}: {
  db: Db;
  log: Log;
  signals?: Signals;
  reactions?: readonly Reaction[];
}): Promise<Outbox> {
  const listeners = new Map<string, Set<(event: DeliveredEvent<never>) => void>>();
  let mark = await newestId(db);
  /** The ids that may still be committed, with the times at which they were missed. */
  const gaps = new Map<number, number>();
  const noteGaps = (from: number, rows: readonly Row[]) => {
    const present = new Set(rows.map(({ id }) => id));
    for (let id = Math.max(from, mark - MAX_GAPS) + 1; id < mark; id += 1) {
      if (!present.has(id)) gaps.set(id, performance.now());
    }
  };

  /** A listener that fails must not stop the others, nor the events after this one. */
  const tell = (listener: (event: DeliveredEvent<never>) => void, row: Row) => {
    try {
      listener(row as never);
    } catch (err) {
      log.error({ err, event: row.name }, 'a listener of events failed');
    }
  };

  const read = async () => {
    if (listeners.size === 0) return;
    const rows = await readEvents(db, { after: mark, gaps: [...gaps.keys()] });
    for (const row of rows) {
      gaps.delete(row.id);
      for (const listener of listeners.get(row.name) ?? []) tell(listener, row);
    }
    const former = mark;
    mark = Math.max(mark, rows.at(-1)?.id ?? 0);
    noteGaps(former, rows);
    for (const [id, since] of gaps) {
      if (performance.now() - since < GAP_MS && gaps.size <= MAX_GAPS) break;
      gaps.delete(id);
    }
  };
  // Events from before startup are not delivered, unless their transaction is still open.
  const former = Math.max(0, mark - GAPS_AT_START);
  noteGaps(former, await readEvents(db, { after: former, gaps: [] }));

  const reading = startPeriodic({ name: 'reading events', everyMs: POLL_MS, log, run: read });
  const retention = startPeriodic({
    name: 'retention of events',
    everyMs: CLEAN_MS,
    log,
    run: () => removeOld(db),
  });

  const deafen = signals.subscribe(reading.nudge);

  return {
    async emit(transactionDb, kind, { user_id, payload }) {
      await insertEvent(transactionDb, { user_id, name: kind.name, payload });
      onCommit(transactionDb, () => {
        reading.nudge();
        signals.send(user_id);
      });
      for (const { name, run } of reactions) {
        if (name === kind.name) await run(transactionDb, { user_id, payload: payload as never });
      }
    },
    subscribe(kind, listener) {
      const set = listeners.get(kind.name) ?? new Set();
      listeners.set(kind.name, set.add(listener));
      return () => void set.delete(listener);
    },
    async [Symbol.asyncDispose]() {
      deafen();
      await Promise.all([reading, retention].map((each) => each[Symbol.asyncDispose]()));
    },
  };
}

async function newestId(db: Db): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`SELECT coalesce(max(id), 0)::int8 AS id FROM outbox`.execute(db);
  return rows[0]!.id;
}

async function readEvents(
  db: Db,
  { after, gaps }: { after: number; gaps: readonly number[] },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT id, user_id, name, payload FROM outbox
    WHERE id > ${after} OR id = ANY (${gaps}::bigint[])
    ORDER BY id LIMIT 1000
  `.execute(db);
  return rows;
}

async function insertEvent(
  db: Db,
  { user_id, name, payload }: { user_id: string; name: string; payload: unknown },
): Promise<void> {
  await sql`
    INSERT INTO outbox (user_id, name, payload)
    VALUES (${user_id}, ${name}, ${JSON.stringify(payload)})
  `.execute(db);
}

export async function deleteEventsOf(db: Db, user_id: string): Promise<void> {
  await sql`DELETE FROM outbox WHERE user_id = ${user_id}`.execute(db);
}

async function removeOld(db: Db): Promise<void> {
  await sql`DELETE FROM outbox WHERE created_at < now() - make_interval(hours => ${KEEP_HOURS})`.execute(
    db,
  );
}
