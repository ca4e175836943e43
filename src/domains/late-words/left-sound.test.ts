/** Tests sound that an earlier process left on the disk and that the next process finds. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Encoder } from '@evan/opus';
import { AdtsFrames } from '../../engines/audio/codecs/adts.ts';
import { joinedSound, pcmBytes, silence, toAac } from '../../engines/audio/testing.ts';
import { speak } from '../../engines/audio/testing-speech.ts';
import { Journal } from '../../storage/journal.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { createTestDatabase } from '../../testing/postgres.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { copyTemplate, removeFolder } from '../../testing/template.ts';
import { lookAt } from './left-sound.ts';
import type { SoundAbout } from './sound-journal.ts';
import { eventually } from '../../testing/eventually.ts';

const SPOKEN_AT = Date.parse('2026-03-02T08:30:00Z');
const BATCH_MS = 600;

let folder: string;
let shelf: string;
let user_id: string;
let restart: () => Promise<TestService>;
let closeDatabase = async () => {};

before(async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const database = serverUrl ? await createTestDatabase(serverUrl) : null;
  closeDatabase = async () => database?.[Symbol.asyncDispose]();
  folder = copyTemplate('owned');
  restart = () =>
    startService({
      environment: {
        SVC_RECOGNISER: 'builtin',
        SVC_DATA_DIR: folder,
        SVC_LOG_LEVEL: 'silent',
        ...(database && { DATABASE_URL: database.url }),
      },
    });
  await using service = await restart();
  user_id = service.owner.id;
  shelf = join(folder, 'sound', randomUUID());
});

after(async () => {
  await closeDatabase();
  removeFolder(folder);
});

interface Left extends Partial<SoundAbout> {
  /** The messages of each batch. */
  batches: Uint8Array[][];
}

/** Leaves a journal in the same state as a killed process does. */
async function leave({ batches, ...about }: Left): Promise<string> {
  mkdirSync(shelf, { recursive: true });
  const journal = await Journal.begin(join(shelf, randomUUID()), {
    user_id,
    codec: 'pcm16',
    sample_rate: 16_000,
    channels: 1,
    language: 'en',
    ...about,
  });
  const conversation_id = randomUUID();
  for (const [n, messages] of batches.entries()) {
    for (const message of messages) journal.append(message);
    const spoken_at = SPOKEN_AT + n * BATCH_MS;
    await journal.flush({ conversation_id, spoken_at }, { sync: false });
  }
  await journal.close();
  return journal.folder;
}

/** Speech as a device sends it: messages of 20 ms, in batches as in a session. */
async function spoken(text: string): Promise<Uint8Array[][]> {
  const bytes = pcmBytes(await speak(text));
  return cut(cut(bytes, 640), BATCH_MS / 20);
}

function batchesOfAac(pcm: Int16Array): Uint8Array[] {
  const batches: Uint8Array[][] = [];
  let at = 0;
  for (const { bytes, seconds } of new AdtsFrames().push(toAac(pcm)).frames) {
    (batches[Math.floor((at * 1000) / BATCH_MS)] ??= []).push(bytes);
    at += seconds;
  }
  return batches.map((frames) => Buffer.concat(frames));
}

function cut<T extends Uint8Array | Uint8Array[]>(whole: T, size: number): T[] {
  const count = Math.ceil(whole.length / size);
  return Array.from({ length: count }, (_, n) => whole.slice(n * size, (n + 1) * size) as T);
}

/** Returns the conversation with these words when it is complete. */
async function heard({ owner }: TestService, what: RegExp): Promise<Json> {
  return eventually(`a conversation with ${what}`, async () => {
    const { body } = await owner.call('GET', '/v1/conversations?include_discarded=true');
    return body.find(
      ({ status, transcript_segments }: Json) =>
        status === 'completed' &&
        what.test(transcript_segments.map((each: Json) => each.text).join(' ')),
    );
  });
}

function filesOf(journal: string): string[] {
  const names = readdirSync(journal).filter((name) => name.endsWith('.batches'));
  return names.toSorted().map((name) => join(journal, name));
}

test('spans of left sound are joined across short pauses, and none is lost', async () => {
  const journal = await Journal.begin(join(shelf, randomUUID()), {
    user_id,
    codec: 'pcm16',
    sample_rate: 16_000,
    channels: 1,
    language: 'en',
  });
  const conversation_id = randomUUID();
  for (const [spoken_at, voiced] of [
    [0, true],
    [600, false],
    [10_000, true],
    [11_000, true],
    [13_600, true],
    [16_201, true],
  ] as const) {
    journal.append(new Uint8Array(2));
    const spoken_until = spoken_at + 600;
    await journal.flush({ conversation_id, spoken_at, spoken_until, voiced }, { sync: false });
  }
  await journal.close();
  const left = await lookAt(journal.folder, () => {});
  await journal.remove();
  assert.deepEqual(left?.spans.get(conversation_id), [
    { from: 0, until: 600 },
    { from: 10_000, until: 14_200 },
    { from: 16_201, until: 16_801 },
  ]);
});

test('a damaged journal is used up to the damage, and one without a description blocks nothing', async () => {
  const whole = await leave({ batches: await spoken('I live in Boston with my two children.') });
  appendFileSync(filesOf(whole).at(-1)!, Buffer.alloc(64));
  const nameless = await leave({ batches: [[new Uint8Array(640)]] });
  writeFileSync(join(nameless, 'about.json'), '{"user_id":"');
  await using service = await restart();
  const { started_at } = await heard(service, /Boston.*children/i);
  assert.ok(Math.abs(Date.parse(started_at) - SPOKEN_AT) < 1_000, started_at);
});

test('garbage at the beginning does not hide later speech', async () => {
  const encoder = new Encoder({ channels: 1, sample_rate: 16_000, application: 'voip' });
  const rubbish = Array.from({ length: 60 }, () => new Uint8Array(1_501));
  const speech = await spoken('I need to call my sister tomorrow morning.');
  const packets = speech.map((batch) =>
    batch
      .filter((frame) => frame.length === 640)
      .map((frame) => new Uint8Array(encoder.encode(frame))),
  );
  await leave({ codec: 'opus', batches: [rubbish, ...packets] });
  await using service = await restart();
  await heard(service, /sister tomorrow/i);
});

test('AAC is transcribed with the times at which it was spoken', async () => {
  // The two sentences are too far apart for one segment.
  const [first, last] = [2, 40];
  const sound = joinedSound(
    silence(first),
    await speak('I live in Lisbon with my parents.'),
    silence(last),
  ).subarray(0, last * 16_000);
  const talk = joinedSound(
    sound,
    await speak('The train to the city leaves at seven.'),
    silence(1),
  );
  // The pieces do not match the frames of the codec.
  const batches = batchesOfAac(talk).map((bytes) => cut(bytes, 200));
  await leave({ codec: 'aac', batches });
  await using service = await restart();
  const { started_at, transcript_segments } = await heard(service, /train.*seven/i);
  const began = Date.parse(started_at);
  const at = (what: RegExp) => {
    const { start } = transcript_segments.find(({ text }: Json) => what.test(text));
    return (began - SPOKEN_AT) / 1000 + start;
  };
  assert.ok(Math.abs(at(/parents/) - first) < 0.7, `${at(/parents/)} s`);
  assert.ok(Math.abs(at(/train/) - last) < 0.7, `${at(/train/)} s`);
});
