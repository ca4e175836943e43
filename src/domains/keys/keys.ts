import { z } from 'zod';
import { Invalid, NotFound, Unrecognised } from '../../core/errors.ts';
import { Id, UUID } from '../../core/wire.ts';
import { SCOPES, userOf } from '../../kit/context.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import {
  CreatedKey,
  containsKey,
  FAMILIES,
  Key,
  keyHash,
  mintKey,
  NewKey,
  shownPrefix,
} from './key.ts';
import type { Family } from './key.ts';
import * as sql from './keys.sql.ts';

const READ_ONLY = SCOPES.filter((scope) => scope.endsWith(':read'));

/** List, create and revoke are the same for both families; only the prefix differs. */
function keyOperations(family: Family) {
  const title = family === 'mcp' ? 'Mcp' : 'Dev';
  const { name } = FAMILIES[family];
  return {
    list: defineOperation({
      name: `list${title}Keys`,
      summary: `List your ${name}s`,
      scope: null,
      effect: 'read',
      input: NoInput,
      output: z.array(Key),
      run: (context) => sql.selectKeys(context.db, userOf(context), family),
    }),
    create: defineOperation({
      name: `create${title}Key`,
      summary: `Create a ${name}`,
      description: 'The whole key is in this answer and nowhere else: only its hash is stored.',
      scope: null,
      effect: 'write',
      input: NewKey,
      output: CreatedKey,
      run: async (context, { name: given, scopes }) => {
        const key = mintKey(family);
        const row = await sql.insertKey(context.db, {
          user_id: userOf(context),
          id: context.newId(),
          family,
          name: checkedName(given),
          key_prefix: shownPrefix(family, key),
          key_hash: keyHash(key),
          scopes: checkedScopes(scopes ?? READ_ONLY),
          created_at: context.clock.now(),
        });
        return { ...row, key };
      },
    }),
    revoke: defineOperation({
      name: `revoke${title}Key`,
      summary: `Revoke a ${name}`,
      scope: null,
      effect: 'destroy',
      input: z.object({ key_id: Id }),
      output: z.object({}),
      run: async (context, { key_id }) => {
        const revoked =
          UUID.test(key_id) && (await sql.deleteKey(context.db, userOf(context), family, key_id));
        if (!revoked) throw new NotFound('Key not found');
        return {};
      },
    }),
  };
}

export const developerKeys = keyOperations('developer');
export const mcpKeys = keyOperations('mcp');

export const getOwnKey = defineOperation({
  name: 'getOwnKey',
  summary: 'The key looks at itself',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: Key,
  run: async (context) => {
    const { actor } = context;
    const row =
      'key_id' in actor ? await sql.selectKey(context.db, actor.user_id, actor.key_id) : undefined;
    if (!row) throw new NotFound('Key not found');
    return row;
  },
});

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new Invalid('Key name cannot be empty');
  if (containsKey(trimmed)) {
    throw new Invalid(
      'Key name cannot contain a key: it would be shown in lists. Revoke that key.',
    );
  }
  return trimmed;
}

function checkedScopes(scopes: readonly string[]): string[] {
  const unknown = scopes.some((scope) => !(SCOPES as readonly string[]).includes(scope));
  if (unknown) throw new Unrecognised(`Invalid scopes. Available: [${SCOPES.join(', ')}]`);
  return [...new Set(scopes)];
}
