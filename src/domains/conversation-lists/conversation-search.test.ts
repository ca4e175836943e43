import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startService } from '../../testing/start-service.ts';
import type { ApiKey } from '../../testing/clients/api-user.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/conversations';
let service: TestService;
let key: ApiKey;
before(async () => {
  service = await startService();
  key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'action_items:read',
    'action_items:write',
  ]);
});
after(() => service[Symbol.asyncDispose]());

async function talk(started_at: string, ...lines: [speaker: number, text: string][]) {
  const { status, body } = await key.call('POST', `${PATH}/from-segments`, {
    started_at,
    transcript_segments: lines.map(([speaker, text], index) => ({
      text,
      speaker: `SPEAKER_0${speaker}`,
      is_user: speaker === 0,
      start: index * 5,
      end: index * 5 + 4,
    })),
  });
  assert.equal(status, 200, JSON.stringify(body));
  // Talks of one line are discarded by default.
  await key.call('PATCH', `${PATH}/${body.id}`, { discarded: false });
  return body.id as string;
}
async function search(query: string, more = {}) {
  const { status, body } = await key.call('POST', `${PATH}/search`, { query, ...more });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}
const ids = (body: { items: { conversation: { id: string } }[] }) =>
  body.items.map(({ conversation }) => conversation.id);

test('a search finds a conversation with its matching segments until it is deleted', async () => {
  const id = await talk(
    '2026-03-02T10:00:00Z',
    [1, 'Where did you leave the spare key of the boathouse?'],
    [0, 'It hangs behind the blue door in the kitchen.'],
    [1, 'Good, I will fetch it on Saturday.'],
  );
  const body = await search('Where is the key of the boathouse?');
  assert.deepEqual(ids(body), [id]);
  const [{ score, matches }] = body.items;
  assert.ok(score > 0 && score <= 1);
  assert.deepEqual(Object.keys(matches[0]).toSorted(), [
    'end',
    'score',
    'second',
    'segment_id',
    'speaker_name',
    'start',
    'text',
  ]);
  assert.ok(matches.some(({ text }: { text: string }) => /blue door/.test(text)));
  await key.call('DELETE', `${PATH}/${id}`);
  assert.deepEqual(ids(await search('boathouse')), []);
});

test('a search finds the corrected text of a segment', async () => {
  const id = await talk('2026-03-02T11:00:00Z', [0, 'We will meet the arkitect about the roof.']);
  const { body } = await key.call('GET', `${PATH}/${id}?include_transcript=true`);
  const path = `/v1/conversations/${id}/segments/text`;
  const change = {
    segment_id: body.transcript_segments[0].id,
    text: 'We will meet the carpenter.',
  };
  assert.equal((await service.owner.call('PATCH', path, change)).status, 200);
  assert.ok(ids(await search('carpenter')).includes(id));
});

test('a search filters by day, category, folder and speaker', async () => {
  const early = await talk(
    '2026-01-31T23:30:00Z',
    [0, 'My violin teacher moved the violin lesson to Thursday.'],
    [1, 'Then I will drive you there.'],
  );
  const late = await talk('2026-02-02T12:00:00Z', [1, 'The violin concert was sold out, sadly.']);
  assert.deepEqual(new Set(ids(await search('violin'))), new Set([early, late]));
  assert.deepEqual(ids(await search('violin', { end_date: '2026-01-31' })), [early]);
  assert.deepEqual(ids(await search('violin', { start_date: '2026-02-01' })), [late]);
  assert.deepEqual(ids(await search('violin', { speaker_id: 'user' })), [early]);
  assert.deepEqual(ids(await search('violin', { speaker_id: 1 })), [late]);
  assert.deepEqual(ids(await search('violin', { folder_id: 'nowhere' })), []);
  const { category } = (await search('violin')).items[0].conversation.structured;
  assert.ok(ids(await search('violin', { categories: [category] })).length >= 1);
  const first = await search('violin', { limit: 1 });
  assert.deepEqual([first.returned_count, first.total_count, first.has_more], [1, 2, true]);
  const second = await search('violin', { limit: 1, offset: 1 });
  assert.notDeepEqual(ids(first), ids(second));
  assert.equal(second.has_more, false);
});

