/**
 * A deletion by the user or by a program is permanent, so the log forgets the deleted records in
 * the same transaction. What an assistant deletes stays in the log, because the user can undo it.
 */
import { defineReaction } from '../../../storage/outbox.ts';
import { actionItemsDeleted } from '../../action-items/action-items.ts';
import { conversationDeleted } from '../../conversations/lifecycle.ts';
import { goalDeleted } from '../../goals/goals.ts';
import { memoriesDeleted } from '../../memories/memory-deletion.ts';
import { forgetRecords } from './activity.sql.ts';

const FORGET = 'activity: the log of assistants keeps no copy';

export const activityReactions = [
  defineReaction(memoriesDeleted, FORGET, (db, { user_id, payload }) =>
    forgetRecords(db, user_id, payload.memory_ids),
  ),
  defineReaction(actionItemsDeleted, FORGET, (db, { user_id, payload }) =>
    forgetRecords(db, user_id, payload.action_item_ids),
  ),
  defineReaction(conversationDeleted, FORGET, (db, { user_id, payload }) =>
    forgetRecords(db, user_id, [payload.conversation_id]),
  ),
  defineReaction(goalDeleted, FORGET, (db, { user_id, payload }) =>
    forgetRecords(db, user_id, [payload.goal_id]),
  ),
];
