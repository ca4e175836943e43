/**
 * Writes assets/api-examples.json: for each operation a request and its answer, recorded from a
 * running service with a small account. Tests compare them with the document and the service.
 */
import { writeFileSync } from 'node:fs';
import { ASSISTANT_SCOPES, DEVELOPER_SCOPES } from '../../src/core/scopes.ts';
import { scriptedRecogniser } from '../../src/engines/recognition/scripted-recogniser.ts';
import { ApiUser, request } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { beginRecording, rowsOf } from '../../src/testing/filled-account.ts';
import { CalendarServer } from '../../src/testing/servers/calendars/calendar-server.ts';
import { eventually } from '../../src/testing/eventually.ts';
import { KEY, startLimitless } from '../../src/testing/servers/recorder-servers.ts';
import { startWebhookReceiver } from '../../src/testing/servers/webhook-receiver.ts';
import { OWNER, startService } from '../../src/testing/start-service.ts';
import { idsFrom } from './ids.ts';
import type { IdFor } from './ids.ts';
import { exampleOf } from '../../src/transports/http/openapi/examples.ts';
import { stabiliser } from './stable.ts';
import { DAY, tellStory } from './story.ts';

const FILE = new URL('../../assets/api-examples.json', import.meta.url);
/** What has to happen before some operations. */
const BEFORE: Record<string, () => Promise<unknown>> = {
  endSession: () => ApiUser.signIn(url, OWNER),
  finishRecording: () => beginRecording(owner),
};
const SEARCH = { query: 'mortgage', from: '2026-03-01', to: '2026-03-31', days: true };
/** Bodies of operations for which the generated example is refused. */
const BODIES: Record<string, object> = {
  changePassword: { current_password: OWNER.password, new_password: OWNER.password },
  createOwnFolder: { name: 'Family' },
  createOwnPerson: { name: 'Carla' },
  mergeSpeakers: { into: 1 },
  searchEverything: SEARCH,
  searchOwnEverything: SEARCH,
  searchOwnConversations: { query: 'mortgage in March' },
  signIn: OWNER,
  splitSegment: { word: 1 },
  finishRecording: {},
  startPasskey: { current_password: OWNER.password },
  updateConnection: { name: 'My pendant' },
  updateOwnConnection: { name: 'My pendant' },
  updateConversation: { title: 'A call to the bank' },
  updateFolder: { name: 'Journeys' },
  updateOwnFolder: { name: 'Errands' },
  updateOwnPerson: { name: 'Beatriz' },
  updatePerson: { name: 'Bea Lima' },
  updateMe: { name: 'Ana', timezone: 'Europe/Lisbon', language: 'en', week_start: 'monday' },
  updateMemory: { content: 'Is allergic to peanuts and cashews' },
  updateOwnMemory: { content: 'Is allergic to nuts' },
};
const NONE = '00000000-0000-7000-8000-000000000000';

/** The values of parameters that are not ids of records. */
const VALUES: Record<string, string> = {
  date: DAY,
  id: 'none',
  item_idx: '0',
  job_id: NONE,
  kind: 'recogniser',
  recording_id: '0',
  segment_idx: '0',
  speaker_id: '0',
  type: 'memory_created',
};
/** Parameters of queries, for single operations and for all others. */
const QUERIES: Record<string, Record<string, string>> = {
  countWordPlaces: { from: 'Porto', to: 'Braga' },
  assignSegment: { assign_type: 'is_user', value: 'true' },
  assignSpeaker: { assign_type: 'is_user', value: 'true' },
  changeMemoryVisibility: { value: 'public' },
  deleteAllMemories: { confirm: 'delete-all-my-memories' },
  deleteConversationItem: { description: 'Water the herbs' },
  shareConversation: { value: 'shared' },
  listMeetings: { from: DAY, to: DAY },
  listOwnMeetings: { from: DAY, to: DAY },
};
const QUERY: Record<string, string> = {
  content: 'Is allergic to peanuts',
  current_value: '42',
  name: 'Beatriz',
  query: 'peanuts',
  starred: 'true',
  title: 'A call to the bank',
  value: 'true',
};

interface Operation {
  method: string;
  path: string;
  described: Json;
}

