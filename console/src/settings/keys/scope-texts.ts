import * as m from '../../paraglide/messages.js';

/** The meaning of each scope, as a sentence. */
const SENTENCES: Record<string, () => string> = {
  'conversations:read': m.scope_conversations_read,
  'conversations:write': m.scope_conversations_write,
  'memories:read': m.scope_memories_read,
  'memories:write': m.scope_memories_write,
  'action_items:read': m.scope_tasks_read,
  'action_items:write': m.scope_tasks_write,
  'goals:read': m.scope_goals_read,
  'goals:write': m.scope_goals_write,
  'people:read': m.scope_people_read,
  'chat:read': m.scope_chat_read,
  'webhooks:read': m.scope_webhooks_read,
  'webhooks:write': m.scope_webhooks_write,
};

/** Assistants write the same scopes with a dot. */
export const scopeText = (scope: string) => SENTENCES[scope.replace('.', ':')]?.() ?? scope;
