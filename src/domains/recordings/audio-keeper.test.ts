/** Tests the sound of a session that is kept, and its deletion by the user. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { silence } from '../../engines/audio/testing.ts';
import { behindWall } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { AudioKeeper } from './audio-keeper.ts';

const ZERO = Date.parse('2026-03-01T12:00:00Z');
let service: TestService;
let context: Context;

before(async () => {
  service = await startService();
  const actor = { kind: 'job', user_id: service.owner.id } as const;
  context = behindWall({ ...service.service.parts, actor, ip: null });
});
after(() => service[Symbol.asyncDispose]());

async function newConversation(): Promise<string> {
  const transcript_segments = [{ text: 'I live in Porto.', start: 0, end: 2 }];
  const path = '/v1/conversations/from-segments';
  return (await service.owner.call('POST', path, { transcript_segments })).body.id;
}
const filesOf = async (id: string): Promise<Json[]> =>
  (await service.owner.call('GET', `/v1/conversations/${id}/audio`)).body.files;
const lengthsOf = async (id: string) =>
  (await filesOf(id)).map(({ seconds }) => Math.round(seconds));
const at = (seconds: number) => ({ channel: 0, wall: ZERO + seconds * 1_000 });

test('sound is stored every five seconds, so that a crash loses only the last of it', async () => {
  const id = await newConversation();
  const keeper = new AudioKeeper(context, async () => true);
  keeper.write(silence(4), at(0));
  await keeper.keep(id);
  assert.deepEqual(await lengthsOf(id), []);
  keeper.write(silence(1), at(4));
  await keeper.keep(id);
  assert.deepEqual(await lengthsOf(id), [5]);
  keeper.write(silence(2), at(5));
  await keeper.end(id);
  assert.deepEqual(await lengthsOf(id), [7]);
});

test('after a pause of the device, its sound goes to another file', async () => {
  const id = await newConversation();
  const keeper = new AudioKeeper(context, async () => true);
  keeper.write(silence(2), at(0));
  // Smaller delays are those of the network.
  keeper.write(silence(1), at(2.4));
  keeper.write(silence(1), at(60));
  await keeper.end(id);
  const files = await filesOf(id);
  assert.deepEqual(
    files.map(({ seconds }) => Math.round(seconds)),
    [3, 1],
  );
  assert.equal(Math.round(files[1]!.start - files[0]!.start), 60);
});

test('after each minute of sound, a user who has reached the quota keeps no more', async () => {
  const id = await newConversation();
  let asked = 0;
  const keeper = new AudioKeeper(context, async () => {
    asked += 1;
    return false;
  });
  keeper.write(silence(59), at(0));
  await keeper.keep(id);
  assert.equal(asked, 0);
  keeper.write(silence(1), at(59));
  await keeper.keep(id);
  assert.equal(asked, 1);
  keeper.write(silence(10), at(60));
  await keeper.end(id);
  assert.deepEqual(await lengthsOf(id), [60]);
});

test('a user deletes the sound of a conversation, also that which waits for its words', async () => {
  const id = await newConversation();
  const keeper = new AudioKeeper(context, async () => true);
  keeper.write(silence(5), at(0));
  await keeper.end(id);
  const gaps = JSON.stringify([{ start: 2, end: 3, reason: 'language', journal: 'a' }]);
  await sql`UPDATE conversations SET gaps = ${gaps}::jsonb WHERE id = ${id}`.execute(context.db);
  const { status } = await service.owner.call('DELETE', `/v1/conversations/${id}/audio`);
  assert.ok(status < 300, String(status));
  assert.deepEqual(await filesOf(id), []);
  const { body } = await service.owner.call('GET', `/v1/conversations/${id}`);
  assert.deepEqual(body.gaps, [{ start: 2, end: 3, reason: 'lost' }]);
});
