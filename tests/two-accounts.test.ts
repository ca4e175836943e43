/**
 * Two accounts with the same kinds of records. One of them calls every route and tool with the ids of
 * the other, listens to streams and sockets meanwhile, and finds and changes nothing. The second round
 * removes the condition on `user_id` from the statements of users, so that only row-level security is
 * left.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { ASSISTANT_SCOPES, DEVELOPER_SCOPES } from '../src/core/scopes.ts';
import { UPLOAD_PATH } from '../src/domains/late-words/uploads.http.ts';
import { scriptedRecogniser } from '../src/engines/recognition/scripted-recogniser.ts';
import type { Route } from '../src/kit/route.ts';
import { ApiUser, request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { EventStream } from '../src/testing/clients/event-stream.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { describedRoutes } from '../src/testing/described-routes.ts';
import { eventually } from '../src/testing/eventually.ts';
import {
  addSuggestion,
  DAY,
  fillAccount,
  recordSound,
  rowsOf,
} from '../src/testing/filled-account.ts';
import { tableOf, TABLES } from '../src/testing/path-ids.ts';
import { sampleOf } from '../src/testing/sample-inputs.ts';
import type { Samples } from '../src/testing/sample-inputs.ts';
import { startWebhookReceiver } from '../src/testing/servers/webhook-receiver.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

/** Every text of the other account contains both words. Requests contain the first one. */
const [ASKED, SECRET] = ['zebrafinch', 'hornbeam'];
const TEXT = `The ${ASKED} sits in the ${SECRET}.`;

/** The dispatcher notes at any time how far it has read the changes for an endpoint. */
function withoutProgress(row: string): string {
  const {
    cursor: _cursor,
    since: _since,
    read_at: _read,
    claim: _claim,
    ...rest
  } = JSON.parse(row) as Record<string, unknown>;
  return JSON.stringify(rest);
}

/** Parameters of paths whose values are the same for all accounts. */
const SHARED: Record<string, string> = {
  date: DAY,
  grant_id: 'none',
  id: 'none',
  invitation_id: '00000000-0000-7000-8000-000000000000',
  item_idx: '0',
  job_id: '00000000-0000-7000-8000-000000000000',
  kind: 'recogniser',
  recording_id: '0',
  segment_idx: '0',
  speaker_id: '0',
  token: 'none',
  type: 'memory_created',
  // Only the owner has these routes, for all accounts.
  user_id: 'none',
};
/** These routes end the account or the session with which the test calls. */
const ENDING = ['deleteMe', 'signOut', 'endOtherSessions'];

const routes = describedRoutes().filter(
  ({ answer, operation }) => answer !== 'events' && !ENDING.includes(operation.name),
);
const parametersOf = ({ path }: Route) =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

type Ids = ReadonlyMap<string, readonly string[]>;

interface Parses {
  parse(statement: { text: string }): void;
}

/** Removes the condition on the user from the single statements of users, as they are sent. */
function withoutConditions(): { count: number; restore(): void } {
  const driver = pg.Query.prototype as unknown as { prepare(connection: Parses): void };
  const { prepare } = driver;
  const removed = { count: 0, restore: () => void (driver.prepare = prepare) };
  driver.prepare = function (connection) {
    if (this.constructor.name === 'WalledQuery') {
      const { parse } = Object.getPrototypeOf(connection) as Parses;
      connection.parse = (statement) => {
        const condition = /(?:"?\w+"?\.)?"?\buser_id"? = (\$\d+)/g;
        const text = statement.text.replace(condition, '($1)::text IS NOT NULL');
        if (text !== statement.text) removed.count += 1;
        parse.call(connection, { ...statement, text });
      };
    }
    prepare.call(this, connection);
    delete (connection as Partial<Parses>).parse;
  };
  return removed;
}

