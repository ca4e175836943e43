/** Where the values of ids in paths and bodies come from. */

/** The table of the ids that a parameter or a field takes. */
export const TABLES: Record<string, string> = {
  action_item_id: 'action_items',
  activity_id: 'assistant_activity',
  audio_id: 'audio_files',
  chat_session_id: 'chat_sessions',
  connection_id: 'connections',
  conversation_id: 'conversations',
  delivery_id: 'deliveries',
  endpoint_id: 'receivers',
  file_id: 'chat_files',
  folder_id: 'folders',
  import_id: 'imports',
  goal_id: 'goals',
  key_id: 'api_keys',
  memory_id: 'memories',
  message_id: 'chat_messages',
  passkey_id: 'passkeys',
  person_id: 'people',
  segment_id: 'segments',
  session_id: 'sessions',
  subscription_id: 'push_subscriptions',
  suggestion_id: 'suggestions',
  summary_id: 'day_summaries',
  template_id: 'summary_templates',
};

/** Returns the table of a field such as `memory_id` or `target_person_id`. */
export function tableOf(field: string): string | undefined {
  return TABLES[field.replace(/^(?:target|source|new)_/, '')];
}
