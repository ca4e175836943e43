import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { Id, UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { ASSISTANT_SCOPES, dotted } from '../../core/scopes.ts';
import { transaction } from '../../storage/transaction.ts';
import { Grant, PERMISSIONS } from './grant.ts';
import * as sql from './grants.sql.ts';
import type { GrantRow } from './grants.sql.ts';
import { lockUser } from './tokens.sql.ts';

export const listGrants = defineOperation({
  name: 'listGrants',
  summary: 'List your connected assistants',
  description:
    'Each entry lists the permissions and the time of the last use. Assistants that use an ' +
    'MCP key are not in this list.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: z.object({ grants: z.array(Grant) }),
  run: async (context) => ({
    grants: (await sql.selectGrants(context.db, userOf(context), context.clock.now())).map(shown),
  }),
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
        await lockUser(db, user_id);
        return sql.deleteGrant(db, user_id, grant_id);
      }));
    if (!revoked) throw new NotFound('Grant not found');
    return {};
  },
});

function shown(row: GrantRow & { scopes: readonly string[] }) {
  const scopes = ASSISTANT_SCOPES.filter((scope) => row.scopes.includes(scope));
  return {
    ...row,
    scopes: scopes.map(dotted),
    permissions: scopes.map((scope) => PERMISSIONS[scope]),
  };
}
