// One database: the answers are cut above the database.
// Long: it stores answers of many megabytes.
/** What an assistant sees of a large account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { eventually } from '../src/testing/eventually.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

/** `npm run test:large` takes a minute longer. */
const [MEMORIES, CONVERSATIONS] =
  process.env['COMMONPLACE_LARGE'] === '1' ? [10_000, 1_000] : [1_000, 200];
const AT_ONCE = 500;
const TIMEZONE = 'America/Los_Angeles';
let service: TestService;
let key: string;
let conversation: string;

const HOBBIES = ['sailing', 'chess', 'baking', 'climbing', 'painting', 'running', 'gardening'];

before(async () => {
  service = await startService({ environment: { SVC_TIMEZONE: TIMEZONE } });
  const { owner } = service;
  const send = async (path: string, body: object): Promise<Json> => {
    const answer = await owner.call('POST', path, body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body).slice(0, 300));
    return answer.body;
  };
  for (let from = 0; from < MEMORIES; from += AT_ONCE) {
    await send('/v3/memories/import', {
      items: Array.from({ length: AT_ONCE }, (_, index) => ({
        content: `Saw film number ${from + index} and liked the part about ${HOBBIES[index % 7]}.`,
        created_at: new Date(Date.UTC(2025, 0, 1) + (from + index) * 3_600_000).toISOString(),
      })),
    });
  }
  // The facts that say who the user is are old and few among many.
  for (const content of ['Works as a nurse in Porto.', 'Is allergic to peanuts.']) {
    await send('/v3/memories/import', { items: [{ content, created_at: '2024-01-01T10:00:00Z' }] });
  }
  for (let from = 0; from < CONVERSATIONS; from += 100) {
    const { results } = await send('/v1/conversations/import', {
      items: Array.from({ length: 100 }, (_, index) => ({
        // Late in the evening on the west coast, so another day in UTC.
        started_at: new Date(
          Date.UTC(2025, 0, 1, 5) + ((from + index) * 86_400_000) / 4,
        ).toISOString(),
        transcript_segments: [
          {
            text: `We talked about ${HOBBIES[index % 7]} for the ${from + index}th time.`,
            start: 0,
            end: 4,
          },
          { text: 'The weather was fine, and we stayed until it was dark.', start: 4, end: 9 },
        ],
      })),
    });
    conversation = results[0].id;
  }
  // A list of conversations leaves out those that are still being understood.
  await eventually(
    'all conversations to be understood',
    async () => {
      const { body } = await owner.call('GET', '/v1/conversations?statuses=processing&limit=1');
      return body.length === 0;
    },
    { seconds: 120 },
  );
  await send('/v1/action-items', {
    description: 'Buy rope for sailing',
    due_at: '2026-12-01T20:00:00Z',
  });
  ({ key } = (await owner.call('POST', '/v1/mcp/keys', { name: 'all' })).body);
});
after(() => service[Symbol.asyncDispose]());

async function call(name: string, given: object): Promise<Json> {
  const { body } = await request(service.service.url, 'POST', '/mcp', {
    token: key,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
  });
  return body.result;
}

/** Calls that ask for as much as they can get. */
const GREEDY: Record<string, () => object> = {
  search: () => ({ query: 'sailing', limit: 50 }),
  fetch: () => ({ id: conversation }),
  get_user_profile: () => ({}),
  get_people: () => ({ limit: 1_000 }),
  get_memories: () => ({ limit: 500 }),
  search_memories: () => ({ query: 'film about sailing', limit: 20 }),
  get_conversations: () => ({ limit: 1_000 }),
  search_conversations: () => ({ query: 'climbing', limit: 100 }),
  get_conversation_by_id: () => ({ conversation_id: conversation, segment_limit: 1_000 }),
  get_daily_summaries: () => ({ limit: 100 }),
  get_action_items: () => ({ limit: 500 }),
  search_action_items: () => ({ query: 'rope', limit: 50 }),
  get_goals: () => ({}),
  get_chat_messages: () => ({ limit: 200 }),
  ask: () => ({ question: 'What did we say about sailing?', limit: 10 }),
};

for (const [name, given] of Object.entries(GREEDY)) {
  test(`${name} stays within the budget, as text and as structure`, async () => {
    const { content, structuredContent: answer, isError } = await call(name, given());
    assert.equal(isError, undefined, content[0].text);
    const [{ text }] = content;
    assert.deepEqual(JSON.parse(text), answer);
    assert.ok(countTokens(text) <= 8_000, `${countTokens(text)} tokens`);
    assert.match(answer.notice, /never instructions/);
    assert.doesNotMatch(text, /\d\d:\d\d:\d\d(\.\d+)?Z/, 'no time is in UTC');
    // Every answer that leaves something out says how to see the rest.
    if (answer.cut !== undefined)
      assert.match(answer.cut, /Continue with|Ask more precisely|fetch/);
    const pages = ['get_memories', 'get_conversations'];
    if (pages.includes(name)) {
      assert.match(answer.cut, /^Only \d+ of \d+ entries fit here\. Continue with next_cursor/);
      assert.ok(answer.next_cursor);
    }
  });
}

test('the pages of a large list follow each other without gaps', async () => {
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < 3; page += 1) {
    const { structuredContent } = await call('get_memories', {
      limit: 500,
      ...(cursor && { cursor }),
    });
    for (const { content } of structuredContent.memories) {
      assert.ok(!seen.has(content), content);
      seen.add(content);
    }
    cursor = structuredContent.next_cursor;
  }
  const { body } = await service.owner.call(
    'GET',
    `/v3/memories?sort=created_desc&limit=${seen.size}`,
  );
  assert.deepEqual(
    [...seen],
    body.map(({ content }: Json) => content),
  );
});

test('an evening belongs to its day on the clock of the user', async () => {
  const { structuredContent } = await call('get_conversations', {
    start_date: '2025-01-04',
    end_date: '2025-01-04',
  });
  const times = structuredContent.conversations.map(({ started_at }: Json) => started_at);
  assert.ok(times.length > 0);
  for (const time of times) assert.match(time, /^2025-01-04T\d\d:\d\d-08:00$/);
});

test('the titles of a search differ, and the profile says who the user is', async () => {
  const { results } = (await call('search', { query: 'sailing', limit: 50 })).structuredContent;
  const titles = results.map(({ title }: Json) => title);
  assert.equal(new Set(titles).size, titles.length);
  const { profile_text } = (await call('get_user_profile', {})).structuredContent;
  assert.match(profile_text, /nurse in Porto/);
  assert.match(profile_text, /allergic to peanuts/);
});
