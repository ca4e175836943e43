/** Conversations close facts that are over, and strengthen facts that they tell again. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/memories';
const DAY = 86_400_000;

/** A service with one user, whose words of a day become a conversation. */
async function newUser() {
  const clock = new ManualClock('2026-03-01T12:00:00Z');
  const service = await startService({ clock });
  const key = await service.owner.key([
    'conversations:read',
    'conversations:write',
    'memories:read',
    'memories:write',
  ]);
  const ok = async (method: string, path: string, body?: object): Promise<Json> => {
    const answer = await key.call(method, path, body);
    assert.ok(
      answer.status < 300,
      `${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`,
    );
    return answer.body;
  };
  const listed = async (query = ''): Promise<string[]> =>
    (await ok('GET', `${PATH}${query}`)).map(({ content }: Json) => content);
  return {
    ok,
    listed,
    /** A day passes before each conversation. */
    async say(text: string, language = 'en'): Promise<Json> {
      clock.advance(DAY);
      const started_at = clock.now().toISOString();
      const segment = { text, start: 0, end: 5, is_user: true, speaker_id: 0 };
      const input = { started_at, language, transcript_segments: [segment] };
      const { id } = await ok('POST', '/v1/dev/user/conversations/from-segments', input);
      return ok('GET', `/v1/dev/user/conversations/${id}`);
    },
    /** Understands a conversation anew. */
    async again(id: string): Promise<void> {
      const { status } = await service.owner.call('POST', `/v1/conversations/${id}/reprocess`, {});
      assert.equal(status, 200);
    },
    async idOf(content: RegExp, query = ''): Promise<string> {
      const found = (await ok('GET', `${PATH}${query}`)).find((each: Json) =>
        content.test(each.content),
      );
      assert.ok(found, `${content} is not in the list`);
      return found.id;
    },
    clock,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

test('another home closes the former one, and tells who said so', async () => {
  await using user = await newUser();
  await user.say('I live in Lisbon and I work as a nurse.');
  const id = await user.idOf(/Lisbon/);
  const moved = await user.say('We moved to Porto.');
  assert.ok(!(await user.listed()).some((content) => /Lisbon/.test(content)));
  assert.ok((await user.listed()).some((content) => /Porto/.test(content)));
  const former = await user.ok('GET', `${PATH}/${id}`);
  assert.equal(former.until, moved.started_at);
  assert.equal(former.closed_by.conversation_id, moved.id);
  assert.equal(former.closed_by.rule, 'home-moved');
  const { items } = await user.ok('GET', `${PATH}/${id}/history`);
  assert.deepEqual(
    items.map(({ until }: Json) => until),
    [moved.started_at, null],
  );
  const opened = await user.ok('PATCH', `${PATH}/${id}`, { until: null });
  assert.equal(opened.until, null);
  assert.equal((await user.ok('GET', `${PATH}/${id}`)).closed_by, null);
});

test('a fact that is over closes without a successor', async () => {
  await using user = await newUser();
  await user.say('I have a dog called Rufus and I live in Ghent.');
  await user.idOf(/Rufus/);
  const before = await user.listed();
  await user.say('Rufus died in the winter.');
  const after = await user.listed();
  assert.ok(!after.some((content) => /Rufus/.test(content)), JSON.stringify(after));
  // The rest of the memory stays.
  assert.ok(
    after.some((content) => /Ghent/.test(content)),
    JSON.stringify(after),
  );
  assert.deepEqual(
    await user.listed('?closed=true'),
    before.filter((each) => /Rufus/.test(each)),
  );
});

test('a retelling in other words strengthens the fact instead of doubling it', async () => {
  await using user = await newUser();
  await user.say("I'm allergic to peanuts.");
  const id = await user.idOf(/peanut/);
  const again = await user.say("I've got a peanut allergy.");
  assert.equal((await user.listed()).filter((content) => /peanut/i.test(content)).length, 1);
  const told = await user.ok('GET', `${PATH}/${id}`);
  assert.deepEqual([told.times_heard, told.last_heard_at], [2, again.started_at]);
});

test('what the user wrote or kept is offered for review and never closed', async () => {
  await using user = await newUser();
  const { id } = await user.ok('POST', PATH, { content: 'Lives in Lisbon' });
  const moved = await user.say('We moved to Porto.');
  const written = await user.ok('GET', `${PATH}/${id}`);
  assert.deepEqual([written.until, written.contradicted_by.conversation_id], [null, moved.id]);
  assert.ok((await user.listed()).some((content) => /Porto/.test(content)));
  assert.deepEqual(await user.listed('?contradicted=true'), ['Lives in Lisbon']);
  await user.ok('POST', `${PATH}/${id}/review`, { value: true });
  assert.deepEqual(await user.listed('?contradicted=true'), []);
  await user.again(moved.id);
  assert.deepEqual(await user.listed('?contradicted=true'), [], 'the user has judged these words');
  await user.say('We moved to Faro.');
  assert.deepEqual(await user.listed('?contradicted=true'), ['Lives in Lisbon']);
});

test('wishes, other people and older talks close nothing', async () => {
  await using user = await newUser();
  await user.say('I live in Lisbon and I work as a nurse.');
  for (const text of [
    "I'd love to move to Porto.",
    'My brother moved to Porto.',
    'If we moved to Porto, we would need a car.',
  ]) {
    await user.say(text);
  }
  await user.idOf(/Lisbon/);
  const segment = { text: 'We moved to Braga.', start: 0, end: 5, is_user: true, speaker_id: 0 };
  await user.ok('POST', '/v1/dev/user/conversations/from-segments', {
    started_at: '2019-05-01T12:00:00Z',
    language: 'en',
    transcript_segments: [segment],
  });
  await user.idOf(/Lisbon/);
});

test('a German talk closes a German fact', async () => {
  await using user = await newUser();
  await user.say('Ich wohne in Leipzig und ich arbeite bei Bosch in der Küche.', 'de');
  await user.idOf(/Leipzig/);
  await user.say('Wir sind nach Dresden gezogen.', 'de');
  assert.ok(!(await user.listed()).some((content) => /Leipzig/.test(content)));
});

test('the lists and the search tell what was true at a day', async () => {
  await using user = await newUser();
  await user.say('I live in Lisbon and I work as a nurse.');
  user.clock.advance(10 * DAY);
  await user.say('We moved to Porto.');
  const homes = async (at: string) =>
    (await user.listed(`?at=${at}`)).filter((content) => /Lisbon|Porto/.test(content)).length;
  assert.equal(await homes('2026-02-01'), 0);
  assert.match((await user.listed('?at=2026-03-05')).join(), /Lisbon/);
  assert.doesNotMatch((await user.listed('?at=2026-03-05')).join(), /Porto/);
  assert.doesNotMatch((await user.listed('?at=2026-03-14')).join(), /Lisbon/);
  const found = async (at: string) =>
    (await user.ok('POST', `${PATH}/search`, { query: 'Lisbon', at })).items.length;
  assert.deepEqual([await found('2026-03-05'), await found('2026-03-14')], [1, 0]);
});

test('moving to another topic or room closes nothing and is no fact', async () => {
  await using user = await newUser();
  await user.say('I live in Lisbon and I work as a nurse.');
  const before = await user.listed();
  for (const text of [
    'We moved to the next topic.',
    'We moved to the kitchen.',
    'I moved to Zoom.',
  ]) {
    await user.say(text);
  }
  assert.deepEqual(await user.listed(), before);
});

test('a fact that is true again is open again, and was not true in between', async () => {
  await using user = await newUser();
  await user.say('I live in Porto and I work as a nurse.');
  user.clock.advance(10 * DAY);
  await user.say('I live in Lisbon now.');
  const homes = async (query = '') =>
    (await user.listed(query)).filter((content) => /Lisbon|Porto/.test(content)).join();
  assert.match(await homes(), /Lisbon/);
  assert.doesNotMatch(await homes(), /Porto/);
  user.clock.advance(10 * DAY);
  await user.say('I live in Porto now.');
  assert.match(await homes(), /Porto/);
  assert.doesNotMatch(await homes(), /Lisbon/);
  assert.doesNotMatch(await homes('?at=2026-03-20'), /Porto/, 'in between');
});
