/**
 * The columns and tables that the archive of an account leaves out, each with the reason. A test compares them with
 * the database: it fails when a new table is neither in the archive nor here.
 */
import { z } from 'zod';
import type { DescribedTable } from '../../../../storage/archive/catalogue.ts';
import { needsShape } from './fields.ts';
import type { ArchiveKind, Shapes } from './kind.ts';

const SIGN_IN = 'A credential is valid in one service only.';
const SENDING = 'Programs subscribe to one service; elsewhere they subscribe again.';
const CONNECTED =
  'The key of an outside service leaves in no archive; elsewhere it is entered again.';
const MADE_AGAIN = 'It is computed from the other records.';
const CALENDAR = 'It comes from a calendar, which the other service reads again.';
const PASSING = 'It is work in progress, or a note of work that is done.';

const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  conversations: {
    timeout_seconds: PASSING,
    last_heard_at: PASSING,
    attempt: PASSING,
    words_pending: PASSING,
    words_since: PASSING,
    words_expected_at: PASSING,
    draft: PASSING,
    session: 'It identifies a connection to one service.',
  },
  assistant_activity: { changes: 'The records before and after serve only to undo a change.' },
  audio_files: { size: 'It is the length of the file `sound/ID.ogg`.' },
  photo_files: { data: 'The bytes are in `photos/ID`.' },
  speech_profiles: { audio: 'The bytes are in `voice/profile.wav`.' },
  users: {
    id: 'The account that reads an archive has its own.',
    email: SIGN_IN,
    email_verified: SIGN_IN,
    image: 'It is never set.',
    readiness: PASSING,
    created_at: 'It is when the account was made, and the other one has its own.',
    updated_at: MADE_AGAIN,
  },
};

const TABLES: Readonly<Record<string, string>> = {
  api_keys: SIGN_IN,
  calendar_addresses: SIGN_IN,
  credentials: SIGN_IN,
  grant_codes: SIGN_IN,
  grant_tokens: SIGN_IN,
  grants: SIGN_IN,
  invitations: SIGN_IN,
  passkeys: SIGN_IN,
  sessions: SIGN_IN,
  used_challenges: SIGN_IN,
  security_events: 'It tells what happened to the account in one service.',
  connection_records: CONNECTED,
  connections: CONNECTED,
  deliveries: SENDING,
  push_messages: SENDING,
  push_subscriptions: SENDING,
  receivers: SENDING,
  webhook_secrets: SENDING,
  calendar_entries: CALENDAR,
  calendar_tasks: CALENDAR,
  meeting_conversations: CALENDAR,
  meetings: CALENDAR,
  audio_pieces: 'The bytes are in `sound/ID.ogg`.',
  stored_objects: 'The bytes are in `sound/ID.ogg` and `photos/ID`.',
  candidate_indexes: MADE_AGAIN,
  candidate_windows: MADE_AGAIN,
  changes: MADE_AGAIN,
  embedding_queue: MADE_AGAIN,
  embeddings: MADE_AGAIN,
  search_snapshots: MADE_AGAIN,
  segment_prints: 'It tells voices apart while a conversation is heard.',
  audio_streams: PASSING,
  day_changes: PASSING,
  deleted_client_sessions: PASSING,
  heard_journals: PASSING,
  idempotent_answers: PASSING,
  imports: PASSING,
  model_usage: 'It counts what one service spent.',
  outbox: PASSING,
  renewals: PASSING,
  waiting_files: PASSING,
  waiting_pieces: PASSING,
  user_quotas: 'The operator of a service sets them.',
};

/** `user_id` is in no line either. */
export const isLeftOut = (table: string, column: string): boolean =>
  column === 'user_id' || column in (COLUMNS[table] ?? {});

/**
 * Describes the tables of users that are neither in an archive nor left out on purpose, columns whose
 * shape the database does not know, and each wrong entry of the lists above.
 */
export function unarchived(
  tables: readonly DescribedTable[],
  kinds: readonly ArchiveKind[],
  settings: readonly string[],
): string[] {
  const written = new Map<string, Shapes>([
    ['users', Object.fromEntries(settings.map((name) => [name, z.unknown()]))],
    ...kinds
      .flatMap(({ children = [], ...kind }) => [kind, ...children])
      .map(({ table, shapes = {} }) => [table, shapes] as const),
  ]);
  const known = new Map(tables.map(({ name, columns }) => [name, columns]));
  return [
    ...tables.flatMap(({ name, columns }) => {
      const shapes = written.get(name);
      if (!shapes) return name in TABLES ? [] : [`The table ${name} is not in the archive.`];
      return columns
        .filter((column) => !isLeftOut(name, column.name) && !(column.name in shapes))
        .filter((column) => name === 'users' || needsShape(column))
        .map((column) => `The column ${name}.${column.name} has no shape in the archive.`);
    }),
    ...Object.keys(TABLES)
      .filter((name) => !known.has(name) || written.has(name))
      .map((name) => `The table ${name} is named as left out, but is not.`),
    ...Object.entries(COLUMNS).flatMap(([name, columns]) =>
      Object.keys(columns)
        .filter((column) => !known.get(name)?.some((each) => each.name === column))
        .map((column) => `The column ${name}.${column} is named as left out, but is not.`),
    ),
  ];
}
