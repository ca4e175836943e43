import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ApiKey, Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

const PATH = '/v1/dev/user/conversations';
let service: TestService;
let key: ApiKey;
before(async () => {
  service = await startService();
  key = await service.owner.key(['conversations:read', 'conversations:write']);
});
after(() => service[Symbol.asyncDispose]());

async function talk(segments: number): Promise<string> {
  const transcript_segments = Array.from({ length: segments }, (_, index) => ({
    text: `Sentence ${index}.`,
    start: index,
    end: index + 1,
  }));
  return (await key.call('POST', `${PATH}/from-segments`, { transcript_segments })).body.id;
}
const utterances = async (id: string, offset = 0): Promise<Json> =>
  (await key.call('GET', `${PATH}/${id}/utterances?offset=${offset}`)).body;

test('utterances come in pages of 100 segments, and the last page has no next one', async () => {
  const full = await utterances(await talk(100));
  assert.deepEqual([full.utterances.length, full.next_offset], [100, null]);
  const id = await talk(101);
  const first = await utterances(id);
  assert.deepEqual([first.utterances.length, first.next_offset], [100, 100]);
  const last = await utterances(id, 100);
  assert.deepEqual(
    [last.utterances.map(({ text }: Json) => text), last.next_offset],
    [['Sentence 100.'], null],
  );
});

test('an utterance says whether its times were measured', async () => {
  const [typed, heard] = [await talk(1), await talk(1)];
  const words = [
    { text: 'Sentence', start: 0.1, end: 0.5 },
    { text: '0.', start: 0.5, end: 0.9 },
  ];
  await service.service.parts.db
    .updateTable('segments')
    .set({ words: JSON.stringify(words) } as object)
    .where('conversation_id', '=', heard)
    .execute();
  const isTimed = async (id: string) =>
    (await utterances(id)).utterances.map(({ is_timed }: Json) => is_timed);
  assert.deepEqual([await isTimed(typed), await isTimed(heard)], [[false], [true]]);
});
