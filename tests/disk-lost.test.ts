/** A process and its disk vanish in the middle of work, and another process goes on. */
// One database: the embedded one has one process, with the only disk.
// Long: it kills the service in the middle of speech.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { writeWav } from '../src/engines/audio/wav.ts';
import { endOf, sendFile } from '../src/testing/clients/account-archive.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { eventually } from '../src/testing/eventually.ts';
import { startLanguageModel } from '../src/testing/servers/language-model-server.ts';
import { VanishingProcesses } from '../src/testing/faults/vanishing-processes.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const skip = serverUrl ? false : 'the embedded database has one process';
const options = { skip, timeout: 240_000 };
const SENTENCES = [
  'I live in Boston with my two children.',
  'We have a meeting with the doctor on Friday.',
  'I need to call my sister tomorrow morning.',
];
const UPLOAD = '/v1/conversations/upload';

let all: VanishingProcesses;
before(async () => {
  if (serverUrl) all = await VanishingProcesses.start(serverUrl);
});
after(() => all?.[Symbol.asyncDispose]());

const textOf = ({ transcript_segments }: Json): string =>
  transcript_segments.map(({ text }: Json) => text).join(' ');

async function speech(seconds = 0): Promise<Int16Array> {
  const parts = [];
  for (const sentence of SENTENCES) parts.push(await speak(sentence), silence(0.7));
  return joinedSound(...parts, silence(seconds));
}

function isHeardOnce(text: string): void {
  for (const words of [/Boston/gi, /doctor/gi, /sister/gi]) {
    assert.equal(text.match(words)?.length, 1, text);
  }
}

test('sound without words is heard elsewhere once, and its end is a gap', options, async () => {
  const { user, vanish } = await all.another();
  const listener = await Listener.open(user.url, {
    token: user.token,
    uid: user.id,
    codec: 'pcm16',
    sample_rate: 16_000,
  });
  const { conversation_id } = await listener.event('conversation_session');
  const pcm = joinedSound(await speech(), await speak(SENTENCES[0]!));
  const seconds = pcm.length / 16_000;
  await listener.stream(pcm);
  await vanish();

  await all.untilNothingWaits();
  const conversation = await all.conversation(conversation_id);
  const heard = textOf(conversation);
  for (const words of [/in Boston/i, /doctor on Friday/i, /my sister/i]) assert.match(heard, words);
  assert.equal(heard.match(/doctor/gi)!.length, 1, heard);
  const [gap, ...others] = conversation.gaps;
  assert.deepEqual([gap?.reason, others], ['lost', []]);
  const about = `${JSON.stringify(gap)} of ${seconds} s`;
  assert.ok(gap.end - gap.start <= 5 && gap.start > seconds - 5.5 && gap.end > seconds - 1, about);
});

test('an accepted recording is heard elsewhere, once', options, async () => {
  const { user, vanish } = await all.another();
  const form = new FormData();
  const wav = new Uint8Array(writeWav(await speech(60)));
  form.append('file', new Blob([wav]), 'talk.wav');
  const { status, body } = await user.call('POST', UPLOAD, form);
  assert.equal(status, 200, JSON.stringify(body));
  await vanish();
  assert.ok(all.store.objects.size > 1, 'the recording is in the store');

  await all.untilNothingWaits();
  const conversation = await all.conversation(body.conversation_id);
  isHeardOnce(textOf(conversation));
  assert.deepEqual(conversation.gaps, []);
});

