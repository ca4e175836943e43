import { z } from 'zod';
import { NotFound } from '../../../core/errors.ts';
import { Id, UUID } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import { ASSISTANT_SCOPES, dotted } from '../../../core/scopes.ts';
import { transaction } from '../../../storage/transaction.ts';
import { endAfter, Grant, GrantPatch, grantRevoked, PERMISSIONS } from './grant.ts';
import * as sql from './grants.sql.ts';
import type { GrantWithScopes } from './grants.sql.ts';
import { logDisconnection } from './token-revocation.ts';
import { lockUserForGrants } from './tokens.sql.ts';

export const listGrants = defineOperation({
  name: 'listGrants',
  summary: 'List your connected assistants',
  description:
    'Each entry lists the permissions and the time of the last use. Assistants that use an ' +
    'MCP key are not in this list.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.object({ grants: z.array(Grant).describe('The connected assistants.') }),
  run: async (context) => ({
    grants: (await sql.selectGrants(context.db, userOf(context), { now: context.clock.now() })).map(
      shown,
    ),
  }),
});

export const updateGrant = defineOperation({
  name: 'updateGrant',
  summary: 'Choose when an assistant is disconnected',
  description: 'After the end, its tokens are refused like those of a disconnected assistant.',
  scope: null,
  effect: 'write',
  input: GrantPatch.extend({ grant_id: Id }),
  output: Grant,
  run: async (context, { grant_id: id, ends_after_days }) => {
    const user_id = userOf(context);
    const now = context.clock.now();
    if (!UUID.test(id)) return grantNotFound();
    return transaction(context.db, async (db) => {
      await lockUserForGrants(db, user_id);
      const [grant] = await sql.selectGrants(db, user_id, { now, id });
      if (!grant) return grantNotFound();
      const ends_at = endAfter(now, ends_after_days);
      await sql.updateGrantEnd(db, { user_id, id, ends_at });
      return shown({ ...grant, ends_at });
    });
  },
});

export const revokeGrant = defineOperation({
  name: 'revokeGrant',
  summary: 'Disconnect an assistant',
  description:
    'All tokens of the assistant stop working at once. To reconnect, the assistant must ' +
    'ask again and you must allow it.',
  scope: null,
  effect: 'destroy',
  input: z.object({ grant_id: Id }),
  output: z.object({}),
  run: async (context, { grant_id }) => {
    const user_id = userOf(context);
    const revoked =
      UUID.test(grant_id) &&
      (await transaction(context.db, async (db) => {
        await lockUserForGrants(db, user_id);
        const deleted = await sql.deleteGrant(db, user_id, grant_id);
        if (deleted) {
          await logDisconnection({ ...context, db }, deleted);
          await context.outbox.emit(db, grantRevoked, { user_id, payload: { grant_id } });
        }
        return deleted !== undefined;
      }));
    return revoked ? {} : grantNotFound();
  },
});

function grantNotFound(): never {
  throw new NotFound('Grant not found');
}

function shown(row: GrantWithScopes) {
  const scopes = ASSISTANT_SCOPES.filter((scope) => row.scopes.includes(scope));
  return {
    ...row,
    scopes: scopes.map(dotted),
    permissions: scopes.map((scope) => PERMISSIONS[scope]),
  };
}
