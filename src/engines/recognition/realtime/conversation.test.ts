/** Tests the messages of the realtime protocol without a connection. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silence } from '../../audio/testing.ts';
import { RealtimeConversation } from './conversation.ts';

const ITEM = 'conversation.item.input_audio_transcription';
const SPEECH = 'input_audio_buffer';

function begun(language = 'en') {
  const conversation = new RealtimeConversation({ model: 'm', language });
  const hears = (type: string, fields: object = {}) =>
    conversation.hear(JSON.stringify({ type, ...fields }));
  /** Starts an item, which lasts from `start` to `end` in milliseconds. */
  const spoken = (item_id: string, start: number, end?: number) => {
    hears(`${SPEECH}.speech_started`, { item_id, audio_start_ms: start });
    if (end !== undefined) hears(`${SPEECH}.speech_stopped`, { item_id, audio_end_ms: end });
  };
  const completes = (item_id: string, transcript: string) =>
    hears(`${ITEM}.completed`, { item_id, transcript });
  const commits = (item_id: string) => hears(`${SPEECH}.committed`, { item_id });
  const errs = (error: object) => hears('error', { error })!;
  return { conversation, hears, spoken, completes, commits, errs };
}

type Said = ReturnType<RealtimeConversation['hear']>;
const shown = (said: Said) =>
  said?.results?.map(({ start, end, final, words }) => {
    const text = words.map((word) => word.text).join(' ');
    return `${final ? 'final' : 'partial'} ${text} ${start}-${end}`;
  });

test('the greeting names the language, unless people speak several', () => {
  const inputOf = (language: string) => {
    const [greeting] = begun(language).conversation.greeting;
    return JSON.parse(greeting!).session.audio.input;
  };
  const { format, transcription } = inputOf('pt-BR');
  assert.deepEqual(format, { type: 'audio/pcm', rate: 24_000 });
  assert.deepEqual(transcription, { model: 'm', language: 'pt' });
  assert.deepEqual(inputOf('multi').transcription, { model: 'm' });
});

test('sound is sent at the rate of the provider', () => {
  const { conversation } = begun();
  const { type, audio } = JSON.parse(conversation.sound(silence(1)));
  assert.equal(type, 'input_audio_buffer.append');
  const samples = Buffer.from(audio, 'base64').length / 2;
  assert.ok(Math.abs(samples - 24_000) < 100, `${samples}`);
});

test('what does not belong to the protocol is told apart from what is not needed', () => {
  const { conversation, hears } = begun();
  assert.equal(conversation.hear('rubbish'), undefined);
  assert.equal(hears(`${SPEECH}.speech_started`, { item_id: 'a' }), undefined);
  assert.equal(hears(`${ITEM}.completed`, { item_id: 'a' }), undefined);
  assert.deepEqual(hears('session.created'), {});
  assert.deepEqual(hears(`${SPEECH}.speech_stopped`, { item_id: 'unknown', audio_end_ms: 1 }), {});
});

test('the words of an item grow only while all items before it have their words', () => {
  const { conversation, spoken, hears, completes } = begun();
  const grows = (item_id: string, delta: string) => hears(`${ITEM}.delta`, { item_id, delta });
  conversation.sound(silence(10));
  spoken('a', 1_000, 2_000);
  spoken('b', 3_000);
  assert.deepEqual(grows('b', 'Bee'), {});
  assert.deepEqual(shown(grows('a', 'Ay')), ['partial Ay 1-2']);
  assert.deepEqual(shown(grows('a', ' one')), ['partial Ay one 1-2']);
  assert.deepEqual(grows('unknown', 'x'), {});
  assert.deepEqual(shown(completes('a', 'A one.')), ['final A one. 1-2']);
  // The end of this item is not known, so it lasts until the last sound.
  assert.deepEqual(shown(grows('b', ' two')), ['partial Bee two 3-10']);
});

