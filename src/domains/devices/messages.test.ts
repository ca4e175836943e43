import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Lag } from './lag.ts';
import { ListenQuery } from './message.ts';
import type { ServerMessage, SuggestedTranscript } from './message.ts';
import { SuggestedWords } from './suggested-words.ts';

test('a client is told when its words are late, by how much, and when they are on time again', () => {
  const told: ServerMessage[] = [];
  const lag = new Lag((message) => told.push(message));
  lag.look(1, 0);
  lag.look(6, 600);
  lag.look(7, 1_200);
  lag.look(16, 11_000);
  lag.catchingUp(true);
  lag.look(0.4, 12_000);
  lag.look(0.4, 12_600);
  assert.deepEqual(
    told.map((message) =>
      'status_text' in message ? [message.status, message.behind_seconds] : [],
    ),
    [
      ['behind', 6],
      ['behind', 16],
      ['catching_up', undefined],
      ['ready', undefined],
    ],
  );
});

test('words count as late after five seconds, and the client is told every ten', () => {
  const told: string[] = [];
  const lag = new Lag((message) => told.push('status' in message ? message.status : ''));
  const at = (behind: number, now: number) => {
    told.length = 0;
    lag.look(behind, now);
    return told.join();
  };
  assert.deepEqual(
    [at(4.9, 0), at(5, 0), at(9, 9_999), at(9, 10_000)],
    ['', 'behind', '', 'behind'],
  );
  // The deferred work is done, but its words are still late.
  told.length = 0;
  lag.catchingUp(false);
  assert.deepEqual(told, []);
  assert.deepEqual([at(4.9, 10_001), at(0, 10_002)], ['ready', '']);
  lag.catchingUp(true);
  lag.catchingUp(false);
  assert.deepEqual(told, ['catching_up', 'ready']);
});

test('the location of a device may be two numbers or an object', () => {
  const place = (geolocation: string) => ListenQuery.safeParse({ uid: 'u', geolocation });
  const read = (geolocation: string) => place(geolocation).data?.geolocation;
  assert.partialDeepStrictEqual(read('38.72,-9.14'), { latitude: 38.72, longitude: -9.14 });
  assert.partialDeepStrictEqual(read('{"latitude":1,"longitude":2}'), {
    latitude: 1,
    longitude: 2,
  });
  for (const wrong of ['1,2,3', '1,x', 'x,1', '1', 'Porto', '99,0'])
    assert.ok(!place(wrong).success, wrong);
});

test('a language must exist or be a name for automatic detection', () => {
  const language = (code?: string) =>
    ListenQuery.safeParse({ uid: 'u', language: code }).data?.language;
  const refused = ['qqq', 'english', '', 'e n', '12', 'en-', 'q'];
  assert.deepEqual([undefined, 'auto', 'multi', 'pt-BR', ...refused].map(language), [
    'en',
    'multi',
    'multi',
    'pt-BR',
    ...refused.map(() => undefined),
  ]);
  const written = ['EN', 'en_US', 'eng', 'deu', 'AUTO', 'cmn'];
  assert.deepEqual(written.map(language), ['en', 'en-US', 'en', 'de', 'multi', 'zh']);
});

type Suggested = [text: string, start: number, end: number, id?: string | number];

const transcript = (segments: Suggested[]): SuggestedTranscript => ({
  type: 'suggested_transcript',
  segments: segments.map(([text, start, end, id]) => ({
    id,
    text,
    start,
    end,
    is_user: false,
    speaker: 'SPEAKER_07',
  })),
});
const suggested = (...segments: Suggested[]) =>
  new SuggestedWords(100_000)
    .heardOf(transcript(segments), 102_000)
    .map(({ text, start, end, speaker_id }) => [text, start - 100_000, end - 100_000, speaker_id]);

test('words from a client have its times, or estimated ones', () => {
  assert.deepEqual(suggested([' one two ', 1, 2], ['three', 2, 4]), [
    ['one two', 1_000, 2_000, 7],
    ['three', 2_000, 4_000, 7],
  ]);
  // Only the first segment has a duration.
  assert.deepEqual(suggested(['one', 0, 2], ['two three', 0, 0], ['four', 5, 5]), [
    ['one', 0, 2_000, 7],
    ['two three', 2_000, 2_800, 7],
    ['four', 5_000, 5_400, 7],
  ]);
  assert.deepEqual(suggested(['one', 3, 0]), [['one', 3_000, 3_400, 7]]);
  // Segments without times end when they arrive, and follow the previous words.
  assert.deepEqual(suggested(['one two', 0, 0], ['three', 0, 0]), [
    ['one two', 800, 1_600, 7],
    ['three', 1_600, 2_000, 7],
  ]);
  const long = Array.from({ length: 40 }, () => 'word').join(' ');
  assert.deepEqual(suggested([long, 0, 0])[0]!.slice(1, 3), [0, 16_000]);
});

test('words without times follow the words before them, and keep their times when they are replaced', () => {
  const words = new SuggestedWords(0);
  const said = (now: number, ...segments: Suggested[]) =>
    words
      .heardOf(transcript(segments), now)
      .map(({ start, end, utterance_id }) => [start, end, utterance_id]);
  assert.deepEqual(said(2_000, ['one two', 0, 0, 'a']), [[1_200, 2_000, 'a']]);
  assert.deepEqual(said(2_100, ['three', 0, 0, 7]), [[2_000, 2_400, '7']]);
  assert.deepEqual(said(9_000, ['one two four', 0, 0, 'a']), [[1_200, 2_000, 'a']]);
  assert.deepEqual(said(9_000, ['one two', 3, 4, 'a']), [[3_000, 4_000, 'a']]);
  // Late words do not make the next ones earlier.
  assert.deepEqual(said(4_100, ['early', 1, 2]), [[1_000, 2_000, undefined]]);
  assert.deepEqual(said(4_100, ['next', 0, 0]), [[4_000, 4_400, undefined]]);
});
