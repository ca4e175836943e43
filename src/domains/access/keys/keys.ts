import { z } from 'zod';
import { defineEvent } from '../../../core/event.ts';
import { Invalid, NotFound, Unrecognised } from '../../../core/errors.ts';
import { Id, UUID } from '../../../core/wire.ts';
import { userOf } from '../../../kit/context.ts';
import { defineOperation, NoInput } from '../../../kit/operation.ts';
import {
  CreatedKey,
  containsKey,
  FAMILIES,
  FAMILY_SCOPES,
  Key,
  keyHash,
  mintKey,
  NewKey,
  shownPrefix,
} from './key.ts';
import type { Family } from './key.ts';
import { logKeyEvent } from './key-events.ts';
import { transaction } from '../../../storage/transaction.ts';
import * as sql from './keys.sql.ts';
import type { KeyRow } from './keys.sql.ts';

/** Connections that were opened with the key must end. */
export const keyRevoked = defineEvent({
  name: 'key.revoked',
  payload: z.object({ key_id: z.string() }),
});

const TITLES = { developer: 'Dev', mcp: 'Mcp', device: 'Device' } as const;

/** Each family has the same operations. All keys of devices have the same scope. */
function keyOperations(family: Family) {
  const title = TITLES[family];
  const { name } = FAMILIES[family];
  return {
    list: defineOperation({
      name: `list${title}Keys`,
      summary: `List your ${name}s`,
      description: 'Each entry has the first characters of the key and the time of its last use.',
      scope: null,
      effect: 'read',
      input: NoInput,
      output: z.array(Key),
      run: async (context) =>
        (await sql.selectKeys(context.db, userOf(context), family)).map(shown),
    }),
    get: defineOperation({
      name: `get${title}Key`,
      summary: `Get one ${name}`,
      description:
        'Returns its permissions and the time of its last use, but never the key itself.',
      scope: null,
      effect: 'read',
      input: z.object({ key_id: Id }),
      output: Key,
      run: async (context, { key_id }) => {
        const row = UUID.test(key_id)
          ? await sql.selectKey(context.db, userOf(context), key_id)
          : undefined;
        return row?.family === family ? shown(row) : keyNotFound();
      },
    }),
    create: defineOperation({
      name: `create${title}Key`,
      summary: `Create a ${name}`,
      description:
        'Only this answer shows the whole key, because the service stores only its hash.',
      scope: null,
      effect: 'write',
      input: family === 'device' ? NewKey.omit({ scopes: true }) : NewKey,
      output: CreatedKey,
      run: async (context, { name: given, scopes }: z.output<typeof NewKey>) => {
        const key = mintKey(family);
        const row = await transaction(context.db, async (db) => {
          const inserted = await sql.insertKey(db, {
            user_id: userOf(context),
            id: context.newId(),
            family,
            name: checkedName(given),
            key_prefix: shownPrefix(family, key),
            key_hash: keyHash(key),
            scopes: scopes ? checkedScopes(family, scopes) : [...FAMILY_SCOPES[family].unasked],
            created_at: context.clock.now(),
          });
          await logKeyEvent({ ...context, db }, 'key_created', inserted);
          return inserted;
        });
        return { ...shown(row), key };
      },
    }),
    revoke: defineOperation({
      name: `revoke${title}Key`,
      summary: `Revoke a ${name}`,
      description: 'The key stops working at once. You cannot undo this; create a new key instead.',
      scope: null,
      effect: 'destroy',
      input: z.object({ key_id: Id }),
      output: z.object({}),
      run: async (context, { key_id }) => {
        const user_id = userOf(context);
        const revoked =
          UUID.test(key_id) &&
          (await transaction(context.db, async (db) => {
            const deleted = await sql.deleteKey(db, user_id, family, key_id);
            if (deleted) {
              await logKeyEvent({ ...context, db }, 'key_revoked', deleted);
              await context.outbox.emit(db, keyRevoked, { user_id, payload: { key_id } });
            }
            return deleted !== undefined;
          }));
        return revoked ? {} : keyNotFound();
      },
    }),
  };
}

export const developerKeys = keyOperations('developer');
export const mcpKeys = keyOperations('mcp');
export const deviceKeys = keyOperations('device');

export const getOwnKey = defineOperation({
  name: 'getOwnKey',
  summary: 'Get the key of this request',
  description:
    'Returns the name and the permissions of the key. This operation needs no scope, so that ' +
    'a program can test its key.',
  scope: null,
  effect: 'read',
  input: NoInput,
  output: Key,
  run: async (context) => {
    const { actor } = context;
    const row =
      'key_id' in actor ? await sql.selectKey(context.db, actor.user_id, actor.key_id) : undefined;
    return row ? shown(row) : keyNotFound();
  },
});

function keyNotFound(): never {
  throw new NotFound('Key not found');
}

function checkedName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '') throw new Invalid('Key name cannot be empty');
  if (containsKey(trimmed)) {
    throw new Invalid('Key name cannot contain a key, because lists show names. Revoke that key.');
  }
  return trimmed;
}

function checkedScopes(family: Family, scopes: readonly string[]): string[] {
  const { all, named, shown } = FAMILY_SCOPES[family];
  const known = scopes.map(named).filter((scope) => scope !== null);
  if (known.length < scopes.length) {
    throw new Unrecognised(`Invalid scopes. Available: [${all.map(shown).join(', ')}]`);
  }
  return [...new Set(known)];
}

/** Converts a key for display: its scopes get the notation of its family. */
function shown(row: KeyRow) {
  const { shown } = FAMILY_SCOPES[row.family as Family];
  return { ...row, scopes: row.scopes.map(shown) };
}
