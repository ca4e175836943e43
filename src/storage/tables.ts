// Made by scripts/generate-tables.ts from the migrated database. Do not edit.
import type { Generated } from 'kysely';

export interface ActionItemsTable {
  user_id: string;
  id: string;
  description: string;
  completed: Generated<boolean>;
  completed_at: Date | null;
  due_at: Date | null;
  conversation_id: string | null;
  segment_id: string | null;
  created_at: Date;
  updated_at: Date;
  heard_as: Buffer | null;
  source: string | null;
  external_id: string | null;
  metadata: unknown | null;
  found_by: string | null;
  confidence: number | null;
}

export interface ApiKeysTable {
  user_id: string;
  id: string;
  family: 'developer' | 'mcp' | 'device';
  name: string;
  key_prefix: string;
  key_hash: Buffer;
  scopes: string[];
  created_at: Date;
  last_used_at: Date | null;
}

export interface AssistantActivityTable {
  user_id: string;
  id: string;
  at: Date;
  connection: string;
  connection_name: string | null;
  action: 'searched' | 'read' | 'asked' | 'added' | 'changed' | 'deleted';
  kind: string;
  query: string | null;
  count: number;
  changes: unknown | null;
  undone_at: Date | null;
}

export interface AttemptsTable {
  subject: string;
  failures: number;
  retry_at: Date;
  expires_at: Date;
}

export interface AudioFilesTable {
  user_id: string;
  id: string;
  conversation_id: string;
  channel: number;
  started_at: Date;
  seconds: Generated<number>;
  size: Generated<number>;
  peaks: Generated<Buffer>;
}

export interface AudioPiecesTable {
  user_id: string;
  audio_id: string;
  place: number;
  data: Buffer;
}

export interface AudioStreamsTable {
  user_id: string;
  id: string;
  session_id: string;
  messages: number;
  spoken_at: Date | null;
  updated_at: Date;
}

export interface AuthorizationRequestsTable {
  id: Buffer;
  payload: Buffer;
  expires_at: Date;
}

export interface CalendarAddressesTable {
  user_id: string;
  token_hash: Buffer;
  created_at: Date;
}

export interface CalendarEntriesTable {
  user_id: string;
  connection_id: string;
  calendar: string;
  href: string;
  etag: string;
  is_pending: boolean;
  repeats: Generated<boolean>;
  problem: string | null;
}

export interface CalendarTasksTable {
  user_id: string;
  connection_id: string;
  task_id: string;
  href: string;
  etag: string;
  agreed: unknown;
  is_gone: Generated<boolean>;
}

export interface CandidateIndexesTable {
  number: Generated<number>;
  user_id: string;
  kind: string;
  version: number;
  log_name: string;
  mark: number | null;
  checked_at: Generated<Date>;
  groups: Generated<number>;
  texts: Generated<number>;
  terms: Generated<number>;
  bytes: Generated<number>;
  uncounted: Generated<number>;
  common: Generated<string[]>;
  common_documents: Generated<number[]>;
  common_groups: Generated<number[]>;
  worker: string | null;
  claimed_until: Date | null;
}

export interface CandidateWindowsTable {
  user_id: string;
  index_number: number;
  group_id: string;
  place: number;
  at: Date;
  texts: number;
  terms: number;
  bytes: number;
  words: string;
}

export interface ChangeHorizonTable {
  only_one: Generated<boolean>;
  xid: number;
}

export interface ChangeLogTable {
  only_one: Generated<boolean>;
  name: string;
  xid: Generated<number>;
}

export interface ChangesTable {
  user_id: string;
  kind: string;
  item_id: string;
  xid: number;
  changed_at: Date;
  what: 'created' | 'deleted' | 'completed' | 'failed' | null;
}

export interface ChatFilesTable {
  user_id: string;
  id: string;
  name: string;
  mime_type: string;
  content: string;
  created_at: Date;
}

export interface ChatMessagesTable {
  user_id: string;
  id: string;
  created_at: Date;
  sender: 'human' | 'ai';
  text: string;
  conversation_ids: Generated<string[]>;
  chat_session_id: string | null;
  file_ids: Generated<string[]>;
  reported: Generated<boolean>;
  rating: number | null;
  app_id: string | null;
  parts: Generated<unknown>;
  sources: Generated<string[]>;
}

