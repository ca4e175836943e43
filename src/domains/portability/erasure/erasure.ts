import { z } from 'zod';
import { userOf } from '../../../kit/context.ts';
import type { Parts } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { deleteJobsOf } from '../../../storage/jobs.ts';
import { deleteEventsOf } from '../../../storage/outbox.ts';
import { transaction } from '../../../storage/transaction.ts';
import { accountDeleted, deleteUser } from '../../accounts/accounts.ts';
import type { Identity } from '../../accounts/identity.ts';
import { requireOwnUser } from '../../accounts/passwords.ts';
import type { LiveWords } from '../../recordings/recording-end.ts';
import { countContents } from './erasure.sql.ts';
import type { Contents } from './erasure.sql.ts';

/** The reason that is sent to the devices of the account. */
export const ACCOUNT_DELETED = 'the account was deleted';

const count = (what: string) => z.int().describe(`The number of ${what}.`);

const Erased = z
  .object({
    conversations: count('conversations, with their transcripts'),
    memories: count('memories'),
    action_items: count('action items'),
    goals: count('goals'),
    people: count('people, with their voices'),
    chat_messages: count('messages of the chat'),
    kept_sounds: count('recordings whose sound was kept'),
    keys: count('keys, which no longer work'),
    assistants: count('connected assistants, which no longer have access'),
  })
  .meta({ id: 'DeletedAccount' });

/**
 * Deletes the account with all its data, in one transaction. Afterwards each process ends the
 * account's live sessions and removes its sound from the disk.
 */
export async function eraseAccount(
  { db, outbox }: Pick<Parts, 'db' | 'outbox'>,
  user_id: string,
): Promise<Contents> {
  return transaction(db, async (tx) => {
    const contents = await countContents(tx, user_id);
    await deleteUser(tx, user_id);
    // From here on, nobody can queue a job for the account.
    await deleteJobsOf(tx, user_id);
    await deleteEventsOf(tx, user_id);
    await outbox.emit(tx, accountDeleted, { user_id, payload: {} });
    return contents;
  });
}

export function eraseAccountOperation(identity: Identity, live: LiveWords) {
  return defineOperation({
    name: 'deleteMe',
    summary: 'Delete the account with all its data, for good',
    description:
      'Deletes conversations, memories, sound, keys and all other data, and answers with ' +
      'the number of each. You cannot undo this. If the owner deletes the account, the ' +
      'oldest other account becomes the owner.',
    scope: null,
    effect: 'destroy',
    waits: true,
    input: z.strictObject({
      current_password: z
        .string()
        .min(1)
        .max(1024)
        .optional()
        .describe(
          'Required if the account has a password. Without one, you must have signed in during the ' +
            'last ten minutes.',
        ),
    }),
    output: Erased,
    run: async (context, { current_password }) => {
      await requireOwnUser(context, identity, current_password);
      const user_id = userOf(context);
      // Otherwise the session would fail when it stores its next words.
      await live.end(user_id, ACCOUNT_DELETED);
      return eraseAccount(context, user_id);
    },
  });
}