for (const round of ['with both walls', 'without conditions on the user']) {
  describe(round, () => {
    const stack = new AsyncDisposableStack();
    let service: TestService;
    let other: ApiUser;
    let tokens: Record<string, string>;
    let document: Json;
    let removed: ReturnType<typeof withoutConditions> | undefined;
    const ids: Record<'mine' | 'others', Ids> = { mine: new Map(), others: new Map() };
    let secrets: string[];
    /** Messages that came without a request. */
    const received: unknown[] = [];

    const rowsOfOther = async () =>
      [...(await rowsOf(service.service.parts.db, other.id))].map(([table, rows]) => [
        table,
        table === 'receivers' ? rows.map(withoutProgress) : rows,
      ]);
    const idsOf = async (user: ApiUser): Promise<Ids> => {
      const rows = await rowsOf(service.service.parts.db, user.id);
      const idIn = (row: string) => String(JSON.parse(row).id);
      return new Map([...rows].map(([table, own]) => [table, own.map(idIn)]));
    };

    before(async () => {
      if (round === 'without conditions on the user') {
        removed = withoutConditions();
        stack.defer(removed.restore);
      }
      const hook = stack.use(await startWebhookReceiver());
      service = stack.use(
        await startService({
          environment: { SVC_SIGN_UP: 'open', SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
          recogniser: scriptedRecogniser({ utterances: [{ text: TEXT, start: 0, end: 1 }] }),
        }),
      );
      const { url } = service;
      const me = await ApiUser.signUp(url, 'me@example.com');
      other = await ApiUser.signUp(url, 'other@example.com');
      await fillAccount(me, 'The roof is red.', hook.url);
      await addSuggestion(service.service.parts.db, me, 'The roof is red.');
      tokens = {
        session: me.token,
        listener: (await me.key([], 'device')).key,
        developer_key: (await me.key([...DEVELOPER_SCOPES])).key,
        assistant: (await me.key([...ASSISTANT_SCOPES], 'mcp')).key,
      };
      document = (await request(url, 'GET', '/v1/dev/openapi.json')).body;
      const events = stack.use(await EventStream.open(url, '/v1/events', { token: me.token }));
      const listening = events.next((event) => {
        received.push(event);
        return false;
      });
      listening.catch(() => {});
      const socket = stack.use(await Listener.open(url, { token: me.token, uid: me.id }));
      await fillAccount(other, TEXT, hook.url);
      await addSuggestion(service.service.parts.db, other, TEXT);
      await recordSound(other);
      received.push(socket.events, [...socket.segments.values()]);
      ids.mine = await idsOf(me);
      ids.others = await idsOf(other);
      const mine = new Set([...ids.mine.values()].flat());
      secrets = [...ids.others.values()].flat().filter((id) => id.length > 9 && !mine.has(id));
      // The first use of a key is logged a little later.
      await service.service.flush();
      // Deliveries and summaries of the other account may still be on their way.
      let last = '';
      await eventually('a quiet account', async () => {
        const now = JSON.stringify(await rowsOfOther());
        return now === last || void (last = now);
      });
    });
    after(() => stack.disposeAsync());

    /** Fails when an answer contains anything of the other account but what was asked. */
    function requireOwn(answer: unknown, asked: string): void {
      const text = JSON.stringify(answer) ?? '';
      assert.ok(!text.includes(SECRET), `${asked} → ${text}`);
      const leaked = secrets.find((id) => text.includes(id) && !asked.includes(id));
      assert.equal(leaked, undefined, `${asked} → ${text}`);
    }

    const samplesOf = (whose: 'mine' | 'others'): Samples => ({
      text: ASKED,
      schemas: document.components.schemas,
      idFor: (name) => ids[whose].get(tableOf(name) ?? '')?.[0],
    });

    async function walk(path: 'mine' | 'others', order: (routes: readonly Route[]) => Route[]) {
      const opened: string[] = [];
      for (const route of order(routes)) {
        const named = samplesOf(path);
        const address = route.path.replace(
          /\{(\w+)\}/g,
          (_, name) => named.idFor(name) ?? SHARED[name]!,
        );
        const described = document.paths[route.path]?.[route.method.toLowerCase()];
        const schema = described?.requestBody?.content?.['application/json']?.schema;
        const query = new URLSearchParams(
          (described?.parameters ?? [])
            .filter((each: Json) => each.in === 'query')
            .map(({ name }: Json) => [
              name,
              name === 'query' ? ASKED : samplesOf('others').idFor(name),
            ])
            .filter(([, value]: [string, string | undefined]) => value !== undefined),
        ).toString();
        const tries = schema
          ? [true, false].map((isFull) => ({
              body: sampleOf(schema, samplesOf('others'), isFull),
              query,
            }))
          : [{ body: undefined, query: '' }, ...(query === '' ? [] : [{ body: undefined, query }])];
        for (const { body, query: asked } of tries) {
          const target = asked === '' ? address : `${address}?${asked}`;
          const token = tokens[route.credential];
          const { status, body: answer } = await request(service.url, route.method, target, {
            ...(token && { token }),
            ...(body !== undefined && { body }),
          });
          const sent = `${route.method} ${target} ${JSON.stringify(body) ?? ''}`;
          assert.ok(status < 500, `${sent} → ${status} ${JSON.stringify(answer)}`);
          requireOwn(answer, sent);
          if (status < 300 && parametersOf(route).some((name) => name in TABLES)) opened.push(sent);
        }
      }
      return opened;
    }

    test('every parameter of a path is known to this test, and each kind of record exists', () => {
      for (const route of routes)
        for (const name of parametersOf(route)) assert.ok(name in TABLES || name in SHARED, name);
      for (const table of Object.values(TABLES)) {
        const rows = ids.others.get(table)!;
        assert.ok(rows.length > 0, `a row in ${table}`);
      }
    });

    test('streams and sockets bring nothing of the other account', () => {
      assert.ok(received.length > 2);
      requireOwn(received, '');
    });

    test('no route opens or changes a record of the other account', async () => {
      const before_ = await rowsOfOther();
      assert.deepEqual(await walk('others', (all) => [...all]), []);
      assert.deepEqual(await rowsOfOther(), before_);
    });

    test('an upload that goes on later belongs to its account', async () => {
      const tus = (method: string, path: string, token: string, more: Record<string, string>) =>
        fetch(new URL(path, service.service.url), {
          method,
          headers: { 'Tus-Resumable': '1.0.0', Authorization: `Bearer ${token}`, ...more },
        });
      const begun = await tus('POST', UPLOAD_PATH, other.token, { 'Upload-Length': '8' });
      assert.equal(begun.status, 201);
      const address = begun.headers.get('location')!;
      for (const [token, status] of [
        [other.token, 200],
        [tokens['session']!, 404],
      ] as const) {
        assert.equal((await tus('HEAD', address, token, {})).status, status);
      }
    });

    test('no tool opens or changes a record of the other account', async () => {
      const before_ = await rowsOfOther();
      const ask = async (method: string, params: object): Promise<Json> =>
        (
          await request(service.service.url, 'POST', '/mcp', {
            token: tokens['assistant']!,
            body: { jsonrpc: '2.0', id: 1, method, params },
          })
        ).body;
      const { tools } = (await ask('tools/list', {})).result;
      assert.ok(tools.length > 20);
      for (const { name, inputSchema } of tools) {
        for (const isFull of [true, false]) {
          const given = sampleOf(inputSchema, samplesOf('others'), isFull);
          const answer = await ask('tools/call', { name, arguments: given });
          requireOwn(answer, JSON.stringify(given));
        }
      }
      assert.deepEqual(await rowsOfOther(), before_);
    });

    test('records of the other account cannot be taken into own ones', async () => {
      const before_ = await rowsOfOther();
      const isLast = ({ method }: Route) => Number(method === 'DELETE');
      const opened = await walk('mine', (all) => all.toSorted((a, b) => isLast(a) - isLast(b)));
      assert.ok(opened.length > 40, 'own records answer');
      assert.deepEqual(await rowsOfOther(), before_);
    });

    if (round === 'without conditions on the user')
      test('the conditions were removed from many statements', () => {
        assert.ok(removed!.count > 100, String(removed!.count));
      });
  });
}
