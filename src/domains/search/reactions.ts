import { defineReaction } from '../../storage/outbox.ts';
import { accountDeleted } from '../accounts/accounts.ts';
import { deleteQueueOf } from './embeddings.sql.ts';

export const searchReactions = [
  defineReaction(accountDeleted, 'search: nothing of the account is embedded', (db, event) =>
    deleteQueueOf(db, event.user_id),
  ),
];
