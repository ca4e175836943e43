import type { Summariser } from '../../engines/summaries/summariser.ts';
import { getActionItem } from '../action-items/action-items.ts';
import { getConversation } from '../conversation-lists/conversations.ts';
import { getMessage } from '../chat/messages.ts';
import { getChatSession } from '../chat/sessions.ts';
import { getDaySummary } from '../days/days.ts';
import { getFolder } from '../conversation-lists/folders/folders.ts';
import { getGoal } from '../goals/goals.ts';
import { getMemory } from '../memories/memories.ts';
import { getPerson } from '../people/people.ts';
import { templateOperations } from '../templates/templates.ts';
import { recordKind } from './change.ts';
import type { RecordKind } from './change.ts';

/** The kinds of records in the feed, in the order in which a new reader gets them. */
export function recordKinds(summariser: Summariser): RecordKind[] {
  const { getTemplate } = templateOperations(summariser);
  return [
    recordKind('folder', getFolder, { table: 'folders', id: 'folder_id' }),
    recordKind('person', getPerson, { table: 'people', id: 'person_id' }),
    recordKind('summary_template', getTemplate, {
      table: 'summary_templates',
      id: 'template_id',
      idType: 'text',
    }),
    recordKind('conversation', getConversation, {
      table: 'conversations',
      id: 'conversation_id',
      alsoNotedAs: ['live_conversations', 'items_of_conversations'],
    }),
    recordKind('action_item', getActionItem, { table: 'action_items', id: 'action_item_id' }),
    recordKind('memory', getMemory, { table: 'memories', id: 'memory_id' }),
    recordKind('goal', getGoal, { table: 'goals', id: 'goal_id', idType: 'text' }),
    recordKind('day_summary', getDaySummary, { table: 'day_summaries', id: 'summary_id' }),
    recordKind('chat_session', getChatSession, { table: 'chat_sessions', id: 'chat_session_id' }),
    recordKind('chat_message', getMessage, { table: 'chat_messages', id: 'message_id' }),
  ];
}
