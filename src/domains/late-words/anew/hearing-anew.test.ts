import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ManualClock } from '../../../core/clock.ts';
import { tone } from '../../../engines/audio/testing.ts';
import { scriptedRecogniser } from '../../../engines/recognition/scripted-recogniser.ts';
import type {
  Script,
  ScriptedUtterance,
} from '../../../engines/recognition/scripted-recogniser.ts';
import type { Recogniser, RecognitionSession } from '../../../engines/recognition/recogniser.ts';
import { spreadWords } from '../../../engines/recognition/spread-words.ts';
import type { Context } from '../../../kit/context.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { ApiUser } from '../../../testing/clients/api-user.ts';
import { Listener } from '../../../testing/clients/listener.ts';
import { contextOf } from '../../../testing/context-of.ts';
import { eventually } from '../../../testing/eventually.ts';
import { createTestDatabase } from '../../../testing/postgres.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';
import { complete, startLanguageModel } from '../../../testing/servers/language-model-server.ts';
import { spoken } from '../../../testing/speech/spoken.ts';
import { end, listen, say, voicedService } from '../../../testing/speech/voiced-service.ts';
import { copyTemplate, removeFolder } from '../../../testing/template.ts';
import { endRecording } from '../../conversations/lifecycle.ts';
import { Recording } from '../../hearing/recording.ts';
import { AudioKeeper } from '../../recordings/audio-keeper.ts';
import { segmentsChanged } from '../../transcripts/segments.ts';
import { Renewals } from '../../understanding/renewal/renewal-sweeper.ts';
import { hearAnew } from './hearing-anew.ts';

const PATH = '/v1/understanding/renewal';
const HOUR = 3_600_000;
const SECONDS = 6;
/** The words of one conversation, as the lesser and as the better recogniser hear them. */
const LESSER = 'I have to call the chamber tour about the leaking roof tomorrow morning.';
const BETTER = 'I have to call the janitor about the leaking roof tomorrow morning.';
const SPOKEN: ScriptedUtterance = { text: BETTER, start: 0.5, end: 5 };

const GAPS = JSON.stringify([{ journal: null, start: 1, end: 2, reason: 'lost' }]);

interface Ears {
  /** The recogniser whose sessions open now. */
  now: Recogniser;
  /** The number of sessions so far. */
  opened: number;
}

const script = (more: Partial<Script> = {}): Recogniser =>
  scriptedRecogniser({ name: 'deepgram', utterances: [SPOKEN], ...more });

/** The script of the lesser recogniser, which stood in for the better one. */
const standIn = (...heard: ScriptedUtterance[]): Recogniser =>
  script({
    utterances: heard.map((each) => ({ ...each, provider: 'pocketsphinx' })),
  });

/** A recogniser whose sessions end only when they are closed. `hangs` resolves with the first one. */
function hanging(whole = script()): { recogniser: Recogniser; hangs: Promise<() => void> } {
  const { promise: hangs, resolve } = Promise.withResolvers<() => void>();
  const open: Recogniser['open'] = (options) => {
    const session = whole.open(options);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held: RecognitionSession = {
      events: session.events,
      write: (pcm) => session.write(pcm),
      backlogSeconds: () => 0,
      finish: () => {
        resolve(release);
        return released.then(() => session.finish());
      },
      close: () => session.close(),
    };
    return held;
  };
  return { recogniser: { ...whole, open }, hangs };
}

