/** Lifelogs of Limitless: GET /v1/lifelogs of its developer API. */
import type { ConnectionKind } from '../connections/connection-kind.ts';
import { askJson } from '../connections/service-request.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { readLimitless } from '../portability/formats/limitless.ts';
import { externalIdOf, listIn, recorderKind, timeIn } from './recorder.ts';
import type { RecordList } from './recorder.ts';

/** The default of the service, and what its first version allowed. */
const LIMIT = 10;
/** The service may still add words to a lifelog that it changed so recently. */
const SETTLED_MS = 600_000;

const lifelogs: RecordList = {
  isNewestFirst: false,
  ask: async (context, connection, { place, since }) => {
    const answer = await askJson(connection, '/v1/lifelogs', {
      headers: { 'X-API-Key': connection.secret },
      query: {
        timezone: 'UTC',
        // The service ignores a zone in the time itself.
        start: since?.toISOString().slice(0, 19).replace('T', ' '),
        direction: 'asc',
        limit: LIMIT,
        includeMarkdown: 'false',
        includeHeadings: 'true',
        cursor: place ?? undefined,
      },
    });
    const records = listIn(answer, 'data', 'lifelogs').map((record) => {
      const external_id = externalIdOf('conversations', record);
      return {
        kind: 'conversations' as const,
        external_id,
        at: timeIn(record, 'startTime'),
        isUnfinished: isRecent(timeIn(record, 'updatedAt'), context.clock.now()),
        read: async () => readLimitless(external_id, [record], await timezoneOf(context)),
      };
    });
    const { meta } = answer as { meta?: { lifelogs?: { nextCursor?: string | null } } };
    return { records, next: meta?.lifelogs?.nextCursor ?? null };
  },
};

/** A time in the future is that of a wrong clock, and tells nothing. */
function isRecent(at: Date | null, now: Date): boolean {
  const age = at ? now.getTime() - at.getTime() : SETTLED_MS;
  return age >= 0 && age < SETTLED_MS;
}

export const limitless: ConnectionKind = recorderKind({
  kind: 'limitless',
  title: 'Limitless',
  address: 'https://api.limitless.ai',
  fields: ['secret'],
  lists: [lifelogs],
});