test("a search finds the words of a person by the person's current name", async () => {
  const { body: person } = await service.owner.call('POST', '/v1/users/people', { name: 'Ana' });
  const id = await talk('2026-03-04T10:00:00Z', [1, 'The ferry was late, so I read a novel.']);
  const other = await talk('2026-03-04T12:00:00Z', [1, 'The ferry to the island is cheap.']);
  const assign = `/v1/conversations/${id}/assign-speaker/1?assign_type=person_id&value=${person.id}`;
  await service.owner.call('PATCH', assign);
  assert.deepEqual(ids(await search('ferry', { speaker_id: person.id })), [id]);
  await service.owner.call('PATCH', `/v1/users/people/${person.id}/name?value=Joana`);
  assert.deepEqual(ids(await search('What did Joana say about the ferry?')), [id, other]);
  assert.equal((await search('ferry novel')).items[0].matches[0].speaker_name, 'Joana');
  await service.owner.call('DELETE', `/v1/users/people/${person.id}`);
  assert.deepEqual(ids(await search('ferry', { speaker_id: person.id })), []);
});

test('a moved conversation is found in its new folder', async () => {
  const id = await talk('2026-03-04T15:00:00Z', [0, 'The lighthouse keeper sells honey.']);
  const { body: folder } = await service.owner.call('POST', '/v1/folders', { name: 'Islands' });
  assert.deepEqual(ids(await search('honey', { folder_id: folder.id })), []);
  await service.owner.call('PATCH', `/v1/conversations/${id}/folder`, { folder_id: folder.id });
  const found = await search('honey', { folder_id: folder.id });
  assert.deepEqual(ids(found), [id]);
  assert.equal(found.items[0].conversation.folder_name, 'Islands');
});

test("the user's own app searches page by page, including discarded conversations", async () => {
  const id = await talk('2026-03-03T10:00:00Z', [0, 'The zeppelin museum opens at nine.']);
  await key.call('PATCH', `${PATH}/${id}`, { discarded: true });
  assert.deepEqual(ids(await search('zeppelin')), []);
  const path = '/v1/conversations/search';
  const all = await service.owner.call('POST', path, { query: 'zeppelin' });
  assert.deepEqual(
    all.body.items.map((each: { id: string }) => each.id),
    [id],
  );
  assert.deepEqual([all.body.total_pages, all.body.current_page, all.body.per_page], [1, 1, 10]);
  const [why] = all.body.found;
  assert.deepEqual([why.id, why.matches[0].text], [id, 'The zeppelin museum opens at nine.']);
  assert.equal(all.body.filtered_below_threshold, 0);
  const kept = await service.owner.call('POST', path, {
    query: 'zeppelin',
    include_discarded: false,
  });
  assert.deepEqual(kept.body.items, []);
  assert.equal(kept.body.total_pages, 0);
});

test('action items are found by their words', async () => {
  const items = '/v1/dev/user/action-items';
  const { body: item } = await key.call('POST', items, { description: 'Water the orchids' });
  const find = async (more = {}) =>
    (await key.call('POST', `${items}/search`, { query: 'orchid', ...more })).body.items.map(
      (each: { action_item: { id: string } }) => each.action_item.id,
    );
  assert.deepEqual(await find(), [item.id]);
  await key.call('PATCH', `${items}/${item.id}`, { completed: true });
  assert.deepEqual(await find({ completed: false }), []);
  assert.deepEqual(await find({ completed: true }), [item.id]);
});

test('a question may contain times, typing errors, quotation marks and prefixes', async () => {
  const january = await talk('2025-01-15T10:00:00Z', [1, 'The kayak rental raised its prices.']);
  const june = await talk('2025-06-15T10:00:00Z', [1, 'The kayak rental has a new owner.']);
  const firstOf = async (query: string) => ids(await search(query)).slice(0, 2);
  assert.deepEqual(await firstOf('What about the kayak rental in January?'), [january, june]);
  assert.deepEqual(await firstOf('What about the kayak rental in June 2025?'), [june, january]);
  assert.deepEqual(ids(await search('kaiak')).toSorted(), [january, june].toSorted());
  assert.deepEqual(ids(await search('kay* owner'))[0], june);
  assert.deepEqual(ids(await search('"new owner"')), [june]);
  assert.deepEqual(ids(await search('"owner new"')), []);
});

test('results below the threshold are left out and counted', async () => {
  await talk('2026-03-05T10:00:00Z', [1, 'We saw the mill once.']);
  const body = await search('mill turbine voltage regulator contract lawyer appointment tariffs');
  assert.equal(body.returned_count + body.filtered_below_threshold, 1);
  const [match] = (await search('mill')).items[0].matches;
  assert.ok(match.score > 0.3 && match.score <= 1);
});
