/** The accounts of the installation, for its owner. */
import { z } from 'zod';
import { Conflict, NotFound } from '../../core/errors.ts';
import { CreatedAt, Timestamp, limit } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { CursorTime, cutPage, pageOf, paging, readCursor } from '../../kit/page.ts';
import { asService } from '../../storage/walls.ts';
import { updateReadiness } from '../accounts/accounts.ts';
import { requireOwner } from '../accounts/owner.ts';
import { selectInstallationUser, selectInstallationUsers } from './users.sql.ts';

const InstallationUser = z
  .object({
    id: z.string().describe('The id of the user.'),
    email: z.string().describe('The e-mail address of the user.'),
    name: z.string().describe('The name of the user.'),
    is_owner: z.boolean().describe('True for the owner of the installation.'),
    is_held: z.boolean().describe('True while memories of the account are not read.'),
    conversations: z.int().describe('The number of conversations; at most 10,000.'),
    sound_bytes: z.int().describe('The stored sound of the user, in bytes.'),
    last_signed_in_at: Timestamp.nullable().describe(
      'The begin of the newest session that has not ended; null without a session.',
    ),
    created_at: CreatedAt,
  })
  .meta({ id: 'InstallationUser' });

export const listInstallationUsers = defineOperation({
  name: 'listInstallationUsers',
  summary: 'List the users of the installation, the oldest account first',
  description: 'Only for the owner. The answer contains no contents of the users.',
  scope: null,
  effect: 'read',
  input: z.object({ limit: limit({ fallback: 50, max: 100 }), cursor: paging.cursor }),
  output: pageOf(InstallationUser),
  run: async (context, { limit: most, cursor }) => {
    await requireOwner(context);
    const [at, id] = readCursor(cursor, z.tuple([CursorTime, z.string()])) ?? [];
    const rows = await selectInstallationUsers(asService(context.db), {
      after: at && id ? { at: new Date(at), id } : null,
      limit: most + 1,
    });
    return cutPage(rows, most, (row) => [row.created_at.toISOString(), row.id]);
  },
});

export const updateInstallationUser = defineOperation({
  name: 'updateInstallationUser',
  summary: 'Hold or release an account',
  description:
    'Only for the owner. While an account is held, its memories are not read. Like ' +
    '`commonplace account hold`. You cannot hold your own account.',
  scope: null,
  effect: 'write',
  // The transaction of a repeatable request sees only the rows of its user.
  waits: true,
  input: z.strictObject({
    user_id: z.string(),
    is_held: z
      .boolean()
      .describe('True holds the memories of the account back, false releases them.'),
  }),
  output: InstallationUser,
  run: async (context, { user_id, is_held }) => {
    await requireOwner(context);
    if (is_held && user_id === userOf(context)) {
      throw new Conflict(
        'You cannot hold your own account, because this closes your own memories.',
      );
    }
    const db = asService(context.db);
    const user = await selectInstallationUser(db, user_id);
    if (!user) throw new NotFound('User not found');
    await updateReadiness(db, user_id, is_held ? 'held_by_operator' : 'ready');
    return { ...user, is_held };
  },
});
