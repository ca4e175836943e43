/** Conversations of Bee: the interface of its command line, directly or through `bee proxy`. */
import { timezoneOf } from '../accounts/accounts.ts';
import type { ConnectionKind, OpenConnection } from '../connections/connection-kind.ts';
import { askJson } from '../connections/service-request.ts';
import { readBee } from '../portability/formats/bee.ts';
import { externalIdOf, listIn, recorderKind, timeIn } from './recorder.ts';
import type { RecordList } from './recorder.ts';

/** Each new conversation of a page costs a request of its own. */
const LIMIT = 10;

const ask = (connection: OpenConnection, path: string, query = {}) =>
  askJson(connection, path, {
    headers: { Authorization: `Bearer ${connection.secret}` },
    query,
  });

const conversations: RecordList = {
  isNewestFirst: true,
  ask: async (context, connection, { place }) => {
    const answer = await ask(connection, '/v1/conversations', {
      limit: LIMIT,
      cursor: place ?? undefined,
    });
    const records = listIn(answer, 'conversations').map((record) => {
      const { id, state } = (record ?? {}) as { id?: unknown; state?: unknown };
      const external_id = externalIdOf('conversations', record);
      return {
        kind: 'conversations' as const,
        external_id,
        at: timeIn(record, 'start_time'),
        isUnfinished: state !== undefined && state !== 'COMPLETED',
        read: async () => {
          const path = `/v1/conversations/${encodeURIComponent(String(id))}`;
          const whole = id === undefined ? record : await ask(connection, path);
          return readBee(external_id, whole, await timezoneOf(context));
        },
      };
    });
    const { next_cursor } = answer as { next_cursor?: string | null };
    return { records, next: next_cursor ?? null };
  },
};

export const bee: ConnectionKind = recorderKind({
  kind: 'bee',
  title: 'Bee',
  address: 'https://app-api-developer.ce.bee.amazon.dev',
  fields: ['address', 'secret'],
  lists: [conversations],
});
