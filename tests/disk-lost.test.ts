/** A process and its disk vanish in the middle of work, and another process goes on. */
// One database: the embedded one has one process, with the only disk.
// Long: it kills the service in the middle of speech.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { Listener } from '../src/testing/clients/listener.ts';
import { eventually } from '../src/testing/eventually.ts';
import { createTestDatabase } from '../src/testing/postgres.ts';
import { freePort } from '../src/testing/servers/free-port.ts';
import { spawnService } from '../src/testing/service-process.ts';
import type { ServiceProcess } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';

const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
const skip = serverUrl ? false : 'the embedded database has one process';

const SENTENCES = [
  'I live in Boston with my two children.',
  'We have a meeting with the doctor on Friday.',
  'I need to call my sister tomorrow morning.',
];

/** Two processes with a database, a store and a disk each. */
class Pair implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  readonly #folder = temporaryFolder();
  readonly #services: ServiceProcess[] = [];
  #database = '';
  owner!: ApiUser;

  static async start(...environments: Record<string, string>[]): Promise<Pair> {
    const pair = new Pair();
    pair.#stack.defer(() => removeFolder(pair.#folder));
    pair.#database = pair.#stack.use(await createTestDatabase(serverUrl!, 'owned')).url;
    for (const [place, environment] of environments.entries())
      await pair.#begin(place, environment);
    pair.owner = await ApiUser.signIn(pair.#services[0]!.url, OWNER);
    return pair;
  }

  async #begin(place: number, environment: Record<string, string>): Promise<void> {
    const shared = {
      DATABASE_URL: this.#database,
      SVC_SECRET: 'the secret that both processes share',
      SVC_FILES: join(this.#folder, 'files'),
      SVC_RECOGNISER: 'builtin',
    };
    const folder = this.#diskOf(place);
    const service = await spawnService({ folder, environment: { ...shared, ...environment } });
    this.#services[place] = this.#stack.use(service);
  }

  #diskOf(place: number): string {
    return join(this.#folder, `disk-${place}`);
  }

  urlOf(place: number): string {
    return this.#services[place]!.url;
  }

  /** The owner at the process that stays. */
  get there(): ApiUser {
    return new ApiUser(this.urlOf(1), this.owner.token, this.owner.id);
  }

  /** The first process and its disk vanish, a minute ago. */
  async vanish(): Promise<void> {
    await this.#services[0]!.kill();
    rmSync(this.#diskOf(0), { recursive: true });
    await this.query(`UPDATE waiting_holders SET seen_at = seen_at - interval '45 seconds'
      WHERE seen_at = (SELECT min(seen_at) FROM waiting_holders)`);
  }

  async query(text: string): Promise<Json[]> {
    const client = new pg.Client({ connectionString: this.#database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  }

  async untilNothingWaits(): Promise<void> {
    await eventually(
      'nothing waits any more',
      async () => (await this.query('SELECT id FROM waiting_files')).length === 0,
      { seconds: 90 },
    );
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stack.disposeAsync();
  }
}

test(
  'sound without words is heard by another process, once, and the end is a gap',
  { skip },
  async () => {
    // No recogniser answers the first process.
    const away = {
      SVC_RECOGNISER: 'openai',
      SVC_RECOGNISER_URL: `http://127.0.0.1:${await freePort()}/v1`,
      SVC_RECOGNISER_MODEL: 'none',
    };
    await using pair = await Pair.start(away, {});
    const { owner, there } = pair;
    const listener = await Listener.open(pair.urlOf(0), {
      token: owner.token,
      uid: owner.id,
      codec: 'pcm16',
      sample_rate: 16_000,
    });
    const { conversation_id } = await listener.event('conversation_session');
    const parts = [];
    for (const sentence of SENTENCES) parts.push(await speak(sentence), silence(0.7));
    const pcm = joined(...parts, await speak(SENTENCES[0]!));
    const seconds = pcm.length / 16_000;
    await listener.stream(pcm);
    await pair.vanish();

    await pair.untilNothingWaits();
    const { body } = await there.call('GET', `/v1/conversations/${conversation_id}`);
    const heard = body.transcript_segments.map(({ text }: Json) => text).join(' ');
    for (const words of [/in Boston/i, /doctor on Friday/i, /my sister/i])
      assert.match(heard, words);
    assert.equal(heard.match(/doctor/gi)!.length, 1, heard);
    const [gap, ...others] = body.gaps;
    assert.deepEqual([gap?.reason, others], ['lost', []]);
    assert.ok(gap.end - gap.start <= 5, JSON.stringify(gap));
    assert.ok(
      gap.start > seconds - 5.5 && gap.end > seconds - 1,
      `${JSON.stringify(gap)} of ${seconds} s`,
    );
    assert.deepEqual(await pair.query('SELECT place FROM waiting_pieces'), []);
  },
);
