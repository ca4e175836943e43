/**
 * Answers quote conversations, memories and action items. When a source is deleted, its quotations
 * are deleted in the same transaction.
 */
import { defineReaction } from '../../storage/outbox.ts';
import { actionItemsDeleted } from '../action-items/action-items.ts';
import { conversationDeleted, conversationsMerged } from '../conversations/lifecycle.ts';
import { memoriesDeleted } from '../memories/memory-deletion.ts';
import { deleteQuotesOf, moveSources } from './messages.sql.ts';

const FORGET = 'chat: answers quote and cite it no more';

export const chatReactions = [
  defineReaction(memoriesDeleted, FORGET, (db, { user_id, payload }) =>
    deleteQuotesOf(db, user_id, payload.memory_ids),
  ),
  defineReaction(actionItemsDeleted, FORGET, (db, { user_id, payload }) =>
    deleteQuotesOf(db, user_id, payload.action_item_ids),
  ),
  defineReaction(conversationDeleted, FORGET, (db, { user_id, payload }) =>
    deleteQuotesOf(db, user_id, [payload.conversation_id]),
  ),
  defineReaction(
    conversationsMerged,
    'chat: answers cite the merged conversation',
    (db, { user_id, payload }) => moveSources(db, user_id, payload),
  ),
];
