/**
 * The second wall: every statement of a user says who asks, and row-level security shows it only the
 * rows of this user (docs/decisions/0014-two-walls.md).
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import type { PostgresPool, Transaction } from 'kysely';
import { traced } from './calls/traced-client.ts';
import type { Asker } from './calls/walled-query.ts';
import type { Tables } from './tables.ts';

type Db = Kysely<Tables> | Transaction<Tables>;

interface Handles {
  service: Kysely<Tables>;
  ofUser(user_id: string): Kysely<Tables>;
  /** The role of the statements of users. */
  role: string;
}

const handlesOf = new WeakMap<Db, Handles>();
const MAX_HANDLES = 1_000;

/** `connect` gives a connection behind the wall of a user; without a user, one with all rows. */
export function openHandles(
  connect: (asker?: Asker) => Promise<unknown>,
  end: () => Promise<void>,
): Kysely<Tables> {
  const open = (user?: string) => {
    const asker = () => (user === undefined ? undefined : { user, role: handles.role });
    const pool = {
      connect: () => traced(connect(asker())),
      end,
    } as unknown as PostgresPool;
    return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  };
  const users = new Map<string, Kysely<Tables>>();
  const ofUser = (user_id: string) => {
    const known = users.get(user_id);
    if (known) return known;
    if (users.size >= MAX_HANDLES) users.clear();
    const handle = open(user_id);
    users.set(user_id, handle);
    handlesOf.set(handle, handles);
    return handle;
  };
  const handles: Handles = { service: open(), ofUser, role: 'commonplace_user' };
  handlesOf.set(handles.service, handles);
  return handles.service;
}

/** Makes the policies of tables that have none. Runs after the migrations, as the owner. */
export async function raiseWalls(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ role: string }>`SELECT raise_walls() AS role`.execute(db);
  handlesOf.get(db)!.role = rows[0]!.role;
}

/** Returns the database with the rows of this user. A transaction keeps seeing the rows of the
 * user for whom it began. */
export function asUser(db: Db, user_id: string): Db {
  return handlesOf.get(db)?.ofUser(user_id) ?? db;
}

/**
 * Returns the database with the rows of all users, for operations that concern the whole
 * installation. Sweepers, queues and the checks of credentials have no user and need no call.
 */
export function asService(db: Db): Db {
  if (db.isTransaction)
    throw new Error('A transaction keeps seeing the rows of the user for whom it began.');
  return handlesOf.get(db)?.service ?? db;
}
