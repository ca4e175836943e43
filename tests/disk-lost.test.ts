/** A process and its disk vanish in the middle of work, and another process goes on. */
// One database: the embedded one has one process, with the only disk.
// Long: it kills the service in the middle of speech.
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { writeWav } from '../src/engines/audio/wav.ts';
import { endOf, sendFile } from '../src/testing/clients/account-archive.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { eventually } from '../src/testing/eventually.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { S3Server } from '../src/testing/servers/s3/server.ts';
import { spawnService } from '../src/testing/service-process.ts';
import type { ServiceProcess } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const skip = serverUrl ? false : 'the embedded database has one process';
const options = { skip, timeout: 240_000 };
const SENTENCES = [
  'I live in Boston with my two children.',
  'We have a meeting with the doctor on Friday.',
  'I need to call my sister tomorrow morning.',
];
const UPLOAD = '/v1/conversations/upload';

/** Processes with a database and a store, and a disk each. The first one stays. */
class Processes implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  readonly #folder = temporaryFolder();
  #environment: Record<string, string> = {};
  #stays!: ServiceProcess;
  #holder = '';
  store!: S3Server;
  owner!: ApiUser;

  static async start(): Promise<Processes> {
    const all = new Processes();
    const stack = all.#stack;
    stack.defer(() => removeFolder(all.#folder));
    all.store = stack.use(await S3Server.start());
    const { keyId, secret, region } = all.store.credentials;
    all.#environment = {
      DATABASE_URL: stack.use(await createTestDatabase(serverUrl!, 'owned')).url,
      SVC_SECRET: 'the secret that all processes share',
      SVC_RECOGNISER: 'builtin',
      SVC_FILES: `s3://${all.store.bucket}/files`,
      AWS_ENDPOINT_URL_S3: all.store.url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: keyId,
      AWS_SECRET_ACCESS_KEY: secret,
    };
    all.#stays = stack.use(await all.#begin('stays'));
    [{ id: all.#holder }] = (await all.query('SELECT id FROM waiting_holders')) as [Json];
    all.owner = await ApiUser.signIn(all.#stays.url, OWNER);
    return all;
  }

  #begin(disk: string): Promise<ServiceProcess> {
    return spawnService({ folder: join(this.#folder, disk), environment: this.#environment });
  }

  /** Starts a process with an empty disk. */
  async another(): Promise<{ user: ApiUser; vanish(): Promise<void> }> {
    const service = this.#stack.use(await this.#begin('goes'));
    const { token, id } = this.owner;
    return {
      user: new ApiUser(service.url, token, id),
      /** The process and its disk vanish, as if a minute ago. */
      vanish: async () => {
        await service.kill();
        rmSync(join(this.#folder, 'goes'), { recursive: true });
        await this.query(`UPDATE waiting_holders SET seen_at = seen_at - interval '45 seconds'
          WHERE id <> '${this.#holder}'`);
      },
    };
  }

  async query(text: string): Promise<Json[]> {
    const client = new pg.Client({ connectionString: this.#environment['DATABASE_URL']! });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  /** Waits until the process that stays has taken everything over, and has worked it off. */
  async untilNothingWaits(): Promise<void> {
    await eventually(
      'nothing waits any more',
      async () =>
        (await this.query(`SELECT id FROM waiting_files WHERE kind <> 'upload'`)).length === 0,
      { seconds: 90 },
    );
    assert.deepEqual(await this.query('SELECT place FROM waiting_pieces'), []);
  }

  async conversation(id: string): Promise<Json> {
    return (await this.owner.call('GET', `/v1/conversations/${id}`)).body;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

let all: Processes;
before(async () => {
  if (serverUrl) all = await Processes.start();
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