export interface ChatSessionsTable {
  user_id: string;
  id: string;
  title: string;
  app_id: string | null;
  starred: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
}

export interface ConnectionRecordsTable {
  user_id: string;
  connection_id: string;
  external_id: string;
  problem: string | null;
  noted_at: Date;
}

export interface ConnectionsTable {
  user_id: string;
  id: string;
  kind: string;
  name: string;
  address: string;
  secret: Buffer;
  settings: Generated<unknown>;
  cursor: Generated<unknown>;
  enabled: Generated<boolean>;
  came: Generated<number>;
  problem: string | null;
  failures: Generated<number>;
  created_at: Date;
  updated_at: Date;
  last_run_at: Date | null;
  last_success_at: Date | null;
  next_run_at: Date | null;
  claim: string | null;
  claimed_until: Date | null;
}

export interface ConversationsTable {
  user_id: string;
  id: string;
  status: 'in_progress' | 'processing' | 'completed' | 'failed';
  created_at: Date;
  updated_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  timeout_seconds: number | null;
  last_heard_at: Date | null;
  attempt: Generated<number>;
  forced: Generated<boolean>;
  failure: string | null;
  source: Generated<string>;
  language: string | null;
  title: Generated<string>;
  overview: Generated<string>;
  category: Generated<string>;
  emoji: Generated<string>;
  events: Generated<unknown>;
  understood_by: string | null;
  understood_note: string | null;
  model_calls: Generated<number>;
  model_tokens: Generated<number>;
  stt_provider: string | null;
  stt_quality: string | null;
  folder_id: string | null;
  geolocation: unknown | null;
  discarded: Generated<boolean>;
  starred: Generated<boolean>;
  visibility: Generated<'private' | 'shared' | 'public'>;
  photos: Generated<unknown>;
  apps_results: Generated<unknown>;
  external_data: unknown | null;
  client_session_id: string | null;
  words_pending: Generated<boolean>;
  written: Generated<string[]>;
  gaps: Generated<unknown>;
  words_since: Date | null;
  words_expected_at: Date | null;
  external_id: string | null;
  metadata: unknown | null;
  device: Generated<string>;
  draft: unknown | null;
  session: string | null;
}