async function start({
  diarization = false,
  ...more
}: Parameters<typeof startService>[0] & { diarization?: boolean } = {}) {
  const ears: Ears = { now: script(), opened: 0 };
  const recogniser: Recogniser = {
    ...script({ capabilities: { diarization } }),
    open: (options) => {
      ears.opened += 1;
      return ears.now.open(options);
    },
  };
  const { environment, ...replacements } = more;
  const service = await startService({
    recogniser,
    ...replacements,
    environment: { SVC_KEEP_AUDIO: 'on', SVC_LOG_LEVEL: 'silent', ...environment },
  });
  const context = contextOf(service, []);
  return {
    service,
    context,
    ears,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

interface Said {
  text?: string;
  by?: string;
  /** The microphone. */
  channel?: number;
  speaker_id?: number;
  start?: number;
}

/** Makes a conversation with kept sound, as a live session makes it. */
async function talk(
  { context, service }: { context: Context; service: TestService },
  said: readonly Said[] = [{}],
  { seconds = SECONDS, language = 'en' } = {},
): Promise<string> {
  const wall = context.clock.now().getTime();
  const options = { device: '', language, timeout_seconds: 600, source: 'phone' };
  const recording = await Recording.open(context, options);
  recording.startsBy(wall);
  for (const { text = LESSER, by = 'pocketsphinx', speaker_id = 0, start: at = 0.5 } of said) {
    const [begin, end] = [wall + at * 1000, wall + at * 1000 + 2_000];
    recording.add({
      text,
      start: begin,
      end,
      words: spreadWords(text, begin, end),
      speaker_id,
      is_user: speaker_id === 0,
      person_id: null,
      person_name: null,
      stt_provider: by,
      voice_checked: false,
      voice_verdict: null,
      print: null,
    });
  }
  await recording.save();
  const keeper = new AudioKeeper(context, async () => true);
  for (const channel of new Set(said.map((each) => each.channel ?? 0))) {
    keeper.write(tone({ frequency: 300, seconds }), { channel, wall });
  }
  await keeper.end(recording.id);
  await endRecording(context, { id: recording.id, forced: true });
  await completed(service, recording.id);
  return recording.id;
}

const offer = async ({ owner }: TestService): Promise<Json> => (await owner.call('GET', PATH)).body;
const recordings = async (service: TestService): Promise<number> =>
  (await offer(service)).recordings;
const read = async ({ owner }: TestService, id: string): Promise<Json> =>
  (await owner.call('GET', `/v1/conversations/${id}`)).body;
const textOf = async (service: TestService, id: string): Promise<string> =>
  (await read(service, id)).transcript_segments.map((each: Json) => each.text).join(' | ');
const completed = (service: TestService, id: string) =>
  eventually('the processing', async () => (await read(service, id)).status === 'completed');

const begin = ({ owner }: TestService, when = 'now') => owner.call('PUT', PATH, { when });
const over = (service: TestService) =>
  eventually('the end', async () => (await offer(service)).scheduled === null);
async function renew(service: TestService): Promise<void> {
  assert.equal((await begin(service)).status, 200);
  await over(service);
}

test('kept sound is heard anew by a better recogniser, and what the user wrote stays', async () => {
  await using life = await start();
  const { service, context, ears } = life;
  const { owner, url } = service;
  ears.now = standIn({ ...SPOKEN, text: LESSER });
  let id: string;
  {
    const parameters = { token: owner.token, uid: owner.id, codec: 'pcm16', sample_rate: 16_000 };
    await using device = await Listener.open(url, parameters);
    await device.event('service_status', ({ status }) => status === 'ready');
    await device.stream(tone({ frequency: 300, seconds: SECONDS }), { speed: 8 });
    await device.until(() => device.text !== '');
    id = (await owner.call('POST', '/v1/conversations', {})).body.conversation.id;
  }
  await owner.call('PATCH', `/v1/conversations/${id}/title?title=Our+roof`);
  await owner.call('POST', `/v1/conversations/${id}/notes`, { text: 'Ask Ines.' });
  await completed(service, id);
  const before = await read(service, id);
  const { body: tasks } = await owner.call('GET', '/v1/action-items');
  const task = tasks.find(({ description }: Json) => /roof/.test(description));
  const described = { description: 'Call about the roof' };
  await owner.call('PATCH', `/v1/action-items/${task.id}`, described);
  assert.deepEqual(before.stt_provider, 'pocketsphinx');
  const feed = '/v1/changes';
  const { next_cursor } = (await owner.call('GET', `${feed}?from=now`)).body;
  const { model, recogniser, conversations, recordings: count } = await offer(service);
  assert.deepEqual([model, recogniser, conversations, count], [null, 'deepgram', 1, 1]);

  ears.now = script();
  const told: object[] = [];
  const stop = context.outbox.subscribe(segmentsChanged, ({ payload }) => void told.push(payload));
  await renew(service);
  await eventually('the event', () => told.length > 0);
  stop();
  const after = await read(service, id);
  assert.equal(await textOf(service, id), `${BETTER} | Ask Ines.`);
  const [heard, note] = after.transcript_segments;
  assert.deepEqual([after.stt_provider, heard.stt_provider], ['deepgram', 'deepgram']);
  const [lesser, noted] = before.transcript_segments;
  assert.partialDeepStrictEqual(told[0], { changed: [heard.id], deleted: [lesser.id] });
  assert.equal(note.id, noted.id);
  assert.ok(Math.abs(heard.start - lesser.start) < 1, 'the words keep their time');
  assert.deepEqual([after.structured.title, after.status], ['Our roof', 'completed']);
  assert.equal(await recordings(service), 0);
  const kept = await context.db
    .selectFrom('action_items')
    .select(['description', 'segment_id'])
    .where('id', '=', task.id)
    .executeTakeFirst();
  assert.deepEqual(kept, { ...described, segment_id: heard.id });
  const find = async (query: string) =>
    (await owner.call('POST', '/v1/conversations/search', { query })).body.items.length;
  await eventually('the search', async () => (await find('janitor')) === 1);
  assert.equal(await find('chamber'), 0);
  await eventually('the feed', async () => {
    const { body } = await owner.call('GET', `${feed}?cursor=${next_cursor}`);
    return body.items.some((item: Json) => item.id === id);
  });
});

test('a transcript that the user changed is not heard anew', async () => {
  await using life = await start();
  const { service, ears } = life;
  const { owner } = service;
  const two = [{ text: LESSER }, { text: 'So is the door.', speaker_id: 1, start: 3 }];
  const set = async (path: string, change: object) => {
    const id = path.split('/').at(-1)!;
    await life.context.db.updateTable('conversations').set(change).where('id', '=', id).execute();
    return { status: 200 };
  };
  const setWords = async (path: string, change: object) => {
    const update = life.context.db.updateTable('segments').set(change);
    await update.where('conversation_id', '=', path.split('/').at(-1)!).execute();
    return { status: 200 };
  };
  const touches: Record<string, (path: string, segments: Json[]) => Promise<{ status: number }>> = {
    'a text': (path, [one]) =>
      owner.call('PATCH', `${path}/segments/text`, { segment_id: one.id, text: 'My own words.' }),
    'a split segment': (path, [one]) =>
      owner.call('POST', `${path}/segments/${one.id}/split`, { word: 2 }),
    'joined segments': (path, segments) =>
      owner.call('POST', `${path}/segments/merge`, { segment_ids: segments.map(({ id }) => id) }),
    'the speaker of a segment': (path) =>
      owner.call('PATCH', `${path}/segments/0/assign?assign_type=is_user&value=false`),
    'joined speakers': (path) => owner.call('POST', `${path}/speakers/1/merge`, { into: 0 }),
    'a split speaker': (path, [one]) =>
      owner.call('POST', `${path}/speakers/split`, { segment_ids: [one.id] }),
    'a shared conversation': (path) => owner.call('PATCH', `${path}/visibility?value=shared`),
    'a discarded conversation': (path) => set(path, { discarded: true }),
    'a conversation with a gap': (path) => set(path, { gaps: GAPS }),
    'a conversation that a language model understood': (path) =>
      set(path, { understood_by: 'language-model' }),
    'a text that an earlier version corrected': (path) => setWords(path, { words: '[]' }),
    'a translation': (path) =>
      setWords(path, { translations: JSON.stringify([{ lang: 'de', text: 'Das Dach.' }]) }),
    'a named speaker': async (path) => {
      const { body } = await owner.call('POST', '/v1/users/people', { name: 'Ines' });
      return setWords(path, { person_id: body.id });
    },
    'deleted sound': (path) => owner.call('DELETE', `${path}/audio`),
  };
  const ids: string[] = [];
  for (const [name, touch] of Object.entries(touches)) {
    const id = await talk(life, two);
    assert.equal(await recordings(service), 1, `before ${name}`);
    const { transcript_segments } = await read(service, id);
    const { status } = await touch(`/v1/conversations/${id}`, transcript_segments);
    assert.equal(status, 200, name);
    assert.equal(await recordings(service), 0, name);
    ids.push(id);
  }
  const [one, other] = [await talk(life), await talk(life)];
  await owner.call('POST', '/v1/conversations/merge', { conversation_ids: [one, other] });
  assert.equal(await recordings(service), 0, 'merged conversations');
  const untouched = await talk(life);
  const before = await Promise.all(ids.map((id) => textOf(service, id)));
  const { opened } = ears;
  await renew(service);
  assert.equal(ears.opened, opened + 1);
  assert.equal(await textOf(service, untouched), BETTER);
  assert.deepEqual(await Promise.all(ids.map((id) => textOf(service, id))), before);

  const path = `/v1/conversations/${await talk(life)}`;
  assert.equal(await recordings(service), 1);
  await set(path, { external_data: JSON.stringify({ merged_from: ['one', 'other'] }) });
  assert.equal(await recordings(service), 0, 'a talk that two devices recorded');
});

test('only a recogniser that is known to be lesser is heard anew, in a known language', async () => {
  const recogniser = script({
    name: 'sherpa-en-small-stream',
    capabilities: { languages: ['en'] },
  });
  await using life = await start({ recogniser });
  for (const by of ['sherpa-en-small-stream', 'deepgram', 'client', 'whatever']) {
    await talk(life, [{ by }]);
    await talk(life, [{}, { by, speaker_id: 1, start: 3 }]);
    const expected = by === 'sherpa-en-small-stream' ? 1 : 0;
    assert.equal(await recordings(life.service), expected, by);
    await life.context.db.deleteFrom('conversations').execute();
  }
  await talk(life, [{}], { language: 'de' });
  assert.equal(await recordings(life.service), 0);
  await talk(life, [{}], { language: 'en-US' });
  assert.equal(await recordings(life.service), 1);
});

test('nothing is replaced when the new words are worse or the sound is not whole', async () => {
  await using life = await start();
  const { service, ears, context } = life;
  const few = { ...SPOKEN, text: 'I have to call.' };
  const missing = script();
  const hearers: Record<string, Recogniser> = {
    'it fails': script({ failure: { at: 4, code: 'network' } }),
    'it fails and never finishes': hanging(script({ failure: { at: 4, code: 'network' } }))
      .recogniser,
    'it hears nothing': script({ utterances: [] }),
    'it hears less than half': script({ utterances: [few] }),
    'a lesser one stands in': standIn(SPOKEN),
    'it crashes on a part': {
      ...missing,
      open(options) {
        const session = missing.open(options) as ReturnType<Recogniser['open']> & {
          events: { emit(event: object): void };
        };
        const missed = { type: 'missed', start: 0, end: 1, detail: 'It crashed.' };
        queueMicrotask(() => session.events.emit(missed));
        return session;
      },
    },
  };
  const pieces = (id: string) =>
    context.db
      .selectFrom('audio_files as f')
      .innerJoin('audio_pieces as p', 'p.audio_id', 'f.id')
      .select(['p.audio_id', 'p.place', 'p.data'])
      .where('f.conversation_id', '=', id)
      .orderBy('p.place', 'desc');
  const store = async (id: string, change: (data: Buffer) => Buffer) => {
    const { audio_id, place, data } = await pieces(id).executeTakeFirstOrThrow();
    await context.db
      .updateTable('audio_pieces')
      .set({ data: change(Buffer.from(data)) })
      .where('audio_id', '=', audio_id)
      .where('place', '=', place)
      .execute();
  };
  const damages: Record<string, (id: string) => Promise<unknown>> = {
    'a byte of the sound is another': (id) =>
      store(id, (data) => {
        data[data.length >> 1]! ^= 1;
        return data;
      }),
    'the sound is cut off': (id) => store(id, (data) => data.subarray(0, data.length - 9)),
    'pages of the sound are missing': (id) =>
      store(id, (data) => data.subarray(0, data.lastIndexOf('OggS', data.length - 2_000))),
    'the sound is not there': (id) =>
      context.db
        .deleteFrom('audio_pieces')
        .where('audio_id', 'in', pieces(id).clearSelect().clearOrderBy().select('p.audio_id'))
        .execute(),
  };
  const tried = async (name: string, id: string, opens: number) => {
    const before = await read(service, id);
    const { opened } = ears;
    await renew(service);
    assert.equal(ears.opened, opened + opens, name);
    assert.deepEqual(await read(service, id), before, name);
    assert.equal(await recordings(service), 1, `${name}: it is offered again`);
    await service.owner.call('DELETE', `/v1/conversations/${id}`);
  };
  for (const [name, recogniser] of Object.entries(hearers)) {
    const id = await talk(life);
    ears.now = recogniser;
    await tried(name, id, 1);
  }
  ears.now = script();
  for (const [name, damage] of Object.entries(damages)) {
    const id = await talk(life);
    await damage(id);
    await tried(name, id, 0);
  }
  const longer = [{}, { text: 'Said later, without sound.', speaker_id: 1, start: 12 }];
  await tried('words outside of the sound', await talk(life, longer), 0);
});

test('a change of the user while the sound is heard wins', async () => {
  await using life = await start();
  const { service, ears } = life;
  const changes: Record<string, (id: string, segment: Json) => Promise<unknown>> = {
    'a text': (id, { id: segment_id }) => {
      const body = { segment_id, text: 'My own words.' };
      return service.owner.call('PATCH', `/v1/conversations/${id}/segments/text`, body);
    },
    'understood again': async (id) => {
      await service.owner.call('POST', `/v1/conversations/${id}/reprocess`);
      await completed(service, id);
    },
    'deleted sound': (id) => service.owner.call('DELETE', `/v1/conversations/${id}/audio`),
  };
  for (const [name, change] of Object.entries(changes)) {
    const id = await talk(life);
    const { recogniser, hangs } = hanging();
    ears.now = recogniser;
    await begin(service);
    const release = await hangs;
    await change(id, (await read(service, id)).transcript_segments[0]);
    const { transcript_segments } = await read(service, id);
    release();
    await over(service);
    assert.deepEqual((await read(service, id)).transcript_segments, transcript_segments, name);
    await service.owner.call('DELETE', `/v1/conversations/${id}`);
  }
  const id = await talk(life);
  const { recogniser, hangs } = hanging();
  ears.now = recogniser;
  await begin(service);
  const release = await hangs;
  await service.owner.call('PATCH', `/v1/conversations/${id}/title?title=Our+roof`);
  release();
  await over(service);
  const { structured, started_at, finished_at } = await read(service, id);
  assert.deepEqual([await textOf(service, id), structured.title], [BETTER, 'Our roof']);
  const seconds = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  assert.equal(seconds, SPOKEN.end, 'the last new word ends later than the old ones');
});

test('a conversation whose hearing ended with the service stays as it is, and is not repeated', async () => {
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  await using database = serverUrl ? await createTestDatabase(serverUrl) : null;
  const folder = copyTemplate('owned');
  const environment = {
    SVC_DATA_DIR: folder,
    ...(database && { DATABASE_URL: database.url }),
  };
  let ids: string[];
  {
    await using life = await start({ environment });
    ids = [await talk(life), await talk(life)];
    const { recogniser, hangs } = hanging();
    life.ears.now = recogniser;
    await begin(life.service);
    await hangs;
  }
  {
    await using life = await start({ environment });
    await over(life.service);
    assert.equal(life.ears.opened, 1);
    const texts = await Promise.all(ids.map((id) => textOf(life.service, id)));
    assert.deepEqual(texts, [LESSER, BETTER]);
  }
  removeFolder(folder);
});

test('what was asked for at night waits for the night, oldest first, one at a time', async () => {
  const clock = new ManualClock('2026-03-02T12:00:00Z');
  await using life = await start({ clock });
  const { service, ears } = life;
  const ids = [await talk(life), await talk(life)];
  const { opened } = ears;
  await begin(service, 'at_night');
  const better = { name: 'deepgram', lesser: ['pocketsphinx'], languages: 'any' } as const;
  {
    const asleep = async () => assert.fail('it is noon');
    const { parts } = service.service;
    await using renewals = new Renewals(parts, { writer: null, better }, asleep);
    await renewals.sweep();
  }
  assert.equal((await offer(service)).recordings, 2);

  clock.advance(14 * HOUR);
  const { recogniser, hangs } = hanging();
  ears.now = recogniser;
  await begin(service, 'at_night');
  const release = await hangs;
  assert.equal(ears.opened, opened + 1);
  assert.deepEqual([await recordings(service), await textOf(service, ids[0]!)], [1, LESSER]);
  ears.now = script();
  release();
  await over(service);
  const texts = await Promise.all(ids.map((id) => textOf(service, id)));
  assert.deepEqual(texts, [BETTER, BETTER]);
});

test('a held account is left alone', async () => {
  await using life = await start();
  const { service, context } = life;
  const id = await talk(life);
  const hold = (readiness: string) => context.db.updateTable('users').set({ readiness }).execute();
  await hold('held_by_operator');
  await begin(service);
  const better = { name: 'deepgram', lesser: ['pocketsphinx'], languages: 'any' } as const;
  {
    const nothing = async () => assert.fail('the account is held');
    const { parts } = service.service;
    await using renewals = new Renewals(parts, { writer: null, better }, nothing);
    await renewals.sweep();
  }
  const { scheduled, recordings: left } = await offer(service);
  assert.deepEqual([scheduled, left], ['now', 1]);
  await hold('ready');
  await renew(service);
  assert.equal(await textOf(service, id), BETTER);
});

test('each microphone keeps its speaker', async () => {
  await using life = await start();
  const { service, ears } = life;
  const id = await talk(life, [
    { text: LESSER },
    { text: 'So is the tour.', speaker_id: 1, channel: 1, start: 3 },
  ]);
  const first = [
    { ...SPOKEN, end: 2.5 },
    { text: 'And the lamp.', start: 4.6, end: 5.5 },
  ];
  const second = [{ text: 'So is the door.', start: 3, end: 4.5 }];
  const { opened } = ears;
  ears.now = {
    ...script(),
    open: (options) =>
      script({
        utterances: ears.opened === opened + 1 ? first : second,
      }).open(options),
  };
  await renew(service);
  const { transcript_segments } = await read(service, id);
  assert.deepEqual(
    transcript_segments.map((each: Json) => [each.text, each.speaker_id, each.is_user]),
    [
      [BETTER, 0, true],
      ['So is the door.', 1, false],
      ['And the lamp.', 0, true],
    ],
  );
});

test('live sessions come first', async () => {
  await using life = await start();
  const { context, service } = life;
  const id = await talk(life);
  const better = { name: 'deepgram', lesser: ['pocketsphinx'], languages: 'any' } as const;
  let busy = 3;
  const isHeard = await hearAnew(context, id, {
    recogniser: script(),
    voices: {} as never,
    renewers: { writer: null, better },
    isBusy: () => {
      busy -= 1;
      return busy > 0;
    },
    signal: new AbortController().signal,
  });
  assert.ok(isHeard && busy <= 0);
  assert.equal(await textOf(service, id), BETTER);
});

test('one conversation is heard at a time, also when two users asked', async () => {
  const environment = { SVC_SIGN_UP: 'open' };
  await using life = await start({ environment });
  const { service, ears, context } = life;
  const other = await ApiUser.signUp(service.url, 'other@example.com');
  const ofOther = { ...context, actor: { ...context.actor, user_id: other.id } } as Context;
  const theirs = { service: { ...service, owner: other }, context: ofOther };
  await talk(life);
  const id = await talk(theirs);
  const { opened } = ears;
  const { recogniser, hangs } = hanging();
  ears.now = recogniser;
  await begin(service);
  const release = await hangs;
  ears.now = script();
  await begin(theirs.service);
  // A third user, for whom there is nothing to do, has a turn after the second one.
  const nobody = await ApiUser.signUp(service.url, 'nobody@example.com');
  await renew({ ...service, owner: nobody });
  assert.equal(await recordings(theirs.service), 1);
  assert.equal(ears.opened, opened + 1);
  release();
  await over(service);
  await over(theirs.service);
  assert.equal(await textOf(theirs.service, id), BETTER);
});

test('sound is heard with voices again: the words of the owner stay the owner’s', async () => {
  const pilot = 'I am a pilot, and I fly to Japan three times in a month.';
  const nurse = 'I work as a nurse at the hospital in the middle of the city.';
  const piano = 'I play the piano every evening, when the children are asleep.';
  const talked = await spoken([
    ['slt', nurse],
    ['rms', pilot],
    ['slt', piano],
  ]);
  const byLesser = talked.utterances.map((each) => ({ ...each, provider: 'pocketsphinx' }));
  await using service = await voicedService({
    heard: [{ ...talked, utterances: byLesser }, null, talked],
    profile: 'slt',
    script: { name: 'deepgram' },
  });
  await service.owner.call('PUT', '/v1/users/audio', { keep: true });
  let id: string;
  {
    await using listener = await listen(service);
    await say(listener, talked);
    ({ id } = await end(service));
  }
  const who = async () =>
    (await read(service, id)).transcript_segments.map((each: Json) => [
      each.text,
      each.speaker_name,
      each.stt_provider,
    ]);
  const expected = (by: string) => [
    [nurse, 'Owner', by],
    [pilot, 'Speaker 1', by],
    [piano, 'Owner', by],
  ];
  assert.deepEqual(await who(), expected('pocketsphinx'));
  await renew(service);
  assert.deepEqual(await who(), expected('deepgram'));
  const { transcript_segments } = await read(service, id);
  const prints = await service.service.parts.db
    .selectFrom('segment_prints')
    .select('segment_id')
    .where('conversation_id', '=', id)
    .execute();
  assert.deepEqual(
    prints.map(({ segment_id }) => segment_id).toSorted(),
    transcript_segments.map((each: Json) => each.id).toSorted(),
  );
});

test('a person who became known since then is recognised by the voice', async () => {
  await recognises(false);
});

test('a person is also recognised when the recogniser tells speakers apart', async () => {
  await recognises(true);
});

async function recognises(diarization: boolean): Promise<void> {
  await using life = await start({ diarization });
  const { service, context, ears } = life;
  // Too short for the voice to be read before the end.
  const pilot = 'I am a pilot, and I fly to Japan.';
  const nurse = 'I work as a nurse at the hospital in the middle of the city.';
  const talked = await spoken([
    diarization ? ['slt', nurse, 0] : ['slt', nurse],
    diarization ? ['rms', pilot, 1] : ['rms', pilot],
  ]);
  // The same words at nearly the same time would be the same talk, heard by two devices.
  const others = ['The salad never grows, with all these snails.', 'The bus was late again.'];
  const later = talked.utterances.map((each, at) => ({ ...each, text: others[at]! }));
  const record = async (utterances: ScriptedUtterance[]) => {
    ears.now = standIn(...utterances);
    await using listener = await listen(service);
    await say(listener, talked);
    await listener.until(() => listener.segments.size === utterances.length);
    return await end(service);
  };
  const [first, second] = [await record(talked.utterances), await record(later)];
  const { body: ana } = await service.owner.call('POST', '/v1/users/people', { name: 'Ana' });
  const [, spokenByAna] = second.transcript_segments;
  const assign = `assign-speaker/${spokenByAna.speaker_id}?assign_type=person_id&value=${ana.id}`;
  await service.owner.call('PATCH', `/v1/conversations/${second.id}/${assign}`);
  const table = diarization ? 'speaker_prints' : 'segment_prints';
  const printed = () =>
    context.db
      .selectFrom(table)
      .select('print_seconds')
      .where('conversation_id', '=', first.id)
      .orderBy('print_seconds')
      .execute();
  const before = await printed();
  assert.equal(before.length, 2);
  await context.db.updateTable(table).set({ print_seconds: 99 }).execute();
  ears.now = script({ utterances: talked.utterances });
  await renew(service);
  const { transcript_segments } = await read(service, first.id);
  assert.deepEqual(
    transcript_segments.map((each: Json) => [each.text, each.speaker_name, each.stt_provider]),
    [
      [nurse, first.transcript_segments[0].speaker_name, 'deepgram'],
      [pilot, 'Ana', 'deepgram'],
    ],
  );
  const after = await printed();
  assert.deepEqual(
    after.map((each) => Math.round(each.print_seconds)),
    before.map((each) => Math.round(each.print_seconds)),
  );
}

test('changes of transcripts before this version are found by their signs', async () => {
  await using life = await start();
  const { service, context } = life;
  const two = [{}, { text: 'So is the door.', speaker_id: 1, start: 3 }];
  const signs: Record<string, object | null> = {
    'a text without times': { words: '[]' },
    'a speaker who is not the one of the microphone': { is_user: false },
    'a missing number': { speaker_id: 2, is_user: false },
    'a segment that is younger than the next one': { start_seconds: 3.5 },
    'no sign': null,
  };
  const name = '0068-changed-transcripts.sql';
  const file = new URL(`../../../storage/migrations/${name}`, import.meta.url);
  for (const [sign, change] of Object.entries(signs)) {
    const id = await talk(life, two);
    const [first] = (await read(service, id)).transcript_segments;
    if (change) {
      await context.db.updateTable('segments').set(change).where('id', '=', first.id).execute();
    }
    await sql.raw(readFileSync(file, 'utf8')).execute(context.db);
    const { written } = await context.db
      .selectFrom('conversations')
      .select('written')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(written, change ? ['transcript'] : [], sign);
  }
});

test('while a conversation of a user is heard, no other one of them is understood anew', async () => {
  const made = { title: 'By the model', overview: 'It is about a roof.', emoji: '🏠' };
  const nothing = { category: 'home', action_items: [], events: [], memories: [] };
  await using model = await startLanguageModel((_, response) =>
    complete(response, JSON.stringify({ ...made, ...nothing })),
  );
  const environment = {
    SVC_LLM_BASE_URL: model.baseUrl,
    SVC_LLM_MODEL: 'large',
    SVC_SIGN_UP: 'open',
  };
  await using life = await start({ environment });
  const { service, context, ears } = life;
  const [heard, other] = [await talk(life), await talk(life, [{ by: 'deepgram' }])];
  await context.db.updateTable('conversations').set({ understood_by: 'rules' }).execute();
  const { recogniser, hangs } = hanging();
  ears.now = recogniser;
  await begin(service);
  const release = await hangs;
  const nobody = await ApiUser.signUp(service.url, 'nobody@example.com');
  await renew({ ...service, owner: nobody });
  assert.equal((await read(service, other)).understood_by, 'rules');
  assert.equal((await offer(service)).conversations, 1);
  release();
  await over(service);
  for (const id of [heard, other]) {
    assert.equal((await read(service, id)).understood_by, 'language-model');
  }
  assert.equal(await textOf(service, heard), BETTER);
});
