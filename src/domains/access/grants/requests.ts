import { sealWith } from '../../../core/seal.ts';
import type { Parts } from '../../../kit/context.ts';
import { grantTokenHash } from './token.ts';
import * as sql from './requests.sql.ts';

type Ground = Pick<Parts, 'db' | 'clock'>;

/**
 * Stores a client's request while the user reads and decides. `id` is a secret in the user's
 * browser: its hash identifies the row, and the secret itself decrypts the row.
 */
export async function storeRequest(
  { db, clock }: Ground,
  id: string,
  payload: object,
  seconds: number,
): Promise<void> {
  await sql.upsertRequest(db, {
    id: grantTokenHash(id),
    payload: sealWith(id, 'authorization request').close(JSON.stringify(payload)),
    expires_at: new Date(clock.now().getTime() + seconds * 1000),
  });
}

export async function findRequest({ db, clock }: Ground, id: string): Promise<object | null> {
  const sealed = await sql.selectRequest(db, grantTokenHash(id), clock.now());
  return sealed ? JSON.parse(sealWith(id, 'authorization request').open(sealed)) : null;
}

export function deleteRequest({ db }: Ground, id: string): Promise<void> {
  return sql.deleteRequestRow(db, grantTokenHash(id));
}
