import { defineReaction } from '../../storage/outbox.ts';
import { accountDeleted } from '../accounts/accounts.ts';
import { deleteDayChangesOf } from './day-changes.sql.ts';

export const dayReactions = [
  defineReaction(accountDeleted, 'days: no summary of the account is renewed', (db, event) =>
    deleteDayChangesOf(db, event.user_id),
  ),
];
