/**
 * The rooms of src/domains in order: a room may import only the rooms before it in this list. Only
 * one room writes each table. ARCHITECTURE.md prints the list, and scripts/check-rooms.ts enforces
 * it.
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
    about:
      'the user account: sign-in, passkeys, OpenID Connect providers, invitations, time zone, choices; the log of all that',
    tables: [
      'attempts',
      'credentials',
      'invitations',
      'passkeys',
      'security_events',
      'sessions',
      'used_challenges',
      'users',
      'verifications',
    ],
  },
  {
    name: 'queries',
    about: 'what a list or a search asks for: filters and orders; words, times, people and folders',
  },
  {
    name: 'access',
    about: 'who else may call: API keys of programs, permissions of assistants',
    tables: ['api_keys', 'authorization_requests', 'grant_codes', 'grant_tokens', 'grants'],
  },
  {
    name: 'requests',
    about: 'idempotency, rate limits and preconditions of requests',
    tables: ['idempotent_answers', 'rate_windows'],
  },
  {
    name: 'models',
    about: 'the speech models, for the owner, and what models cost each user',
    tables: ['model_usage'],
  },
  {
    name: 'templates',
    about: 'summary templates: additional texts that the user wants for each conversation',
    tables: ['summary_templates'],
  },
  { name: 'goals', about: 'goals of the user', tables: ['goal_history', 'goals'] },
  {
    name: 'outcomes',
    about:
      'what the user decided about what was read, or removed of it, and the bounds that follow from it',
    tables: ['dismissed', 'reading_outcomes'],
  },
  { name: 'action-items', about: 'tasks of the user', tables: ['action_items'] },
  { name: 'memories', about: 'facts about the user', tables: ['memories', 'memory_versions'] },
  {
    name: 'transcripts',
    about: 'segments and their texts, gaps, text that becomes segments, formats of export',
    tables: ['segments'],
  },
  {
    name: 'voices',
    about: 'the speech profile of the user, and the voiceprints of all voices',
    tables: ['person_prints', 'segment_prints', 'speaker_prints', 'speech_profiles'],
  },
  { name: 'people', about: 'people that the user talks with', tables: ['people'] },
  {
    name: 'vocabulary',
    about: 'names and terms that the user is likely to say',
    tables: ['vocabulary'],
  },
  {
    name: 'conversations',
    about: 'the record and its lifecycle: every change of the status of a conversation',
    tables: ['conversations', 'deleted_client_sessions', 'heard_journals'],
  },
  {
    name: 'meetings',
    about: 'meetings of calendars, and the conversations that took place in them',
    tables: ['meeting_conversations', 'meetings'],
  },
  {
    name: 'suggestions',
    about: 'what conversations told perhaps, which the user keeps or drops',
    tables: ['suggestions'],
  },
  {
    name: 'conversation-lists',
    about: 'reading conversations: lists, search, export, sharing, folders',
    tables: ['folders'],
  },
  { name: 'conversation-creation', about: 'conversations from text and from external transcripts' },
  { name: 'quotas', about: 'quotas of users', tables: ['user_quotas'] },
  {
    name: 'recordings',
    about: 'photos and kept sound',
    tables: ['audio_files', 'audio_pieces', 'photo_files'],
  },
  {
    name: 'understanding',
    about: 'processing of a conversation: understanding, summaries, translations',
    tables: ['renewals'],
  },
  { name: 'corrections', about: 'changes of the user to a conversation: texts, speakers, merges' },
  {
    name: 'devices',
    about: 'messages from and to devices, numbered streams, pictures',
    tables: ['audio_streams'],
  },
  {
    name: 'hearing',
    about:
      'transcription of live sound, storage of its words, and speakers: telling voices apart, labels',
  },
  {
    name: 'late-words',
    about: 'sound that waits for its words: journals, catching up, uploads; kept sound, heard anew',
  },
  { name: 'listening', about: 'the live session, and a sample conversation for new users' },
  {
    name: 'chat',
    about: 'questions and answers',
    tables: ['chat_files', 'chat_messages', 'chat_sessions'],
  },
  { name: 'days', about: 'summaries of days', tables: ['day_changes', 'day_summaries'] },
  {
    name: 'changes',
    about: 'the log of all changes: for the search, a feed for programs, and events as they happen',
    tables: ['change_horizon', 'change_log', 'changes'],
  },
  {
    name: 'search',
    about: 'one search over all kinds of records, and indexes that are as fresh as the database',
    tables: [
      'candidate_indexes',
      'candidate_windows',
      'embedding_model',
      'embedding_queue',
      'embeddings',
      'search_snapshots',
    ],
  },
  { name: 'statistics', about: 'totals, and the activity of each day' },
  {
    name: 'webhooks',
    about: 'notifications to other services',
    tables: ['deliveries', 'receivers', 'webhook_secrets'],
  },
  {
    name: 'push',
    about: 'notifications to browsers: tasks that are due, and the summary of the day',
    tables: ['push_messages', 'push_subscriptions'],
  },
  {
    name: 'connections',
    about: 'outside services that are read or written for a user',
    tables: ['connection_records', 'connections'],
  },
  {
    name: 'assistants',
    about:
      'operations for AI assistants that span rooms; what assistants read and changed, and undoing it',
    tables: ['assistant_activity'],
  },
  {
    name: 'calendar',
    about:
      'calendar programs: the secret address of events and tasks; calendars that are read, and lists into which tasks are written (CalDAV)',
    tables: ['calendar_addresses', 'calendar_entries', 'calendar_tasks'],
  },
  {
    name: 'portability',
    about:
      'the data of an account as a whole: its archive, out and in; files of other services; its deletion',
    tables: ['imports'],
  },
  { name: 'recorders', about: 'recorders whose services are read: Limitless, Omi, Bee' },
];

/** Only src/storage writes tables of this schema, which a move fills. */
export const STORAGE_SCHEMA = 'moving';

/** Only src/storage writes these tables. */
export const STORAGE_TABLES = [
  'installation',
  'outbox',
  'stored_objects',
  'unused_objects',
  'waiting_files',
  'waiting_holders',
  'waiting_pieces',
];

/** The list as ARCHITECTURE.md prints it. */
export function printedRooms(): string {
  const rows = ROOMS.map(
    ({ name, about, tables = [] }, index) =>
      `| ${index + 1} | \`${name}\` | ${about} | ${tables.map((table) => `\`${table}\``).join(', ')} |`,
  );
  return ['| | room | about | its tables |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
}