test('finals come in the order of the speech, and each comes once', () => {
  const { spoken, hears, completes } = begun();
  spoken('a', 0, 1_000);
  spoken('b', 2_000, 3_000);
  spoken('c', 4_000, 5_000);
  assert.deepEqual(shown(completes('b', 'Two.')), []);
  assert.deepEqual(hears(`${ITEM}.delta`, { item_id: 'b', delta: ' more' }), {});
  assert.deepEqual(shown(completes('a', 'One.')), ['final One. 0-1', 'final Two. 2-3']);
  assert.deepEqual(completes('a', 'One.'), {});
  assert.deepEqual(shown(completes('c', 'Three.')), ['final Three. 4-5']);
});

test('the words begin after the padding of an item, but within the item', () => {
  const { spoken, completes } = begun();
  spoken('a', 1_000, 2_300);
  spoken('b', 3_000, 3_200);
  const [long] = completes('a', 'aa bb')!.results!;
  assert.deepEqual(
    long!.words.map(({ start, end }) => [start, end].map((at) => at.toFixed(2))),
    [
      ['1.30', '1.80'],
      ['1.80', '2.30'],
    ],
  );
  const [short] = completes('b', 'Hm.')!.results!;
  assert.deepEqual(short!.words, [{ text: 'Hm.', start: 3.2, end: 3.2 }]);
});

test('two hundred items may wait for their words, and no more', () => {
  const { spoken, hears } = begun();
  for (let count = 0; count < 199; count += 1) spoken(`${count}`, count);
  const start = (item_id: string) =>
    hears(`${SPEECH}.speech_started`, { item_id, audio_start_ms: 1 });
  assert.deepEqual(start('the last'), {});
  assert.equal(start('too many')!.refusal?.detail, 'The speech provider is too slow.');
});

test('our last commit ends the item that is open, and the session ends with its words', () => {
  const { conversation, spoken, commits, completes } = begun();
  conversation.sound(silence(3));
  spoken('a', 1_000);
  conversation.last();
  commits('a');
  const said = completes('a', 'One.');
  assert.deepEqual([shown(said), said!.over], [['final One. 1-3'], true]);
});

test('a commit of the provider itself is no answer to our last one', () => {
  const { conversation, spoken, commits, completes } = begun();
  conversation.sound(silence(4));
  // The provider commits the first item before we have sent the last commit.
  commits('quiet');
  spoken('a', 1_000, 2_000);
  assert.equal(completes('quiet', '')!.over, false);
  conversation.last();
  commits('a');
  assert.equal(completes('a', 'One.')!.over, false);
  commits('b');
  const said = completes('b', 'Two.');
  assert.deepEqual([shown(said), said!.over], [['final Two. 4-4'], true]);
});

test('a last commit without sound ends the session when no item waits for words', () => {
  const code = 'input_audio_buffer_commit_empty';
  const idle = begun();
  assert.equal(idle.errs({ code }).over, true);
  const busy = begun();
  busy.spoken('a', 0, 1_000);
  assert.deepEqual(busy.errs({ code }), { results: [], over: false });
  assert.equal(busy.completes('a', 'One.')!.over, true);
});

test('an error says what the operator can do, and whether a retry makes sense', () => {
  const type = 'invalid_request_error';
  const shownError = ({ refusal }: NonNullable<Said>) =>
    `${refusal!.code} ${refusal!.final ? 'final' : 'again'}: ${refusal!.detail}`;
  const { errs, hears } = begun();
  assert.equal(
    shownError(errs({ code: 'invalid_api_key' })),
    'auth final: The speech provider refuses the key: check SVC_RECOGNISER_KEY.',
  );
  assert.equal(
    shownError(errs({ code: 'insufficient_quota' })),
    'quota final: The speech provider requires payment.',
  );
  assert.equal(
    shownError(errs({ type })),
    'unsupported final: The speech provider refuses the session: check SVC_RECOGNISER_MODEL.',
  );
  const other = 'network again: The speech provider reports an error.';
  assert.equal(shownError(errs({ type: 'server_error' })), other);
  // The provider has accepted the model, so the error is about something else.
  assert.deepEqual(hears('session.updated'), {});
  assert.equal(shownError(errs({ type })), other);
});
