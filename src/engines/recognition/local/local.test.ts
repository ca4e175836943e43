// Long: it kills and starves processes of recognisers.
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { silentLog, type Log } from '../../../core/log.ts';
import { joinedSound, silence, tone } from '../../audio/testing.ts';
import { speak } from '../../audio/testing-speech.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import type { Recogniser } from '../recogniser.ts';
import { collect, finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import { localRecogniser, type LocalModel, type LocalRecogniserParts } from './local.ts';
import type { Mischief } from './whisper-streams.fixture.ts';
import { writeStreamingModel, writeUtteranceModel } from './testing-models.ts';

const WHISPER = new URL('./whisper-streams.fixture.ts', import.meta.url);
const POISON = -32_768;

let voiceActivity: VoiceActivity;
/** Treats every loud sound as a voice, because the neural detector would ignore beeps. */
let loudness: VoiceActivity;
let folder: string;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
  loudness = await openVoiceActivity(silentLog, () => Promise.reject(new Error('not wanted')));
  folder = await mkdtemp(join(tmpdir(), 'models-'));
  await writeStreamingModel(join(folder, 'streaming'));
  await writeUtteranceModel(join(folder, 'utterance'));
});
after(async () => {
  await voiceActivity[Symbol.asyncDispose]();
  await loudness[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const KNOWN = {
  id: 'test',
  punctuates: false,
  wordTimes: true,
  languages: ['en'],
  quality: 'medium',
} as const;

function streamingModel() {
  const file = (name: string) => join(folder, 'streaming', name);
  const files = {
    encoder: file('encoder.onnx'),
    decoder: file('decoder.onnx'),
    joiner: file('joiner.onnx'),
    tokens: file('tokens.txt'),
  };
  return { ...KNOWN, native: { kind: 'streaming-transducer' as const, files } };
}

function utteranceModel(): LocalModel {
  const files = {
    model: join(folder, 'utterance', 'model.onnx'),
    tokens: join(folder, 'utterance', 'tokens.txt'),
  };
  return { ...KNOWN, native: { kind: 'nemo-ctc', files } };
}

const make = (parts: Partial<LocalRecogniserParts> = {}): Recogniser =>
  localRecogniser({
    model: streamingModel(),
    voiceActivity,
    log: silentLog,
    processes: 1,
    backOffMs: () => 0,
    ...parts,
  });

/** Whisper behind the messages of a streaming model. */
const makeWhisper = (parts: Partial<LocalRecogniserParts> = {}, mischief?: Mischief): Recogniser =>
  make({
    ...parts,
    entry: WHISPER,
    ...(mischief && {
      model: {
        ...streamingModel(),
        native: { kind: 'streaming-transducer', ...mischief } as never,
      },
    }),
  });

const SENTENCE = 'The doctor said that I should drink more water every day.';
const twoSentences = async () =>
  joinedSound(
    silence(1),
    await speak('Good morning.'),
    silence(2),
    await speak('I need milk.'),
    silence(1),
  );

recogniserSuite('streaming, the engine itself', { make: async () => make(), speech: twoSentences });
recogniserSuite('streaming, real words', { make: async () => makeWhisper(), speech: twoSentences });
recogniserSuite('by utterance, the engine itself', {
  make: async () => make({ model: utteranceModel() }),
  speech: twoSentences,
});

const beep = (frequency: number) => tone({ frequency, seconds: 0.5 });
const beeps = () =>
  joinedSound(silence(1), beep(300), silence(0.4), beep(3500), silence(1.5), beep(300), silence(1));

test('a model for whole utterances is told the language of the session', async () => {
  const files = { encoder: 'encoder.onnx', decoder: 'decoder.onnx', tokens: 'tokens.txt' };
  const native = { kind: 'whisper' as const, files };
  const model: LocalModel = { ...KNOWN, punctuates: true, languages: ['en', 'de'], native };
  const entry = new URL('./language-utterances.fixture.ts', import.meta.url);
  await using recogniser = make({ model, entry, voiceActivity: loudness });
  const sound = joinedSound(silence(1), tone({ frequency: 300, seconds: 1 }), silence(1.5));
  for (const language of ['de-AT', 'multi']) {
    const [utterance] = finalsOf(await hear(recogniser, sound, { language }));
    assert.equal(utterance?.text, language);
  }
});

for (const [name, model] of [
  ['streaming', streamingModel],
  ['by utterance', utteranceModel],
] as const) {
  test(`${name}: the words of the model become sentences with times`, async () => {
    await using recogniser = make({ model: model(), voiceActivity: loudness });
    const finals = finalsOf(await hear(recogniser, beeps()));
    const [first, second] = finals;
    assert.match(first!.text, /^Low( low)*[ .]+high( high)*\.$/i);
    assert.match(second!.text, /^Low( low)*\.$/);
    const near = (time: number, expected: number) => Math.abs(time - expected) < 0.4;
    assert.ok(near(first!.words[0]!.start, 1) && near(second!.words[0]!.start, 3.9));
    assert.ok(near(first!.words.find(({ text }) => /high/i.test(text))!.start, 1.9));
    assert.equal(finals.length, 2);
  });
}

test('partials grow into the final, under its id', async () => {
  await using recogniser = makeWhisper();
  const events = await hear(recogniser, joinedSound(silence(1), await speak(SENTENCE), silence(1)));
  const partials = events.flatMap((event) => (event.type === 'partial' ? [event.utterance] : []));
  const [final] = finalsOf(events);
  assert.ok(partials.length >= 3);
  assert.ok(partials.every(({ id, text }) => id === final!.id && !/[.?]$/.test(text)));
  assert.match(final!.text, /^The doctor said that I should drink more water every day\.$/);
});

test('the wait for the words of an ended utterance is reported', async () => {
  await using recogniser = makeWhisper();
  const session = recogniser.open({ language: 'en' });
  session.write(joinedSound(silence(1), await speak(SENTENCE), silence(2)));
  const over = new AbortController();
  const heard = Promise.all([collect(session), session.finish().then(() => over.abort())]);
  let longest = 0;
  while (!over.signal.aborted) {
    longest = Math.max(longest, session.behindSeconds!());
    await wait(5);
  }
  const [events] = await heard;
  assert.equal(finalsOf(events).length, 1);
  assert.ok(longest > 0.01, `${longest} s`);
  assert.equal(session.behindSeconds!(), 0);
});

test('one process transcribes many streams at once, each with its own words', async () => {
  await using recogniser = makeWhisper({ processes: 1 });
  const spoken = ['Good morning.', 'I need milk.', SENTENCE];
  const heard = await Promise.all(
    spoken.map(async (text) => {
      const sound = joinedSound(silence(1), await speak(text), silence(1));
      return finalsOf(await hear(recogniser, sound)).map((final) => final.text);
    }),
  );
  assert.deepEqual(
    heard.map((texts) => texts.length),
    [1, 1, 1],
  );
  assert.match(heard[2]![0]!, /drink more water/);
});

for (const does of ['kill', 'abort', 'hang'] as const) {
  test(`a process that ends in the middle of an utterance (${does}) loses no word`, async () => {
    const unless = join(folder, `mark-${does}`);
    await using recogniser = makeWhisper(does === 'hang' ? { heartBeatMs: 1_000 } : {}, {
      does,
      unless,
    });
    const events = await hear(recogniser, joinedSound(silence(1), await poisoned(), silence(1)));
    assert.deepEqual(
      finalsOf(events).map(({ text }) => text),
      ['The doctor said that I should drink more water every day.'],
    );
    assert.ok(events.every(({ type }) => type !== 'failed'));
  });
}

test('an utterance that crashes every process is reported as missed, and others are transcribed', async () => {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_fields, message) => errors.push(message) };
  await using recogniser = makeWhisper({ log }, { does: 'abort' });
  const poison = joinedSound(
    silence(1),
    await poisoned(),
    silence(1),
    await speak('I need milk.'),
    silence(1),
  );
  const other = joinedSound(silence(1), await speak(SENTENCE), silence(1));
  const [first, second] = await Promise.all([hear(recogniser, poison), hear(recogniser, other)]);
  assert.match(finalsOf(first).at(-1)!.text, /milk/);
  const missed = first.find((event) => event.type === 'missed');
  assert.ok(missed && missed.end > missed.start && missed.end < finalsOf(first).at(-1)!.start);
  assert.match(finalsOf(second)[0]!.text, /drink more water/);
  assert.equal(errors.length, 1);
});

const BROKEN: Record<string, () => Promise<LocalModel['native']>> = {
  'files that are not there': async () => ({
    kind: 'streaming-transducer',
    files: { encoder: '/none', decoder: '/none', joiner: '/none', tokens: '/none' },
  }),
  'a damaged file (the runtime aborts)': async () => {
    const { native } = streamingModel();
    const encoder = join(folder, 'damaged.onnx');
    await writeFile(encoder, (await readFile(native.files.encoder)).subarray(0, 200));
    return { ...native, files: { ...native.files, encoder } } as LocalModel['native'];
  },
  'files of another kind of model (the runtime faults)': async () => {
    const { native } = streamingModel();
    const { tokens, decoder } = native.files;
    return { kind: 'nemo-ctc', files: { model: decoder, tokens } };
  },
};

for (const [what, native] of Object.entries(BROKEN)) {
  test(`a model that does not load ends the session with a message: ${what}`, async () => {
    await using recogniser = make({ model: { ...KNOWN, native: await native() } });
    const session = recogniser.open({ language: 'en' });
    session.write(await twoSentences());
    const [events] = await Promise.all([collect(session), session.finish()]);
    const failure = events.at(-1)!;
    assert.ok(failure.type === 'failed');
    assert.match(failure.detail, /does not run on this machine\. Its files .*models verify\.$/);
  });
}

/** The sentence with a sample in its middle that makes the fixture fail. */
async function poisoned(): Promise<Int16Array> {
  const pcm = await speak(SENTENCE);
  pcm[Math.floor(pcm.length / 2)] = POISON;
  return pcm;
}
