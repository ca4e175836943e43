/**
 * Tests what happens to sound without words, depending on the recogniser, the language and the
 * number of tries.
 */
import assert from 'node:assert/strict';
import { existsSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { scriptedRecogniser } from '../../engines/recognition/scripted-recogniser.ts';
import { pcmBytes, silence } from '../../engines/audio/testing.ts';
import type { Context } from '../../kit/context.ts';
import { aboutJournal, Journal } from '../../storage/journal.ts';
import type { Json } from '../../testing/clients/api-user.ts';
import { contextOf } from '../../testing/context-of.ts';
import { eventually } from '../../testing/eventually.ts';
import { startService } from '../../testing/start-service.ts';
import type { TestService } from '../../testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { beginRecording } from '../conversations/lifecycle.ts';
import { CatchUp } from './catch-up.ts';
import type { SoundAbout } from './sound-journal.ts';

const SPOKEN_AT = Date.parse('2026-03-02T08:30:00Z');
let service: TestService;
let context: Context;
let folder: string;
let shelves = 0;

before(async () => {
  service = await startService({ environment: { SVC_LOG_LEVEL: 'silent' } });
  context = contextOf(service, []);
  folder = temporaryFolder();
});
after(async () => {
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

type Options = ConstructorParameters<typeof CatchUp>[0];

function open(more: Partial<Options> = {}): CatchUp {
  return new CatchUp({
    waiting: null,
    parts: service.service.parts,
    recogniser: scriptedRecogniser({ utterances: [{ text: 'Said late.', start: 0.1, end: 0.5 }] }),
    voices: {} as Options['voices'],
    root: join(folder, String((shelves += 1))),
    isBusy: () => false,
    keepsAudio: async () => true,
    keepDays: 7,
    ...more,
  });
}

/** A live conversation, with a second of its sound in an abandoned journal. */
async function leave({ root }: CatchUp, about: Partial<SoundAbout> = {}) {
  const id = crypto.randomUUID();
  const { db } = service.service.parts;
  await db.updateTable('conversations').set({ status: 'completed' }).execute();
  const recording = {
    id,
    language: 'en',
    source: 'phone',
    geolocation: null,
    device: '',
    timeout_seconds: 600,
    session: id,
  };
  await beginRecording(context, recording);
  const journal = await Journal.begin(join(root, crypto.randomUUID()), {
    user_id: service.owner.id,
    codec: 'pcm16',
    sample_rate: 16_000,
    channels: 1,
    language: 'en',
    ...about,
  });
  journal.append(pcmBytes(silence(1)));
  const note = { conversation_id: id, spoken_at: SPOKEN_AT, spoken_until: SPOKEN_AT + 1_000 };
  await journal.flush(note, { sync: false });
  await journal.close();
  return { id, path: journal.folder };
}
const read = async (id: string): Promise<Json> =>
  service.service.parts.db
    .selectFrom('conversations')
    .select(['gaps', 'words_pending', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const reasons = async (id: string) => (await read(id)).gaps.map(({ reason }: Json) => reason);
const isSettled = (id: string, wanted: string[]) =>
  eventually(`gaps ${wanted}`, async () => {
    const { words_pending } = await read(id);
    return !words_pending && (await reasons(id)).join() === wanted.join();
  });

test('late words replace the gap, and the journal is deleted', async () => {
  await using catchUp = open();
  const told: boolean[] = [];
  const stop = catchUp.watch(service.owner.id, (is) => told.push(is));
  catchUp.watch('somebody else', () => assert.fail('told of the sound of others'));
  const { id, path } = await leave(catchUp);
  await catchUp.claim();
  await isSettled(id, []);
  await eventually('the journal to go', () => !existsSync(path));
  assert.deepEqual(told, [true, false]);
  stop();
  const next = await leave(catchUp);
  await catchUp.left(next.path);
  await isSettled(next.id, []);
  assert.deepEqual(told, [true, false]);
  await catchUp.left(path);
});

test('sound that was transcribed before a crash is not transcribed again', async () => {
  await using catchUp = open();
  const { id, path } = await leave(catchUp);
  const journal = path.split('/').at(-1)!;
  const { db } = service.service.parts;
  const note = { user_id: service.owner.id, journal, heard_at: new Date() };
  await db.insertInto('heard_journals').values(note).execute();
  await catchUp.left(path);
  assert.equal(existsSync(path), false);
  assert.deepEqual(await db.selectFrom('heard_journals').selectAll().execute(), []);
  assert.deepEqual([await reasons(id), (await read(id)).words_pending], [[], false]);
});

test('without a recogniser, only sound that was meant for one is kept', async () => {
  const none = { ...scriptedRecogniser({ utterances: [] }), name: 'none' };
  await using catchUp = open({ recogniser: none });
  const [meant, other] = [
    await leave(catchUp, { by: 'some' }),
    await leave(catchUp, { by: 'none' }),
  ];
  await catchUp.claim();
  await isSettled(meant.id, ['waiting']);
  await isSettled(other.id, []);
  await eventually('the journal to go', () => !existsSync(other.path));
  assert.equal(existsSync(meant.path), true);
});

test('sound on which every try failed stays a gap', async () => {
  await using catchUp = open();
  for (const [about, reason] of [
    [{ tries: 2 }, null],
    [{ tries: 3 }, 'failed'],
    [{ misses: 7 }, null],
    [{ misses: 8 }, 'failed'],
  ] as const) {
    const { id, path } = await leave(catchUp, about);
    await catchUp.left(path);
    await isSettled(id, reason ? [reason] : []);
    await eventually('the journal to go', () => !existsSync(path));
  }
});

test('sound in an unknown language is kept as long as allowed', async (t) => {
  const english = scriptedRecogniser({ utterances: [], capabilities: { languages: ['en'] } });
  await using strict = open({ recogniser: english, keepsAudio: async () => false });
  const gone = await leave(strict, { language: 'pt' });
  await strict.left(gone.path);
  await isSettled(gone.id, ['language']);
  await eventually('the journal to go', () => !existsSync(gone.path));

  t.mock.timers.enable({ apis: ['setInterval'] });
  let keeps = true;
  await using catchUp = open({ recogniser: english, keepsAudio: async () => keeps, keepDays: 2 });
  const look = () => t.mock.timers.tick(60_000);
  const parked = [];
  for (let count = 0; count < 3; count += 1) {
    const one = await leave(catchUp, { language: 'pt' });
    await catchUp.left(one.path);
    await isSettled(one.id, ['language']);
    parked.push(one);
  }
  const [kept, old, unwanted] = parked as [typeof gone, typeof gone, typeof gone];
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  utimesSync(old.path, days(2.1), days(2.1));
  utimesSync(kept.path, days(1.9), days(1.9));
  await service.service.parts.db
    .deleteFrom('conversations')
    .where('id', '=', unwanted.id)
    .execute();
  look();
  await isSettled(old.id, ['lost']);
  await eventually('both to go', () => !existsSync(old.path) && !existsSync(unwanted.path));
  assert.deepEqual([existsSync(kept.path), await reasons(kept.id)], [true, ['language']]);
  keeps = false;
  look();
  await isSettled(kept.id, ['lost']);
  await eventually('the last to go', () => !existsSync(kept.path));
});

test('a conversation waits until nothing holds its sound any more', async () => {
  await using catchUp = open();
  const { id } = await leave(catchUp);
  const expect = () => catchUp.expect(context, { id, since: new Date(SPOKEN_AT) });
  await expect();
  await expect();
  await catchUp.release(context, id);
  assert.equal((await read(id)).words_pending, true);
  await catchUp.release(context, id);
  assert.equal((await read(id)).words_pending, false);
  await catchUp.lose(context, id, { from: SPOKEN_AT, until: SPOKEN_AT + 2_000 });
  assert.deepEqual(await reasons(id), ['lost']);
});

test('a try is counted before it starts, and not if the service stopped', async () => {
  const catchUp = open({ isBusy: () => true });
  const { path } = await leave(catchUp);
  await catchUp.left(path);
  await eventually('the try', async () => ((await aboutJournal(path)) as SoundAbout).tries === 1);
  await catchUp[Symbol.asyncDispose]();
  assert.equal(((await aboutJournal(path)) as SoundAbout).tries, 0);
});