await using stack = new AsyncDisposableStack();
const begun = new Date();
const stable = stabiliser(begun);
const hook = stack.use(await startWebhookReceiver());
const utterances = [{ text: 'The roof is red.', start: 0, end: 1 }];
const service = stack.use(
  await startService({
    environment: { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' },
    recogniser: scriptedRecogniser({ utterances }),
  }),
);
const { owner, url } = service;
const recorder = stack.use(await startLimitless());
const connection = { kind: 'limitless', address: recorder.url, secret: KEY };
BODIES['createConnection'] = BODIES['createOwnConnection'] = connection;
await owner.call('POST', '/v1/connections', connection);
const calendars = stack.use(await CalendarServer.start());
const program = await owner.key([...DEVELOPER_SCOPES]);
const assistant = await owner.key([...ASSISTANT_SCOPES], 'mcp');
await tellStory({ user: owner, program, assistant, hookUrl: hook.url });
await connectCalendar();
const tokens: Record<string, string> = {
  session: owner.token,
  developerApiKey: program.key,
  mcpApiKey: assistant.key,
};
const document = (await request(url, 'GET', '/v1/dev/openapi.json')).body;
const recorded: Record<string, { request?: unknown; response: unknown }> = {};
const failed: string[] = [];
for (const operation of inOrder(document)) await record(operation);
const names = Object.keys(recorded).toSorted();
const sorted = stable(Object.fromEntries(names.map((name) => [name, recorded[name]])));
writeFileSync(FILE, `${JSON.stringify(sorted, null, 1)}\n`);
console.log(`${names.length} operations recorded, ${failed.length} not:`);
console.log(failed.join('\n'));

/** Connects a calendar with the meeting in which the first talk took place. */
async function connectCalendar(): Promise<void> {
  calendars.add('work');
  const begins = `${DAY.replaceAll('-', '')}T100000Z`;
  const meeting =
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:bank\r\nDTSTART:${begins}\r\nDURATION:PT30M\r\n` +
    'SUMMARY:The bank and lunch\r\nLOCATION:Cafe\r\nATTENDEE;CN=Bea:mailto:bea@example.org\r\n' +
    'END:VEVENT\r\nEND:VCALENDAR\r\n';
  calendars.put('work', 'bank.ics', meeting);
  const settings = { user_name: 'ana' };
  const given = { kind: 'caldav', address: calendars.url, secret: 'secret', settings };
  await owner.call('POST', '/v1/connections', given);
  await eventually('the meeting', async () => {
    const { body } = await owner.call('GET', `/v1/meetings?from=${DAY}&to=${DAY}`);
    return body.items[0];
  });
}

/** Reads first, deletions of single records before those of everything. */
function inOrder({ paths }: Json): Operation[] {
  const methods = ['get', 'post', 'put', 'patch', 'delete'];
  const last = ['deleteAllMemories', 'clearMessages', 'endOtherSessions', 'signOut'];
  const rank = ({ method, described: { operationId } }: Operation) =>
    operationId === 'getSharedConversation'
      ? methods.indexOf('patch') + 0.5
      : methods.indexOf(method) + 10 * (last.indexOf(operationId) + 1);
  return Object.entries<Json>(paths)
    .flatMap(([path, item]) =>
      Object.entries<Json>(item).map(([method, described]) => ({ method, path, described })),
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

async function record({ method, path, described }: Operation): Promise<void> {
  const content = described.responses['200']?.content ?? {};
  const media = described.requestBody?.content ?? {};
  // Files, streams and empty answers have no examples.
  if (!('application/json' in content) || 'multipart/form-data' in media) return;
  await BEFORE[described.operationId]?.();
  const ids = idsFrom(await rowsOf(service.service.parts.db, owner.id), path);
  const address = path.replace(/\{(\w+)\}/g, (_, name) => ids(name) ?? valueOf(name, path, ids));
  const query = new URLSearchParams(
    QUERIES[described.operationId] ??
      described.parameters
        .filter((each: Json) => each.in === 'query' && each.required)
        .map(({ name }: Json) => [name, QUERY[name] ?? ids(name) ?? '0']),
  );
  const body = bodyFor(described, media['application/json']?.schema, ids);
  const target = query.size === 0 ? address : `${address}?${query}`;
  const [scheme] = Object.keys(described.security[0] ?? {});
  const token = scheme && tokens[scheme];
  const answer = await request(url, method.toUpperCase(), target, {
    ...(token && { token }),
    ...(body !== undefined && { body }),
  });
  if (answer.status !== 200) {
    failed.push(
      `${described.operationId}: ${method} ${target} ${JSON.stringify(body)} → ` +
        `${answer.status} ${JSON.stringify(answer.body)}`,
    );
    return;
  }
  recorded[described.operationId] = {
    ...(body !== undefined && { request: withoutOwner(body) }),
    response: withoutOwner(answer.body),
  };
}

function valueOf(name: string, path: string, ids: IdFor): string {
  if (name === 'user_id') return owner.id;
  if (path.includes('/explanations/')) return ids('memory_id')!;
  return VALUES[name] ?? 'none';
}

/** Nobody should take over the passphrase of an example that works. */
function withoutOwner(value: unknown): unknown {
  const text = JSON.stringify(value)
    .replaceAll(OWNER.password, 'nine quiet herons at dusk')
    .replaceAll(OWNER.email, 'ana@example.org');
  return JSON.parse(text);
}

function bodyFor({ operationId }: Json, schema: Json | undefined, ids: IdFor): unknown {
  if (schema === undefined) return undefined;
  return BODIES[operationId] ?? filled(exampleOf(schema, document.components.schemas), ids);
}

/** Replaces the ids in an example by ids of existing records. */
function filled(value: unknown, ids: IdFor, name = '', index = 0): unknown {
  if (typeof value === 'string') return ids(name, index) ?? value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    return value.map((each, place) => filled(each, ids, name.replace(/s$/, ''), place));
  }
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => [field, filled(inner, ids, field)]),
  );
}