test('an upload in pieces is continued at another process', options, async () => {
  const { user, vanish } = await all.another();
  const wav = new Uint8Array(writeWav(await speech(90)));
  const headers = { Authorization: `Bearer ${user.token}`, 'Tus-Resumable': '1.0.0' };
  const begun = await fetch(`${user.url}${UPLOAD}`, {
    method: 'POST',
    headers: { ...headers, 'Upload-Length': String(wav.length) },
  });
  assert.equal(begun.status, 201, await begun.text());
  const path = new URL(begun.headers.get('Location')!, user.url).pathname;
  const patch = (url: string, from: number, until: number) =>
    fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...headers,
        'Upload-Offset': String(from),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: wav.subarray(from, until),
    });
  const half = Math.round(wav.length / 2);
  assert.equal((await patch(user.url, 0, half)).status, 204);
  await vanish();

  const { url } = all.owner;
  const head = await fetch(`${url}${path}`, { method: 'HEAD', headers });
  assert.equal(head.headers.get('Upload-Offset'), String(half));
  assert.equal((await patch(url, 0, half)).status, 409, 'the other half is missing');
  const last = await patch(url, half, wav.length);
  assert.equal(last.status, 204, await last.text());
  const id = last.headers.get('X-Svc-Conversation-Id')!;
  // A client that did not receive the answer asks again.
  const again = await patch(url, wav.length, wav.length);
  assert.equal(again.headers.get('X-Svc-Conversation-Id'), id);
  await all.untilNothingWaits();
  isHeardOnce(textOf(await all.conversation(id)));
});

test('an import goes on elsewhere, and stores nothing twice', options, async () => {
  const { user, vanish } = await all.another();
  const memories = Array.from({ length: 3_000 }, (_, place) => ({
    id: String(place),
    memory: `Has been to the city with the number ${place}`,
    created_at: '2024-07-20T08:30:36Z',
  }));
  const { status, body } = await sendFile(user, JSON.stringify(memories), 'mem0.json');
  assert.equal(status, 200, JSON.stringify(body));
  await vanish();
  const [{ count }] = (await all.query('SELECT count(*)::int FROM memories')) as [Json];
  assert.ok(count < memories.length, 'the import was not finished');

  const { report, ...end } = await endOf(all.owner, body.id, 120);
  assert.deepEqual([end.status, end.problem], ['completed', null]);
  const [row] = await all.query(`SELECT count(*)::int, count(DISTINCT content)::int AS different
    FROM memories WHERE content LIKE 'Has been to the city%'`);
  assert.deepEqual(row, { count: memories.length, different: memories.length });
  assert.equal(report.kinds[0].created, memories.length);
  await all.untilNothingWaits();
});

test('an understanding is done elsewhere, and leaves nothing twice', options, async () => {
  const asked = Promise.withResolvers<void>();
  // It never answers, so the process vanishes while it waits.
  await using model = await startLanguageModel(() => asked.resolve());
  const { user, vanish } = await all.another({
    SVC_LLM_BASE_URL: model.baseUrl,
    SVC_LLM_MODEL: 'm',
  });
  const ids: string[] = [];
  // Any process may take the work; only this one asks the model.
  await eventually('a question to the model', async () => {
    const text = `I have to call Ana on Friday at ${8 + ids.length}. I live in Boston.`;
    const { body } = await user.call('POST', '/v1/conversations/from-segments', {
      transcript_segments: [{ text, start: 0, end: 9, is_user: true }],
    });
    ids.push(body.id);
    return Promise.race([
      asked.promise.then(() => true),
      eventually('the understanding', async () => {
        const { status } = await all.conversation(body.id);
        return status === 'completed';
      }).then(() => false),
    ]);
  });
  const id = ids.at(-1)!;
  assert.equal((await all.conversation(id)).status, 'processing');
  await vanish();

  await eventually(
    'the conversation',
    async () => (await all.conversation(id)).status === 'completed',
    { seconds: 90 },
  );
  const tasks = await all.query(`SELECT description FROM action_items
    WHERE conversation_id = '${id}'`);
  assert.equal(tasks.length, 1, JSON.stringify(tasks));
});

test('a backup that was half written is none, and another process makes one', options, async () => {
  const regular = { SVC_BACKUP_FOLDER: `s3://${all.store.bucket}/backups` };
  const isBackup = (key: string) => key.startsWith('backups/') && key.includes('.tar.');
  const backups = () => [...all.store.objects.keys()].filter(isBackup);
  const held = Promise.withResolvers<void>();
  all.store.fault = ({ name, key }) => {
    if (!isBackup(key) || !/^(?:PutObject|UploadPart)$/.test(name)) return null;
    held.resolve();
    return new Promise(() => {});
  };
  const { vanish } = await all.another(regular);
  await held.promise;
  await vanish();
  all.store.fault = () => null;
  assert.deepEqual(backups(), []);

  await all.another(regular);
  await eventually('the backup', () => backups().length === 1, { seconds: 90 });
});
