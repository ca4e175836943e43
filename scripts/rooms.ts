/**
 * The rooms of src/domains in their order, from the ground up: a room may import the rooms before
 * it in this list, and none after it. Each table has one room that writes it. ARCHITECTURE.md
 * prints the list, and scripts/check-rooms.ts holds the code against it.
 */
export interface Room {
  name: string;
  /** The subject of the room, for ARCHITECTURE.md. */
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
  {
    name: 'templates',
    about: 'what else the user wants to have of each conversation',
    tables: ['summary_templates'],
  },
  { name: 'goals', about: 'what the user wants to reach', tables: ['goal_history', 'goals'] },
  {
    name: 'dismissals',
    about: 'what the user took away, so that it is not found again',
    tables: ['dismissed'],
  },
  { name: 'action-items', about: 'what is to be done', tables: ['action_items'] },
  { name: 'memories', about: 'facts about the user', tables: ['memories'] },
  {
    name: 'transcripts',
    about: 'segments and their texts, gaps, text that becomes segments, formats of export',
    tables: ['segments'],
  },
  {
    name: 'voices',
    about: 'the speech profile of the user, and the fingerprints of all voices',
    tables: ['person_prints', 'segment_prints', 'speaker_prints', 'speech_profiles'],
  },
  { name: 'people', about: 'whom the user talks with', tables: ['people'] },
  {
    name: 'conversations',
    about:
      'the record and its lifecycle: all that moves a conversation from one status to the next',
    tables: ['conversations', 'deleted_client_sessions', 'heard_journals'],
  },
  { name: 'archive', about: 'conversations as they are read: lists, search, export, sharing' },
  { name: 'folders', about: 'where conversations are kept', tables: ['folders'] },
  { name: 'imports', about: 'conversations from text and from transcripts of others' },
  {
    name: 'recordings',
    about: 'photos and kept sound',
    tables: ['audio_files', 'audio_pieces', 'photo_files'],
  },
  {
    name: 'understanding',
    about: 'what is made of a conversation: processing, summaries, translations',
  },
  {
    name: 'corrections',
    about: 'what the user changes in a conversation: texts, speakers, merges',
  },
  {
    name: 'devices',
    about: 'what devices send and what they are told: messages, numbered streams, pictures',
    tables: ['audio_streams'],
  },
  { name: 'speakers', about: 'who speaks while it is heard: voices told from each other, labels' },
  { name: 'hearing', about: 'sound becomes words that are stored' },
  { name: 'late-words', about: 'sound that waits for its words: journals, catching up, uploads' },
  { name: 'listening', about: 'the live session' },
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
