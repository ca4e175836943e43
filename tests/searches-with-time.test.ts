/** An account of three weeks: searches with a time, a person or a folder find what was said then. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../src/core/clock.ts';
import { request, type Json } from '../src/testing/clients/api-user.ts';
import { startService, type TestService } from '../src/testing/start-service.ts';
import { liveThreeWeeks, NOW } from './three-weeks.ts';

/** Each search with the day and the words of its first hit. Today is Friday, 27 November 2026. */
const SEARCHES: readonly [query: string, day: string, says: RegExp][] = [
  ['whole budget', '2026-11-25', /whole budget/],
  ['budget last week', '2026-11-22', /whole budget/],
  ['budget on 17 November', '2026-11-17', /whole budget/],
  ['budget before last week', '2026-11-12', /whole budget/],
  ['Budget letzte Woche', '2026-11-22', /whole budget/],
  ['budget el domingo', '2026-11-22', /whole budget/],
  ['budget between the 16th and the 20th of November', '2026-11-17', /whole budget/],
  ['budget two weeks ago', '2026-11-12', /whole budget/],
  ['budget with Ana', '2026-11-22', /whole budget/],
  ['budget in folder Work', '2026-11-25', /whole budget/],
  ['budget with Ana in the Work folder', '2026-11-12', /whole budget/],
  ['printer on Monday', '2026-11-23', /is broken/],
  ['printer yesterday', '2026-11-26', /works again/],
  ['Drucker printer gestern', '2026-11-26', /works again/],
  ['piano on the 18th', '2026-11-18', /neighbours/],
  ['shelves since November 8', '2026-11-09', /colour/],
  ['walk along the river last weekend', '2026-11-21', /bridge/],
  ['mast before the summer', '2026-05-06', /repaired/],
  ['mast im Juli', '2026-07-14', /broke again/],
  ['what did I say in March', '2026-03-18', /fence/],
  ['with Tomás in May', '2026-05-06', /mast/i],
  ['printer next week', '2026-11-27', /Order the cartridge/],
];

let service: TestService;
let folder: string;
before(async () => {
  service = await startService({ clock: new ManualClock(NOW) });
  ({ folder } = await liveThreeWeeks(service.owner));
});
after(() => service[Symbol.asyncDispose]());

async function search(query: string, fields: object = {}): Promise<Json> {
  const { status, body } = await service.owner.call('POST', '/v1/search', { query, ...fields });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const days = ({ items }: Json): string[] => items.map(({ at }: Json) => at.slice(0, 10));
const ofTalks = { kinds: ['conversation'] };

for (const [query, day, says] of SEARCHES) {
  test(query, async () => {
    const { items } = await search(query);
    assert.equal(items[0]?.at.slice(0, 10), day);
    assert.match(`${items[0].title} ${items[0].snippet.text}`, says);
  });
}

test('equal hits are in the order of their days, the newest first', async () => {
  const found = await search('whole budget', ofTalks);
  assert.deepEqual(days(found), ['2026-11-25', '2026-11-22', '2026-11-17', '2026-11-12']);
});

test('the answer says which words were understood, and what they mean', async () => {
  const query = 'budget with Ana in folder Work the day before yesterday';
  const { understood } = await search(query);
  const { read, with: people, folder: found, ...rest } = understood;
  assert.deepEqual(
    read.map(({ kind, start, end }: Json) => [kind, query.slice(start, end)]),
    [
      ['with', 'with Ana'],
      ['folder', 'in folder Work'],
      ['time', 'the day before yesterday'],
    ],
  );
  assert.deepEqual(rest, { text: 'budget', from: '2026-11-25', to: '2026-11-25' });
  assert.deepEqual(
    [people.map(({ name }: Json) => name), found],
    [['Ana Silva'], { id: folder, name: 'Work' }],
  );
});

test('fields say the same as words, and take their place', async () => {
  const within = { from: '2026-11-16', to: '2026-11-22', ...ofTalks };
  assert.deepEqual(days(await search('budget', within)), ['2026-11-22', '2026-11-17']);
  assert.deepEqual(days(await search('budget yesterday', within)), ['2026-11-22', '2026-11-17']);
  const withBento = { with: ['Bento'], folder: 'Work', ...ofTalks };
  assert.deepEqual(days(await search('budget', withBento)), ['2026-11-25']);
  assert.deepEqual(days(await search('budget', { ...ofTalks, folder, to: '2026-11-13' })), [
    '2026-11-12',
  ]);
  // A day is the user's, so half an hour before midnight still belongs to it.
  const evening = { from: '2026-11-18', to: '2026-11-18', ...ofTalks };
  assert.deepEqual(days(await search('piano', evening)), ['2026-11-18']);
  for (const wrong of [{ with: ['Zoe'] }, { folder: 'None' }, { from: 'soon' }]) {
    const { status } = await service.owner.call('POST', '/v1/search', {
      query: 'budget',
      ...wrong,
    });
    assert.equal(status, 400, JSON.stringify(wrong));
  }
});

test('words that are no time, person or folder of the account stay words', async () => {
  for (const query of [
    '"last week" budget',
    'Black Friday sales',
    'march of progress',
    'with Zoe',
    'may I',
    'folder for the printer',
    'sun cream and second hand',
  ]) {
    const { understood } = await search(query);
    assert.deepEqual([understood.text, understood.read], [query, []]);
  }
});

test('the days of the results are counted, also outside the time of the search', async () => {
  const found = await search('whole budget last week', { ...ofTalks, days: true });
  assert.deepEqual(found.days, [
    { date: '2026-11-12', count: 1 },
    { date: '2026-11-17', count: 1 },
    { date: '2026-11-22', count: 1 },
    { date: '2026-11-25', count: 1 },
  ]);
  assert.equal((await search('whole budget')).days, null);
});

test('conversations are searched in the same way', async () => {
  const body = { query: 'whole budget last week with Ana' };
  const { body: found } = await service.owner.call('POST', '/v1/conversations/search', body);
  assert.deepEqual(
    found.items.map(({ started_at }: Json) => started_at.slice(0, 10)),
    ['2026-11-22'],
  );
  assert.equal(found.understood.from, '2026-11-16');
});

test('an assistant searches by words and fields, and is told what they mean', async () => {
  const { key } = await service.owner.key(['conversations.read', 'people.read'], 'mcp');
  const call = async (args: object): Promise<Json> => {
    const params = { name: 'search', arguments: args };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const answer = await request(service.service.url, 'POST', '/mcp', { token: key, body });
    return answer.body.result.structuredContent;
  };
  const byWords = await call({ query: 'whole budget last week with Ana' });
  assert.deepEqual(byWords.understood, '2026-11-16 to 2026-11-22, with Ana Silva');
  assert.equal(byWords.results.length, 1);
  const fields = { from: '2026-11-16', to: '2026-11-22', with: ['Ana'], kinds: ['conversation'] };
  assert.deepEqual((await call({ query: 'whole budget', ...fields })).results, byWords.results);
});
