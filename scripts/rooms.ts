/**
 * The rooms of src/domains in their order, from the ground up: a room may import the rooms before it
 * in this list, and none after it. Each table has one room that writes it. ARCHITECTURE.md prints the
 * list, and scripts/check-rooms.ts holds the code against it.
 */
export interface Room {
  name: string;
  /** What the room is about, for ARCHITECTURE.md. */
  about: string;
  /** The tables that only this room writes. */
  tables?: readonly string[];
}

export const ROOMS: readonly Room[] = [
  {
    name: 'accounts',
    about: 'who the user is: sign-in, time zone, choices',
    tables: ['attempts', 'credentials', 'sessions', 'users', 'verifications'],
  },
  { name: 'keys', about: 'API keys of programs', tables: ['api_keys'] },
  {
    name: 'grants',
    about: 'what assistants were allowed',
    tables: ['authorization_requests', 'grant_codes', 'grant_tokens', 'grants'],
  },
  {
    name: 'requests',
    about: 'once, how often, on what condition',
    tables: ['idempotent_answers', 'rate_windows'],
  },
  {
    name: 'search',
    about: 'keeps the indexes as fresh as the database',
    tables: ['embedding_model', 'embedding_queue', 'embeddings', 'search_changes'],
  },
  { name: 'models', about: 'the speech models, for the owner' },
  { name: 'folders', about: 'where conversations are kept', tables: ['folders'] },
  {
    name: 'templates',
    about: 'what else the user wants to have of each conversation',
    tables: ['summary_templates'],
  },
  { name: 'action-items', about: 'what is to be done', tables: ['action_items'] },
  { name: 'goals', about: 'what the user wants to reach', tables: ['goal_history', 'goals'] },
  { name: 'memories', about: 'facts about the user', tables: ['memories'] },
  {
    name: 'voices',
    about: 'the speech profile of the user, and the fingerprints of all voices',
    tables: ['person_prints', 'segment_prints', 'speaker_prints', 'speech_profiles'],
  },
  { name: 'people', about: 'whom the user talks with', tables: ['people'] },
  {
    name: 'conversations',
    about: 'the record, its lifecycle, and all else that concerns a conversation',
    tables: [
      'audio_files',
      'audio_pieces',
      'conversations',
      'deleted_client_sessions',
      'dismissed',
      'heard_journals',
      'photo_files',
      'segments',
    ],
  },
  { name: 'listening', about: 'live sessions', tables: ['audio_streams'] },
  {
    name: 'chat',
    about: 'questions and answers',
    tables: ['chat_files', 'chat_messages', 'chat_sessions'],
  },
  { name: 'days', about: 'summaries of days', tables: ['day_changes', 'day_summaries'] },
  {
    name: 'webhooks',
    about: 'telling other services',
    tables: ['webhook_deliveries', 'webhook_secrets', 'webhooks'],
  },
  { name: 'assistants', about: 'what AI assistants ask that spans rooms' },
];

/** Written by src/storage itself. */
export const STORAGE_TABLES = ['installation', 'outbox'];

/** The list as ARCHITECTURE.md prints it. */
export function printedRooms(): string {
  const rows = ROOMS.map(
    ({ name, about, tables = [] }, index) =>
      `| ${index + 1} | \`${name}\` | ${about} | ${tables.map((table) => `\`${table}\``).join(', ')} |`,
  );
  return ['| | room | about | its tables |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}
