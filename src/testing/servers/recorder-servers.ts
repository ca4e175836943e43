/** The services of recorders, as far as the service reads them. A test says what they answer instead. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '../clients/api-user.ts';
import { eventually } from '../eventually.ts';

interface Asked {
  url: URL;
  headers: IncomingHttpHeaders;
}

interface RecorderServer extends AsyncDisposable {
  url: string;
  records: Json[];
  asked: Asked[];
  /** Answers a request in another way; returns false to leave it to the server. */
  instead: (response: ServerResponse, asked: Asked) => boolean;
  /** Waits until the server was asked this often. */
  until(count: number): Promise<unknown>;
}

export const KEY = 'the-key-of-the-recorder';

/** GET /v1/lifelogs of Limitless: pages of two, by a cursor. */
export function startLimitless(records: Json[] = []): Promise<RecorderServer> {
  return start(records, (server, { url, headers }) => {
    if (headers['x-api-key'] !== KEY) return null;
    const { searchParams: query } = url;
    const start = query.has('start') ? Date.parse(`${query.get('start')}Z`) : 0;
    const all = server.records
      .filter(({ startTime }) => !startTime || Date.parse(startTime) >= start)
      .toSorted((one, other) => String(one.startTime).localeCompare(String(other.startTime)));
    const from = Number(query.get('cursor') ?? 0);
    const lifelogs = all.slice(from, from + 2);
    const nextCursor = from + 2 < all.length ? String(from + 2) : null;
    return { data: { lifelogs }, meta: { lifelogs: { nextCursor, count: lifelogs.length } } };
  });
}

/** The lists of Omi's developer API, newest first, by an offset. Each record says its list in `is`. */
export function startOmi(records: Json[] = []): Promise<RecorderServer> {
  return start(records, (server, { url, headers }) => {
    if (headers.authorization !== `Bearer ${KEY}`) return null;
    const { searchParams: query, pathname } = url;
    const since = query.get('start_date') ?? '';
    const [offset, limit] = [Number(query.get('offset')), Number(query.get('limit'))];
    return server.records
      .filter(({ is }) => pathname === `/v1/dev/user/${is}`)
      .filter(({ created_at }) => !created_at || created_at >= since)
      .toSorted((one, other) => String(other.created_at).localeCompare(String(one.created_at)))
      .slice(offset, offset + limit);
  });
}

/** GET /v1/conversations of Bee, without the words, and GET /v1/conversations/{id} with them. */
export function startBee(records: Json[] = []): Promise<RecorderServer> {
  return start(records, (server, { url, headers }) => {
    if (headers.authorization !== `Bearer ${KEY}`) return null;
    const id = url.pathname.split('/')[3];
    if (id) return { conversation: server.records.find((each) => String(each.id) === id) };
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const conversations = server.records
      .toSorted((one, other) => other.start_time - one.start_time)
      .slice(from, from + 2)
      .map((each) => ({ ...each, transcriptions: undefined }));
    const next_cursor = from + 2 < server.records.length ? String(from + 2) : null;
    return { conversations, next_cursor, timezone: 'UTC' };
  });
}

async function start(
  records: Json[],
  answer: (server: RecorderServer, asked: Asked) => Json | null,
): Promise<RecorderServer> {
  const server = createServer((request, response) => {
    const asked = { url: new URL(request.url!, recorder.url), headers: request.headers };
    recorder.asked.push(asked);
    if (recorder.instead(response, asked)) return;
    const body = answer(recorder, asked);
    response.writeHead(body === null ? 401 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'Invalid API key' }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const recorder: RecorderServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    records,
    asked: [],
    instead: () => false,
    until: (count) => eventually(`${count} requests`, () => recorder.asked.length >= count),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return recorder;
}
