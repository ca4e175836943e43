/** Conversations, memories and tasks of Omi: its developer API. */
import type { Context } from '../../kit/context.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import type { ConnectionKind } from '../connections/connection-kind.ts';
import { askJson } from '../connections/service-request.ts';
import type { FoundKind } from '../portability/formats/found.ts';
import { readOmi } from '../portability/formats/omi.ts';
import { liveSlots, partsOfHeard } from './heard-live.ts';
import { externalIdOf, listIn, recorderKind, timeIn } from './recorder.ts';
import type { PulledRecord, RecordList } from './recorder.ts';

/** The default of the service. */
const LIMIT = 25;

const NOTHING = { people: [], conversations: [], memories: [], action_items: [] };

/** The same mapping is used for exported files, for what is pulled and for webhooks. */
export function omiRecord(
  context: Context,
  field: 'conversations' | 'memories' | 'action_items',
  record: unknown,
): PulledRecord {
  const kind: FoundKind = field === 'action_items' ? 'action-items' : field;
  const external_id = externalIdOf(kind, record);
  const { status } = (record ?? {}) as { status?: unknown };
  return {
    kind,
    external_id,
    at: timeIn(record, 'created_at'),
    isUnfinished: status === 'in_progress' || status === 'processing',
    heardLive: notesOf(kind, record),
    read: async () =>
      readOmi(external_id, { ...NOTHING, [field]: [record] }, await timezoneOf(context)),
  };
}

/** Returns the notes of a conversation that was heard live, or of its conversation. */
function notesOf(kind: FoundKind, record: unknown): string[] {
  if (kind === 'conversations') {
    const from = timeIn(record, 'started_at') ?? timeIn(record, 'created_at');
    return from ? liveSlots(from, timeIn(record, 'finished_at') ?? from) : [];
  }
  const { conversation_id: id } = (record ?? {}) as { conversation_id?: unknown };
  return typeof id === 'string' ? [partsOfHeard(externalIdOf('conversations', { id }))] : [];
}

function listOf(field: 'conversations' | 'memories' | 'action_items', path: string): RecordList {
  return {
    isNewestFirst: true,
    ask: async (context, connection, { place, since }) => {
      const offset = Number(place ?? 0);
      const answer = await askJson(connection, `/v1/dev/user/${path}`, {
        headers: { Authorization: `Bearer ${connection.secret}` },
        query: {
          limit: LIMIT,
          offset,
          // Memories have no filter by time.
          ...(field !== 'memories' && { start_date: since?.toISOString() }),
          ...(field === 'conversations' && { include_transcript: 'true' }),
        },
      });
      const records = listIn(answer).map((record) => omiRecord(context, field, record));
      // A page may have fewer records than asked for, so only an empty one is the last.
      return { records, next: records.length === 0 ? null : offset + LIMIT };
    },
  };
}

export const omi: ConnectionKind = recorderKind({
  kind: 'omi',
  title: 'Omi',
  address: 'https://api.omi.me',
  fields: ['secret'],
  hasHook: true,
  lists: [
    listOf('conversations', 'conversations'),
    listOf('memories', 'memories'),
    listOf('action_items', 'action-items'),
  ],
});
