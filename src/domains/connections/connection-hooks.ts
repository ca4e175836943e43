/** Secret addresses at which a connected service sends by itself. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { NotFound } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import type { Context } from '../../kit/context.ts';
import { transaction } from '../../storage/transaction.ts';
import type { NotedRecord } from './connection-kind.ts';
import * as sql from './connections.sql.ts';
import type { ConnectionRow } from './connections.sql.ts';

/** Makes and checks the secret part of the address of a connection. */
export interface HookTokens {
  tokenOf(id: string): string;
  /** Returns the id of the connection; null for a token that this service did not make. */
  idOf(token: string): string | null;
}

export function hookTokens(secret: string): HookTokens {
  const sign = (id: string) =>
    createHmac('sha256', secret).update(`connection hook ${id}`).digest('base64url');
  return {
    tokenOf: (id) => `${id}.${sign(id)}`,
    idOf(token) {
      const [id = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature);
      const wanted = Buffer.from(sign(id));
      const isOurs = given.length === wanted.length && timingSafeEqual(given, wanted);
      return isOurs && UUID.test(id) ? id : null;
    },
  };
}

/** Returns the connection whose address this is. Throws when there is none, or it is paused. */
export async function connectionOfHook(
  { db }: Pick<Context, 'db'>,
  hooks: HookTokens,
  { token, kind }: { token: string; kind: string },
): Promise<Pick<ConnectionRow, 'user_id' | 'id'>> {
  const id = hooks.idOf(token);
  const row = id === null ? undefined : await sql.selectById(db, id);
  if (row?.kind !== kind || !row.enabled) throw new NotFound('Connection not found');
  return row;
}

/** Remembers records without counting them among those that came. */
export async function rememberRecords(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  connection: Pick<ConnectionRow, 'user_id' | 'id'>,
  records: readonly NotedRecord[],
): Promise<void> {
  await sql.insertRecords(db, connection, { records, now: clock.now() });
}

/** Remembers records that came outside of a run. */
export async function noteRecords(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  connection: Pick<ConnectionRow, 'user_id' | 'id'>,
  records: readonly NotedRecord[],
): Promise<void> {
  await transaction(db, async (tx) => {
    const came = await sql.insertRecords(tx, connection, { records, now: clock.now() });
    await sql.addToCame(tx, connection, came);
  });
}
