import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { request } from '../../testing/clients/api-user.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/users/me/vocabulary';
let service: TestService;

before(async () => {
  service = await startService();
});
after(() => service[Symbol.asyncDispose]());
beforeEach(() => put([]));

const put = (words: unknown) => service.owner.call('PUT', PATH, { words });
const wordsOf = ({ body }: { body: Json }): string[] => body.words.map((each: Json) => each.word);
const read = async () => wordsOf(await service.owner.call('GET', PATH));

test('the list keeps the order of the user, without spaces around words and without duplicates', async () => {
  assert.deepEqual(await read(), []);
  const given = [' Commalise ', 'Jürgen  Núñez', 'commalise', 'Porto', 'JÜRGEN NÚÑEZ', 'kubectl'];
  const answer = await put(given);
  assert.equal(answer.status, 200);
  const [first] = answer.body.words;
  assert.equal(first.learned, false);
  assert.ok(first.created_at);
  assert.deepEqual(wordsOf(answer), ['Commalise', 'Jürgen Núñez', 'Porto', 'kubectl']);
  assert.deepEqual(await read(), wordsOf(answer));
});

test('a list that is sent again replaces the former one, and takes the new spelling', async () => {
  await put(['Ana', 'Porto']);
  const { body: before } = await service.owner.call('GET', PATH);
  assert.deepEqual(wordsOf(await put(['porto', 'Faro'])), ['porto', 'Faro']);
  const { body } = await service.owner.call('GET', PATH);
  assert.equal(body.words[0].created_at, before.words[1].created_at);
});

test('a word that is empty, too long or without a letter is refused, and nothing changes', async () => {
  await put(['Ana']);
  const bad: [unknown, RegExp][] = [
    [[' '], /at least 1 character/],
    [['x'.repeat(61)], /at most 60 characters/],
    [['?!'], /at least one letter or digit/],
    [[7], /string/],
    ['Ana', /array|list/],
    [Array.from({ length: 501 }, (_, index) => `word ${index}`), /500/],
  ];
  for (const [words, reason] of bad) {
    const { status, body } = await put(words);
    assert.equal(status, 422, JSON.stringify(words));
    assert.match(JSON.stringify(body), reason);
  }
  assert.deepEqual(await read(), ['Ana']);
  const most = Array.from({ length: 500 }, (_, index) => `word ${index}`);
  assert.deepEqual(wordsOf(await put([...most])), most);
  assert.deepEqual(wordsOf(await put(['🎻'.repeat(59) + 'a'])).length, 1);
});

test('a change with If-Match does not overwrite a change made meanwhile', async () => {
  const { headers } = await service.owner.call('GET', PATH);
  await put(['Ana']);
  const { token, url } = service.owner;
  const late = await request(url, 'PUT', PATH, {
    body: { words: ['Rui'] },
    token,
    headers: { 'If-Match': headers.get('etag')! },
  });
  assert.equal(late.status, 412);
  assert.deepEqual(await read(), ['Ana']);
});

test('programs read and write the list with their scopes, and the user sees it', async () => {
  const programs = '/v1/dev/user/vocabulary';
  const writer = await service.owner.key(['conversations:read', 'conversations:write']);
  const reader = await service.owner.key(['conversations:read']);
  assert.equal((await writer.call('PUT', programs, { words: ['Faro'] })).status, 200);
  assert.equal((await reader.call('PUT', programs, { words: [] })).status, 403);
  assert.deepEqual(wordsOf(await reader.call('GET', programs)), ['Faro']);
  assert.deepEqual(await read(), ['Faro']);
});

test('a full list takes another learned word instead of the oldest learned one', async () => {
  const { body } = await service.owner.call('POST', '/v1/conversations/from-segments', {
    transcript_segments: [0, 1, 2].map((at) => ({ text: 'With anna', start: at, end: at + 1 })),
  });
  const path = `/v1/conversations/${body.id}`;
  const segments = (await service.owner.call('GET', path)).body.transcript_segments;
  const correct = (at: number, name: string) =>
    service.owner.call('PATCH', `${path}/segments/text`, {
      segment_id: segments[at].id,
      text: `With ${name}`,
    });
  const own = Array.from({ length: 498 }, (_, index) => `word ${index}`);
  await put(own);
  await correct(0, 'Ana');
  await correct(1, 'Rui');
  assert.deepEqual((await read()).slice(498), ['Rui', 'Ana']);
  await correct(2, 'Lena');
  assert.deepEqual((await read()).slice(498), ['Lena', 'Rui']);
  await put([...own, 'a', 'b']);
  await correct(2, 'Ana');
  assert.deepEqual((await read()).slice(498), ['a', 'b']);
});
