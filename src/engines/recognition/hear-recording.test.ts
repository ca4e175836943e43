import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { soon } from '../../testing/eventually.ts';
import { silence } from '../audio/testing.ts';
import { hearRecording, transcribe } from './hear-recording.ts';
import type { Recogniser } from './recogniser.ts';
import { scriptedRecogniser, type Script } from './scripted-recogniser.ts';

const said = [
  { text: 'one two', start: 1, end: 2 },
  { text: 'three', start: 3.8, end: 4.5 },
];

/** A recogniser that counts its samples, with a backlog set by the test. */
function watched(script: Script) {
  const seen = { pieces: [] as number[], closed: 0, backlog: 0, asked: 0 };
  const scripted = scriptedRecogniser(script);
  const recogniser: Recogniser = {
    ...scripted,
    open(options) {
      const session = scripted.open(options);
      const [write, close] = [session.write.bind(session), session.close.bind(session)];
      return Object.assign(session, {
        write: (pcm: Int16Array) => {
          seen.pieces.push(pcm.length);
          write(pcm);
        },
        backlogSeconds: () => {
          seen.asked += 1;
          assert.ok(seen.asked < 1_000_000, 'the backlog is waited for without a pause');
          return seen.backlog;
        },
        close: () => {
          seen.closed += 1;
          close();
        },
      });
    },
  };
  const { signal } = new AbortController();
  const hear = (seconds: number, stop = signal) =>
    transcribe(recogniser, silence(seconds), { language: 'en', signal: stop });
  return { seen, hear, recogniser };
}

test('a recording is given in pieces, with silence that ends its last word', async () => {
  const { seen, hear, recogniser } = watched({ utterances: said });
  assert.equal(await hear(4), 'one two three');
  assert.deepEqual(seen.pieces, [...Array<number>(40).fill(1_600), 16_000]);
  assert.equal(seen.closed, 1);
  const starts: number[] = [];
  const onFinal = ({ start }: { start: number }) => void starts.push(start);
  await hearRecording(recogniser, silence(4), { language: 'en', onFinal });
  assert.deepEqual(starts, [1, 3.8]);
  assert.equal(await hear(0), '');
});

test('a recogniser that is behind is waited for', async () => {
  const { seen, hear } = watched({ utterances: said });
  seen.backlog = 30.1;
  const heard = hear(4);
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  assert.equal(seen.pieces.length, 1);
  seen.backlog = 30;
  assert.equal(await soon('the words', heard), 'one two three');
});

test('a failure ends the transcription, also while a backlog is waited for', async () => {
  const failing = watched({
    utterances: [],
    failure: { at: 0.1, code: 'engine', detail: 'Broke.' },
  });
  failing.seen.backlog = 31;
  await assert.rejects(soon('the failure', failing.hear(4)), /Broke\./);
  assert.equal(failing.seen.closed, 1);
  const deaf: Recogniser = {
    ...scriptedRecogniser({ utterances: [] }),
    open: () => ({
      events: (async function* () {
        yield { type: 'missed', start: 0, end: 1, detail: 'Not heard.' } as const;
      })(),
      write() {},
      backlogSeconds: () => 0,
      finish: async () => {},
      close() {},
    }),
  };
  const { signal } = new AbortController();
  await assert.rejects(transcribe(deaf, silence(1), { language: 'en', signal }), /Not heard\./);
});

test('a caller who leaves stops the transcription', async () => {
  const { seen, hear } = watched({ utterances: said });
  seen.backlog = 31;
  const leaving = new AbortController();
  const heard = hear(4, leaving.signal);
  leaving.abort();
  await assert.rejects(soon('the end', heard), { name: 'AbortError' });
  assert.deepEqual([seen.pieces.length, seen.closed], [1, 1]);
});
