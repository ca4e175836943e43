import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Json } from '../../testing/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

/** The records of an answer: their words and what follows them. */
async function say(body: object): Promise<{ status: number; records: [string, string][] }> {
  const answer = await fetch(new URL('/v2/messages', service.url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${service.owner.token}`,
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  const records = text
    .split('\n\n')
    .filter(Boolean)
    .map((record) => /^(\w+): ([^]*)$/.exec(record))
    .filter((match) => match !== null)
    .map(([, word, rest]) => [word!, rest!] as [string, string]);
  return { status: answer.status, records };
}

test('a question is answered in pieces, and stays in the chat', async () => {
  const { owner } = service;
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const told = await key.call('POST', '/v1/dev/user/conversations', {
    text: 'The carpenter wants nine hundred euros for the roof of the boathouse.',
  });
  const [greeting] = (await owner.call('GET', '/v2/messages')).body;
  assert.match(greeting.text, /^Hello Owner/);

  const { status, records } = await say({ text: 'What does the roof of the boathouse cost?' });
  assert.equal(status, 200);
  const done: Json = JSON.parse(
    Buffer.from(records.find(([word]) => word === 'done')![1], 'base64').toString(),
  );
  const pieces = records.filter(([word]) => word === 'data').map(([, piece]) => piece);
  assert.equal(pieces.join('').replaceAll('__CRLF__', '\n'), done.text);
  assert.ok(pieces.length > 1);
  assert.deepEqual(done.memories_id, [told.body.id]);
  assert.equal(done.memories[0].id, told.body.id);

  const chat = (await owner.call('GET', '/v2/messages')).body;
  assert.deepEqual(
    chat.map(({ sender, text }: Json) => [sender, text]),
    [
      ['ai', done.text],
      ['human', 'What does the roof of the boathouse cost?'],
      ['ai', greeting.text],
    ],
  );
  const reader = await owner.key(['chat.read'], 'mcp');
  const seen = (await reader.call('GET', '/v1/mcp/chat?limit=2')).body;
  assert.deepEqual(
    seen.map(({ sender }: Json) => sender),
    ['ai', 'human'],
  );
});

test('what is refused is refused in JSON, and nothing of it is kept', async () => {
  const before = (await service.owner.call('GET', '/v2/messages')).body.length;
  for (const body of [{}, { text: '' }, { text: '  ' }, { text: 'x'.repeat(1001) }]) {
    assert.equal((await say(body)).status, 422);
  }
  assert.equal((await service.owner.call('GET', '/v2/messages')).body.length, before);
});

test('the chat begins anew when its user says so', async () => {
  const { body } = await service.owner.call('DELETE', '/v2/messages');
  assert.match(body.text, /^Hello Owner/);
  const chat = (await service.owner.call('GET', '/v2/messages')).body;
  assert.deepEqual(
    chat.map(({ id }: Json) => id),
    [body.id],
  );
});