export interface CredentialsTable {
  id: string;
  account_id: string;
  provider_id: string;
  user_id: string;
  password: string | null;
  access_token: string | null;
  refresh_token: string | null;
  id_token: string | null;
  access_token_expires_at: Date | null;
  refresh_token_expires_at: Date | null;
  scope: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface DayChangesTable {
  id: Generated<number>;
  user_id: string;
  at: Date;
  ready_at: Generated<Date>;
}

export interface DaySummariesTable {
  user_id: string;
  id: string;
  date: string;
  headline: string;
  overview: string;
  day_emoji: string;
  details: unknown;
  whole: boolean;
  created_at: Date;
  updated_at: Date;
}

export interface DeletedClientSessionsTable {
  user_id: string;
  client_session_id: string;
  conversation_id: string;
  deleted_at: Date;
}

export interface DeliveriesTable {
  user_id: string;
  id: string;
  endpoint_id: string;
  place: Generated<number>;
  type: string;
  kind: string | null;
  record_id: string | null;
  changed_at: Date;
  status: Generated<'pending' | 'delivered' | 'failed' | 'cancelled'>;
  attempts: Generated<number>;
  next_attempt_at: Date | null;
  response_status: number | null;
  error: string | null;
  duration_ms: number | null;
  created_at: Date;
  delivered_at: Date | null;
  format: Generated<'standard' | 'reference'>;
  event_id: number | null;
  payload: Generated<unknown>;
  body: Buffer | null;
  claimed_until: Date | null;
}

export interface DismissedTable {
  user_id: string;
  conversation_id: string;
  kind: 'action_item' | 'memory';
  heard_as: Buffer;
}

export interface EmbeddingModelTable {
  only_one: Generated<boolean>;
  model: string;
  dimensions: number | null;
}

export interface EmbeddingQueueTable {
  id: Generated<number>;
  user_id: string;
  kind: string;
  group_id: string;
  claimed_until: Date | null;
}

export interface EmbeddingsTable {
  user_id: string;
  kind: string;
  group_id: string;
  model: string;
  dimensions: number;
  fingerprint: Buffer;
  passages: number[];
  vectors: Buffer;
}

export interface FoldersTable {
  user_id: string;
  id: string;
  name: string;
  name_key: Buffer;
  description: string | null;
  color: string;
  icon: string;
  order: number;
  is_default: Generated<boolean>;
  is_system: Generated<boolean>;
  category_mapping: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface GoalHistoryTable {
  user_id: string;
  goal_id: string;
  date: string;
  value: number;
  recorded_at: Date;
}

export interface GoalsTable {
  user_id: string;
  id: string;
  title: string;
  desired_outcome: string;
  why_it_matters: string | null;
  success_criteria: string[];
  horizon_at: Date | null;
  status: 'background' | 'focused' | 'paused' | 'achieved' | 'abandoned';
  focus_rank: number | null;
  source: 'user' | 'ai_suggested' | 'imported';
  goal_type: 'boolean' | 'scale' | 'numeric' | null;
  target_value: number | null;
  current_value: number | null;
  min_value: number | null;
  max_value: number | null;
  unit: string | null;
  created_at: Date;
  updated_at: Date;
}

export interface GrantCodesTable {
  user_id: string;
  code_hash: Buffer;
  client_id: string;
  client_name: string;
  redirect_uri: string;
  code_challenge: string;
  resource: string;
  scopes: string[];
  expires_at: Date;
  used_at: Date | null;
  family_id: string;
  grant_ends_at: Date | null;
}

export interface GrantTokensTable {
  user_id: string;
  token_hash: Buffer;
  kind: 'access' | 'refresh';
  client_id: string;
  grant_id: string;
  family_id: string;
  generation: number;
  scopes: string[];
  expires_at: Date;
  replaced_at: Date | null;
  signed_in_at: Date;
}

export interface GrantsTable {
  user_id: string;
  id: string;
  client_id: string;
  client_name: string;
  redirect_host: string;
  resource: string;
  created_at: Date;
  last_used_at: Date | null;
  ends_at: Date | null;
}

export interface HeardJournalsTable {
  user_id: string;
  journal: string;
  heard_at: Date;
}

export interface IdempotentAnswersTable {
  user_id: string;
  id: Buffer;
  fingerprint: Buffer;
  answer: Buffer | null;
  claimed_until: Date | null;
  expires_at: Date;
  claimed_by: string | null;
}

export interface ImportsTable {
  user_id: string;
  id: string;
  file_name: string;
  size: number;
  format: string | null;
  status: 'running' | 'completed' | 'failed';
  problem: string | null;
  report: unknown;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
}

export interface InstallationTable {
  id: Generated<boolean>;
  secret_fingerprint: Buffer;
  files_id: string | null;
  files_rotated_at: Date | null;
}

export interface InvitationsTable {
  user_id: string;
  id: string;
  token_hash: Buffer;
  note: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface MeetingConversationsTable {
  user_id: string;
  conversation_id: string;
  meeting_id: string;
  title: string;
}

export interface MeetingsTable {
  user_id: string;
  id: string;
  connection_id: string;
  calendar: string;
  entry: string;
  title: string;
  start_at: Date;
  end_at: Date;
  first_day: string | null;
  last_day: string | null;
  place: string;
  attendees: unknown;
  updated_at: Date;
}

export interface MemoriesTable {
  user_id: string;
  id: string;
  content: string;
  content_key: Buffer;
  category: 'interesting' | 'system' | 'manual';
  visibility: 'private' | 'public';
  tags: string[];
  manually_added: boolean;
  reviewed: boolean;
  user_review: boolean | null;
  edited: Generated<boolean>;
  scoring: string;
  conversation_id: string | null;
  segment_id: string | null;
  created_at: Date;
  updated_at: Date;
  heard_as: Buffer | null;
  source: string | null;
  external_id: string | null;
  metadata: unknown | null;
  until: Date | null;
  times_heard: Generated<number>;
  since: Date | null;
  last_heard_at: Date | null;
  closed_by: unknown | null;
  contradicted_by: unknown | null;
  found_by: string | null;
  settled_contradictions: Generated<string[]>;
  confidence: number | null;
  heard_again: Generated<unknown>;
}

export interface MemoryVersionsTable {
  user_id: string;
  memory_id: string;
  id: Generated<string>;
  changed_at: Date;
  content: string;
  until: Date | null;
}

export interface ModelUsageTable {
  user_id: string;
  purpose: 'chat' | 'search' | 'translations';
  calls: number;
  tokens: number;
}

export interface OutboxTable {
  id: Generated<number>;
  user_id: string;
  name: string;
  payload: unknown;
  created_at: Generated<Date>;
}

export interface PasskeysTable {
  user_id: string;
  id: string;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  is_syncable: boolean;
  is_backed_up: boolean;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface PeopleTable {
  user_id: string;
  id: string;
  name: string;
  name_key: Buffer;
  created_at: Date;
  updated_at: Date;
}

export interface PersonPrintsTable {
  user_id: string;
  person_id: string;
  conversation_id: string;
  speaker_id: number;
  model: string;
  print_seconds: number;
  statistics: Buffer;
  created_at: Date;
}

export interface PhotoFilesTable {
  user_id: string;
  id: string;
  conversation_id: string;
  data: Buffer;
}

export interface PushMessagesTable {
  user_id: string;
  id: string;
  subscription_id: string;
  kind: 'task' | 'tasks' | 'day';
  subject: string;
  due_at: Date;
  status: 'pending' | 'delivered' | 'failed' | 'cancelled';
  attempts: Generated<number>;
  next_attempt_at: Date;
  claimed_until: Date | null;
  expires_at: Date;
}

export interface PushSubscriptionsTable {
  user_id: string;
  id: string;
  session_id: string;
  address_hash: Buffer;
  sealed: Buffer;
  user_agent: string | null;
  language: 'en' | 'de';
  tasks: boolean;
  days: boolean;
  hour: number;
  timezone: string;
  next_hour_at: Date;
  failing_since: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface RateWindowsTable {
  subject: string;
  started_at: Date;
  taken: number;
}

export interface ReadingOutcomesTable {
  user_id: string;
  id: string;
  conversation_id: string | null;
  kind: 'task' | 'event' | 'memory';
  confidence: number;
  outcome: 'kept' | 'changed' | 'dropped';
  sentence: string | null;
  created_at: Date;
}

export interface ReceiversTable {
  user_id: string;
  id: string;
  url: string;
  description: string;
  types: string[];
  include_transcript: boolean;
  enabled: Generated<boolean>;
  pause_reason: string | null;
  key_id: string | null;
  scopes: string[] | null;
  secret: Buffer;
  previous: Buffer | null;
  previous_until: Date | null;
  cursor: string;
  since: number;
  read_at: Date;
  failing_since: Date | null;
  next_look_at: Date;
  claim: string | null;
  claimed_until: Date | null;
  created_at: Date;
  updated_at: Date;
  format: Generated<'standard' | 'reference'>;
  type: 'memory_created' | 'realtime_transcript' | 'audio_bytes' | 'day_summary' | null;
  seconds: number | null;
  enabled_at: Date | null;
  last_event_id: number | null;
}

export interface RenewalsTable {
  user_id: string;
  when_to_run: 'at_night' | 'now';
  requested_at: Date;
  last_id: string | null;
}

export interface SearchSnapshotsTable {
  id: string;
  user_id: string;
  kind: string;
  version: string;
  mark: number;
  key: Buffer;
  xid: Generated<number>;
  created_at: Generated<Date>;
}

export interface SecurityEventsTable {
  user_id: string;
  id: string;
  at: Date;
  event:
    | 'signed_in'
    | 'sign_in_failed'
    | 'signed_out'
    | 'session_ended'
    | 'sessions_ended'
    | 'password_changed'
    | 'password_refused'
    | 'address_changed'
    | 'key_created'
    | 'key_first_used'
    | 'key_revoked'
    | 'assistant_connected'
    | 'assistant_disconnected'
    | 'webhook_secret_changed'
    | 'webhook_secret_deleted'
    | 'calendar_address_made'
    | 'calendar_address_ended'
    | 'passkey_added'
    | 'passkey_removed'
    | 'oidc_linked'
    | 'oidc_unlinked'
    | 'connection_added'
    | 'connection_key_changed'
    | 'connection_removed';
  by: 'password' | 'session' | 'operator' | 'program' | 'passkey' | 'oidc';
  subject: string | null;
  subject_id: string | null;
  ip_address: string | null;
  user_agent: string | null;
  count: number;
  last_at: Date;
}

export interface SegmentPrintsTable {
  user_id: string;
  conversation_id: string;
  segment_id: string;
  model: string;
  print_seconds: number;
  statistics: Buffer;
}

export interface SegmentsTable {
  user_id: string;
  conversation_id: string;
  id: string;
  text: string;
  speaker_id: Generated<number>;
  is_user: Generated<boolean>;
  person_id: string | null;
  start_seconds: number;
  end_seconds: number;
  confidence: number | null;
  words: Generated<unknown>;
  stt_provider: string | null;
  voice_checked: Generated<boolean>;
  translations: Generated<unknown>;
  voice_verdict: 'owner' | 'probable' | 'other' | null;
}

export interface SessionsTable {
  id: string;
  user_id: string;
  token: string;
  expires_at: Date;
  ip_address: string | null;
  user_agent: string | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface SpeakerPrintsTable {
  user_id: string;
  conversation_id: string;
  speaker_id: number;
  model: string;
  print_seconds: number;
  statistics: Buffer;
}

export interface SpeechProfilesTable {
  user_id: string;
  id: string;
  audio: Buffer;
  seconds: number;
  problems: unknown;
  model: string;
  print_seconds: number;
  statistics: Buffer;
  created_at: Date;
}

export interface StoredObjectsTable {
  name: string;
  user_id: string;
  audio_id: string | null;
  photo_id: string | null;
  bytes: number;
  sha256: Buffer;
  key: Buffer;
  stored_at: Generated<Date>;
  missing_since: Date | null;
}

export interface SuggestionsTable {
  user_id: string;
  id: string;
  conversation_id: string;
  segment_id: string | null;
  kind: 'task' | 'event' | 'memory';
  text: string;
  at: Date | null;
  confidence: number;
  state: Generated<'open' | 'kept' | 'dropped'>;
  kept_as: string | null;
  created_at: Date;
  decided_at: Date | null;
}

export interface SummaryTemplatesTable {
  user_id: string;
  id: string;
  name: string | null;
  prompt: string | null;
  runs: 'always' | 'on_demand';
  created_at: Date;
  updated_at: Date;
}

export interface UnusedObjectsTable {
  name: string;
  owner_id: string | null;
  delete_at: Date;
}

export interface UsedChallengesTable {
  user_id: string;
  challenge: string;
  expires_at: Date;
}

export interface UserQuotasTable {
  user_id: string;
  sound_bytes: number | null;
  listening_seconds: number | null;
}

export interface UsersTable {
  id: string;
  email: string;
  email_verified: Generated<boolean>;
  name: string;
  image: string | null;
  timezone: Generated<string>;
  readiness: Generated<string>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  keep_audio: boolean | null;
  language: string | null;
  week_start: Generated<'monday' | 'sunday' | 'saturday'>;
  due_hour: number | null;
  keeps_examples: Generated<boolean>;
}

export interface VerificationsTable {
  id: string;
  identifier: string;
  value: string;
  expires_at: Date;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}

export interface VocabularyTable {
  user_id: string;
  id: string;
  word: string;
  word_key: Buffer;
  learned: Generated<boolean>;
  place: Generated<number>;
  created_at: Date;
}

export interface WaitingFilesTable {
  user_id: string;
  id: string;
  kind: 'sound' | 'import' | 'upload';
  about: unknown;
  holder: string | null;
  is_fetched: Generated<boolean>;
  conversation_id: string | null;
  lost_from: Date | null;
  created_at: Generated<Date>;
}

export interface WaitingHoldersTable {
  id: string;
  seen_at: Date;
  copied_at: Date | null;
  replaced: Generated<boolean>;
}

export interface WaitingPiecesTable {
  user_id: string;
  file_id: string;
  path: string;
  place: number;
  until: number;
  bytes: number;
  data: Buffer | null;
  name: string | null;
  key: Buffer | null;
}

export interface WebhookSecretsTable {
  user_id: string;
  secret: Buffer;
  previous: Buffer | null;
  previous_until: Date | null;
  created_at: Date;
}

export interface Tables {
  action_items: ActionItemsTable;
  api_keys: ApiKeysTable;
  assistant_activity: AssistantActivityTable;
  attempts: AttemptsTable;
  audio_files: AudioFilesTable;
  audio_pieces: AudioPiecesTable;
  audio_streams: AudioStreamsTable;
  authorization_requests: AuthorizationRequestsTable;
  calendar_addresses: CalendarAddressesTable;
  calendar_entries: CalendarEntriesTable;
  calendar_tasks: CalendarTasksTable;
  candidate_indexes: CandidateIndexesTable;
  candidate_windows: CandidateWindowsTable;
  change_horizon: ChangeHorizonTable;
  change_log: ChangeLogTable;
  changes: ChangesTable;
  chat_files: ChatFilesTable;
  chat_messages: ChatMessagesTable;
  chat_sessions: ChatSessionsTable;
  connection_records: ConnectionRecordsTable;
  connections: ConnectionsTable;
  conversations: ConversationsTable;
  credentials: CredentialsTable;
  day_changes: DayChangesTable;
  day_summaries: DaySummariesTable;
  deleted_client_sessions: DeletedClientSessionsTable;
  deliveries: DeliveriesTable;
  dismissed: DismissedTable;
  embedding_model: EmbeddingModelTable;
  embedding_queue: EmbeddingQueueTable;
  embeddings: EmbeddingsTable;
  folders: FoldersTable;
  goal_history: GoalHistoryTable;
  goals: GoalsTable;
  grant_codes: GrantCodesTable;
  grant_tokens: GrantTokensTable;
  grants: GrantsTable;
  heard_journals: HeardJournalsTable;
  idempotent_answers: IdempotentAnswersTable;
  imports: ImportsTable;
  installation: InstallationTable;
  invitations: InvitationsTable;
  meeting_conversations: MeetingConversationsTable;
  meetings: MeetingsTable;
  memories: MemoriesTable;
  memory_versions: MemoryVersionsTable;
  model_usage: ModelUsageTable;
  outbox: OutboxTable;
  passkeys: PasskeysTable;
  people: PeopleTable;
  person_prints: PersonPrintsTable;
  photo_files: PhotoFilesTable;
  push_messages: PushMessagesTable;
  push_subscriptions: PushSubscriptionsTable;
  rate_windows: RateWindowsTable;
  reading_outcomes: ReadingOutcomesTable;
  receivers: ReceiversTable;
  renewals: RenewalsTable;
  search_snapshots: SearchSnapshotsTable;
  security_events: SecurityEventsTable;
  segment_prints: SegmentPrintsTable;
  segments: SegmentsTable;
  sessions: SessionsTable;
  speaker_prints: SpeakerPrintsTable;
  speech_profiles: SpeechProfilesTable;
  stored_objects: StoredObjectsTable;
  suggestions: SuggestionsTable;
  summary_templates: SummaryTemplatesTable;
  unused_objects: UnusedObjectsTable;
  used_challenges: UsedChallengesTable;
  user_quotas: UserQuotasTable;
  users: UsersTable;
  verifications: VerificationsTable;
  vocabulary: VocabularyTable;
  waiting_files: WaitingFilesTable;
  waiting_holders: WaitingHoldersTable;
  waiting_pieces: WaitingPiecesTable;
  webhook_secrets: WebhookSecretsTable;
}
