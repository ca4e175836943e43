import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ManualClock } from '../../core/clock.ts';
import { silence } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { writeWav } from '../../engines/audio/wav.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { deleteUnusedFiles } from './files/files.ts';

let service: TestService;
before(async () => void (service = await startService()));
after(() => service[Symbol.asyncDispose]());

/** Sends a message. Returns the names and contents of the records of the answer. */
async function say(body: object): Promise<{ status: number; records: [string, string][] }> {
  const answer = await fetch(new URL('/v2/messages', service.url), {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${service.owner.token}`,
    },
    body: JSON.stringify(body),
  });
  return { status: answer.status, records: recordsOf(await answer.text()) };
}

function recordsOf(text: string): [string, string][] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((record) => /^(\w+): ([^]*)$/.exec(record))
    .filter((match) => match !== null)
    .map(([, word, rest]) => [word!, rest!]);
}

const chatParts = ({ body }: { body: Json[] }) => body.map(({ parts }) => parts);

test('an answer is streamed in pieces and stored in the chat', async () => {
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
  assert.doesNotMatch(done.text, /\[\d+\]/, 'what it comes from is in the list, not in the text');
  assert.equal(done.memories[0].id, told.body.id);
  // The parts say which words come from which conversation.
  const words = (parts: Json[]) => parts.map(({ text }) => text).join('');
  assert.equal(words(done.parts), done.text);
  const quoting = done.parts.filter(({ text }: Json) => text.includes('nine hundred euros'));
  assert.deepEqual(
    [...new Set(quoting.flatMap(({ conversation_ids }: Json) => conversation_ids))],
    [told.body.id],
  );
  assert.deepEqual(chatParts(await owner.call('GET', '/v2/messages')), [done.parts, [], []]);

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

test('a refused message gets a JSON error and is not stored', async () => {
  const before = (await service.owner.call('GET', '/v2/messages')).body.length;
  for (const body of [{}, { text: '' }, { text: '  ' }, { text: 'x'.repeat(16_001) }]) {
    assert.equal((await say(body)).status, 422);
  }
  assert.equal((await service.owner.call('GET', '/v2/messages')).body.length, before);
});

test('the user can clear the chat', async () => {
  const { body } = await service.owner.call('DELETE', '/v2/messages');
  assert.match(body.text, /^Hello Owner/);
  const chat = (await service.owner.call('GET', '/v2/messages')).body;
  assert.deepEqual(
    chat.map(({ id }: Json) => id),
    [body.id],
  );
});

/** Asks a question and returns the last record of the answer. */
async function answerTo(body: object): Promise<Json> {
  const { status, records } = await say(body);
  assert.equal(status, 200);
  return decoded(records, 'done');
}

function decoded(records: [string, string][], word: string): Json {
  const [, record] = records.find(([each]) => each === word)!;
  return JSON.parse(Buffer.from(record, 'base64').toString());
}

test('separate chats are independent, can be renamed, and are deleted with their messages', async () => {
  const { owner } = service;
  const begun = await owner.call('POST', '/v2/chat-sessions', { title: 'The boathouse' });
  const other = await owner.call('POST', '/v2/chat-sessions', {});
  assert.equal(other.body.title, 'New chat');
  const { id } = begun.body;
  const before = (await owner.call('GET', '/v2/messages')).body.length;
  const answer = await answerTo({ text: 'What does the roof cost?', chat_session_id: id });
  assert.equal(answer.chat_session_id, id);
  const asked = (await owner.call('GET', `/v2/chat-sessions/${id}`)).body;
  assert.ok(asked.updated_at > begun.body.updated_at, 'a message changes its chat');
  const chat = `/v2/messages?chat_session_id=${id}`;
  assert.equal((await owner.call('GET', chat)).body.length, 2);
  assert.equal((await owner.call('GET', '/v2/messages')).body.length, before);

  const path = `/v2/chat-sessions/${id}`;
  const changed = await owner.call('PATCH', path, { title: 'Roofs', starred: true });
  assert.deepEqual([changed.body.title, changed.body.starred], ['Roofs', true]);
  const listed = await owner.call('GET', '/v2/chat-sessions?starred=true');
  assert.deepEqual(
    listed.body.map((each: Json) => each.id),
    [id],
  );
  assert.deepEqual((await owner.call('DELETE', path)).body, { status: 'ok' });
  assert.equal((await owner.call('GET', path)).status, 404);
  assert.equal((await owner.call('GET', chat)).status, 404);
  assert.equal((await say({ text: 'And now?', chat_session_id: id })).status, 404);
  const left = (await owner.call('GET', '/v1/mcp/chat')).status;
  assert.equal(left, 401);
});

test('a question may depend on the previous question and on the item that the user looks at', async () => {
  const key = await service.owner.key(['conversations:read', 'conversations:write']);
  const tell = async (text: string) =>
    (await key.call('POST', '/v1/dev/user/conversations', { text })).body.id;
  const oars = await tell('The oars were painted red by the harbour master.');
  const train = await tell('The train to Porto leaves at nine.');
  await answerTo({ text: 'Who painted the oars?' });
  assert.deepEqual((await answerTo({ text: 'And when?' })).memories_id, [oars]);
  const looking = { type: 'conversation', id: train };
  const asked = await answerTo({ text: 'Please summarise this for me', context: looking });
  assert.equal(asked.memories_id[0], train);

  const turns = Array.from({ length: 60 }, (_, count) => `Then we spoke about topic ${count}.`);
  turns[45] = 'What shall the boat be called? It is called Albatross.';
  const long = await tell(turns.join('\n'));
  const name = { text: 'What is the boat called?', context: { type: 'conversation', id: long } };
  assert.match((await answerTo(name)).text, /Albatross/);
});

test('each app has a separate chat', async () => {
  const { owner } = service;
  const asked = { text: 'Which soup did the boathouse have?' };
  const asks = async (query: string) =>
    (await owner.call('POST', `/v2/messages?${query}`, asked)).status;
  const seen = async (query: string) =>
    (await owner.call('GET', `/v2/messages?${query}`)).body.map(
      ({ sender, app_id, plugin_id }: Json) => [sender, app_id, plugin_id],
    );
  const before = await seen('');
  assert.equal(await asks('app_id=chef'), 200);
  const chef = [
    ['ai', 'chef', 'chef'],
    ['human', 'chef', 'chef'],
  ];
  assert.deepEqual(await seen('app_id=chef'), chef);
  assert.deepEqual(await seen('plugin_id=chef'), chef);
  assert.deepEqual(await seen('plugin_id=null'), before);
  assert.deepEqual(await seen('app_id=other'), [['ai', 'other', 'other']]);
  await owner.call('DELETE', '/v2/messages?plugin_id=other');
  assert.deepEqual(await seen('app_id=chef'), chef);
  await Promise.all(Array.from({ length: 20 }, () => seen('app_id=new')));
  assert.deepEqual(await seen('app_id=new'), [['ai', 'new', 'new']]);
  assert.equal(await asks('plugin_id='), 200);
  assert.equal((await seen('')).length, before.length + 2);
  const begun = await owner.call('POST', '/v2/chat-sessions', { app_id: 'chef' });
  const answer = await answerTo({ ...asked, chat_session_id: begun.body.id });
  assert.equal(answer.app_id, 'chef');
  assert.deepEqual(await seen('app_id=chef'), chef);
  const cleared = await owner.call('DELETE', '/v2/messages?app_id=chef');
  assert.equal(cleared.body.app_id, 'chef');
  assert.equal((await seen('app_id=chef')).length, 1);
  assert.equal(
    (await owner.call('POST', `/v2/initial-message?app_id=${'x'.repeat(201)}`)).status,
    422,
  );
});

test('a file is read with the question that lists its id', async () => {
  const { owner } = service;
  const form = new FormData();
  const menu = 'Starters\n\nSoup of the day: pumpkin.\n\nMains\n\nGrilled squid with potatoes.';
  form.append('files', new Blob([menu], { type: 'text/plain' }), 'menu.txt');
  const { status, body } = await owner.call('POST', '/v2/files', form);
  assert.equal(status, 200);
  const [{ id, name }] = body;
  assert.equal(name, 'menu.txt');
  const answer = await answerTo({ text: 'Which soup is it?', file_ids: [id] });
  assert.match(answer.text, /pumpkin/);
  const [, question] = (await owner.call('GET', '/v2/messages')).body;
  assert.deepEqual(
    question.files.map((file: Json) => file.name),
    ['menu.txt'],
  );
  assert.equal((await say({ text: 'x', file_ids: [crypto.randomUUID()] })).status, 404);

  const several = new FormData();
  several.append('files', new Blob(['The wine is red.'], { type: 'text/plain' }), 'wine.txt');
  several.append('files', new Blob(['The bread is rye.'], { type: 'text/plain' }), 'bread.txt');
  const both = (await owner.call('POST', '/v2/files', several)).body;
  assert.deepEqual(
    both.map((file: Json) => file.name),
    ['wine.txt', 'bread.txt'],
  );
  const file_ids = both.map((file: Json) => file.id);
  assert.match((await answerTo({ text: 'Which bread is it?', file_ids })).text, /rye/);
  several.append('files', new Blob([new Uint8Array([0])]), 'a.bin');
  assert.match(
    (await owner.call('POST', '/v2/files', several)).body.detail,
    /a\.bin cannot be read/,
  );
  for (let count = 0; count < 9; count += 1) several.append('files', new Blob(['x']), 'x.txt');
  const many = await owner.call('POST', '/v2/files', several);
  assert.deepEqual([many.status, many.body.detail[0].msg], [422, 'Send at most 10 files']);
  const none = await owner.call('POST', '/v2/files', new FormData());
  assert.equal(none.status, 422);

  const binary = new FormData();
  binary.append('files', new Blob([new Uint8Array([0, 1, 255])]), 'a.bin');
  const refused = await owner.call('POST', '/v2/files', binary);
  assert.equal(refused.status, 400);
  assert.match(refused.body.detail, /cannot be read/);
});

test('without a vision model a photo is refused, and the answer names the setting', async () => {
  const form = new FormData();
  form.append(
    'files',
    new Blob([new Uint8Array([255, 216, 255])], { type: 'image/jpeg' }),
    'a.jpg',
  );
  const { status, body } = await service.owner.call('POST', '/v2/files', form);
  assert.equal(status, 400);
  assert.match(body.detail, /SVC_LLM_VISION_MODEL/);
});

test('files are deleted with the last message that lists them, or after a day', async () => {
  const clock = new ManualClock('2026-03-05T10:00:00Z');
  await using own = await startService({ clock, environment: { SVC_CHAT_FILES_MIB: '0.001' } });
  const { owner } = own;
  const { parts } = own.service;
  const give = (text: string) => {
    const form = new FormData();
    form.append('files', new Blob([text], { type: 'text/plain' }), 'note.txt');
    return owner.call('POST', '/v2/files', form);
  };
  const kept = async () => {
    const rows = await parts.db.selectFrom('chat_files').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  const ask = async (file_ids: string[], chat_session_id: string | null = null) =>
    (await owner.call('POST', '/v2/messages', { text: 'Which soup?', file_ids, chat_session_id }))
      .status;
  const session = (await owner.call('POST', '/v2/chat-sessions', {})).body.id;
  const [one, two, three] = [
    (await give('Pumpkin soup.')).body[0].id,
    (await give('Tomato soup.')).body[0].id,
    (await give('No soup.')).body[0].id,
  ];
  assert.equal(await ask([one, two]), 200);
  assert.equal(await ask([two], session), 200);
  clock.advance(23 * 3_600_000);
  await deleteUnusedFiles(parts);
  assert.deepEqual(await kept(), [one, two, three]);
  clock.advance(2 * 3_600_000);
  await deleteUnusedFiles(parts);
  assert.deepEqual(await kept(), [one, two], 'of the third nothing was asked');
  await owner.call('DELETE', '/v2/messages');
  assert.deepEqual(await kept(), [two], 'another chat still names the second');
  assert.equal(await ask([one]), 404);
  await owner.call('DELETE', `/v2/chat-sessions/${session}`);
  assert.deepEqual(await kept(), []);

  assert.equal((await give('x'.repeat(1000))).status, 200);
  const refused = await give('x'.repeat(100));
  assert.equal(refused.status, 413);
  assert.match(refused.body.detail, /at most|may take up/);
  assert.equal((await kept()).length, 1);
});

test('answers can be reported and rated, but questions cannot', async () => {
  const { owner } = service;
  const { id } = await answerTo({ text: 'Who painted the oars?' });
  const path = `/v2/messages/${id}`;
  assert.equal((await owner.call('POST', `${path}/report`)).status, 200);
  assert.equal((await owner.call('PATCH', `${path}/rating`, { rating: -1 })).status, 200);
  const [answer, question] = (await owner.call('GET', '/v2/messages')).body;
  assert.deepEqual([answer.reported, answer.rating], [true, -1]);
  assert.equal((await owner.call('POST', `/v2/messages/${question.id}/report`)).status, 400);
  assert.equal((await owner.call('POST', '/v2/messages/nothing/report')).status, 404);
  assert.equal((await owner.call('PATCH', `${path}/rating`, { rating: 7 })).status, 422);
});

test('a voice message is transcribed and then answered', async () => {
  await using hearing = await startService({ environment: { SVC_RECOGNISER: 'builtin' } });
  const { owner } = hearing;
  const key = await owner.key(['conversations:read', 'conversations:write']);
  const text = 'My sister will bring the children to Boston on Friday.';
  await key.call('POST', '/v1/dev/user/conversations', { text });
  const wav = writeWav(await speak('When will my sister bring the children?'));
  const form = () => {
    const filled = new FormData();
    filled.append('files', new Blob([wav], { type: 'audio/wav' }), 'question.wav');
    return filled;
  };
  const answer = await fetch(new URL('/v2/voice-messages', hearing.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${owner.token}` },
    body: form(),
  });
  const records = recordsOf(await answer.text());
  assert.match(decoded(records, 'message').text, /children/i);
  assert.match(decoded(records, 'done').text, /Boston on Friday/);
  const written = await owner.call('POST', '/v2/voice-message/transcribe', form());
  assert.match(written.body.transcript, /children/i);

  const quiet = new FormData();
  quiet.append('files', new Blob([writeWav(silence(1))]), 'quiet.wav');
  const nothing = await owner.call('POST', '/v2/voice-messages', quiet);
  assert.equal(nothing.status, 422);
});
