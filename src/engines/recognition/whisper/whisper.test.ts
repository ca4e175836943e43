// Long: it recognises minutes of speech.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { silentLog } from '../../../core/log.ts';
import { joinedSound, silence } from '../../audio/testing.ts';
import { speak, type FliteVoice } from '../../audio/testing-speech.ts';
import { openVoiceActivity, type VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { SAMPLE_RATE, type RecognitionEvent } from '../recogniser.ts';
import { finalsOf, hear, recogniserSuite } from '../recogniser.suite.ts';
import type { UtteranceEngine } from '../utterances/utterance-engine.ts';
import { wordErrors } from '../word-errors.ts';
import { WhisperNetwork } from './network.ts';
import { hearSpeech } from './speech.ts';
import { TokenVocabulary } from './vocabulary.ts';
import { whisperEngine, whisperRecogniser } from './whisper.ts';
import { WHISPER_FILES } from './whisper-files.ts';

let voiceActivity: VoiceActivity;
before(async () => {
  voiceActivity = await openVoiceActivity(silentLog);
});
after(() => voiceActivity[Symbol.asyncDispose]());

/** Most tests share the engine, because its processes take a second to load the model. */
const engine = whisperEngine({ log: silentLog });
after(() => engine[Symbol.asyncDispose]());
const lent = { ...engine, [Symbol.asyncDispose]: async () => {} };
const make = () => whisperRecogniser({ voiceActivity, log: silentLog, engine: lent });

recogniserSuite('whisper', {
  make: async () => make(),
  speech: async () =>
    joinedSound(
      silence(1),
      await speak('Good morning.'),
      silence(2),
      await speak('I need milk.'),
      silence(1.5),
    ),
  unfinished: async () => joinedSound(silence(1), (await speak(SENTENCES[2]!)).subarray(0, 32_000)),
});

const SENTENCES = [
  'I need to buy milk, bread and eggs on the way home.',
  'The meeting with the new client is on Friday afternoon.',
  'The doctor said that I should drink more water every day.',
  'We are going to the beach with the children on Sunday.',
];
const textOf = (events: readonly RecognitionEvent[]) =>
  finalsOf(events)
    .map(({ text }) => text)
    .join(' ');

for (const voice of ['slt', 'rms', 'awb'] satisfies FliteVoice[]) {
  test(`at least 90 % of the words of ${voice} are right`, async () => {
    await using recogniser = make();
    const spoken = await Promise.all(SENTENCES.map((sentence) => speak(sentence, voice)));
    const sound = joinedSound(
      ...spoken.flatMap((sentence) => [silence(1.5), sentence]),
      silence(1.5),
    );
    const heard = textOf(await hear(recogniser, sound));
    const { words, errors } = wordErrors(SENTENCES.join(' '), heard);
    assert.ok(errors <= 0.1 * words, `${errors} of ${words} words: ${heard}`);
  });
}

test('the same sound gives the same words, whatever was transcribed before', async () => {
  await using recogniser = make();
  const sound = joinedSound(silence(1), await speak(SENTENCES[1]!), silence(1.5));
  const first = finalsOf(await hear(recogniser, sound));
  await hear(recogniser, joinedSound(silence(1), await speak(SENTENCES[0]!, 'awb'), silence(1.5)));
  assert.equal(first.length, 1);
  assert.deepEqual(finalsOf(await hear(recogniser, sound)), first);
});

test('a process that is killed in the middle of an utterance loses no word and writes it once', async () => {
  const sound = joinedSound(silence(1), await speak(SENTENCES[2]!), silence(1.5));
  const expected = finalsOf(await hear(make(), sound));
  const others = await childrenOf(process.pid);
  const own = whisperEngine({ log: silentLog });
  let killed = 0;
  const fatal: UtteranceEngine = {
    ...own,
    async transcribe(pcm, options) {
      const words = own.transcribe(pcm, options);
      if (killed > 0 || options.isDraft) return words;
      for (const pid of await childrenOf(process.pid)) {
        if (!others.includes(pid)) killed += Number(process.kill(pid, 'SIGKILL'));
      }
      return words;
    },
  };
  await using recogniser = whisperRecogniser({ voiceActivity, log: silentLog, engine: fatal });
  const events = await hear(recogniser, sound);
  assert.ok(killed > 0);
  assert.ok(events.every(({ type }) => type !== 'failed' && type !== 'missed'));
  assert.equal(textOf(events), expected.map(({ text }) => text).join(' '));
  assert.equal(finalsOf(events).length, expected.length);
});

for (const [name, sound] of Object.entries({
  silence: silence(20),
  'white noise': whiteNoise(20, 0.02),
  'loud white noise': whiteNoise(20, 0.3),
  music: chords(20),
})) {
  test(`${name} gives no words`, async () => {
    await using recogniser = make();
    assert.equal(textOf(await hear(recogniser, sound)), '');
  });
}

test('the network itself hears no words in silence and noise', async () => {
  using network = openNetwork();
  for (const sound of [silence(4), whiteNoise(4, 0.02), whiteNoise(4, 0.3), chords(6)]) {
    assert.equal(heardBy(network, sound).text, '');
  }
});

test('the times of words are in order and in the sound', async () => {
  using network = openNetwork();
  for (const sentence of SENTENCES) {
    const sound = await speak(sentence, 'rms');
    const cut = sound.subarray(0, sound.length - 0.7 * SAMPLE_RATE);
    for (const pcm of [sound, cut]) {
      const { words } = heardBy(network, pcm);
      assert.ok(words.length > 5);
      let clock = 0;
      for (const { text, start, end, confidence } of words) {
        assert.ok(clock <= start && start <= end, `${text} ${start}–${end} after ${clock}`);
        assert.ok(end <= pcm.length / SAMPLE_RATE, `${text} ends at ${end}`);
        assert.ok(confidence! > 0 && confidence! <= 1);
        clock = end;
      }
    }
  }
});

test('a word is heard where it is spoken, also after a pause', async () => {
  using network = openNetwork();
  const [tomorrow, elephant] = [await speak('Tomorrow.'), await speak('Elephant.')];
  const { words } = heardBy(
    network,
    joinedSound(silence(2), tomorrow, silence(1.5), elephant, silence(1)),
  );
  assert.deepEqual(
    words.map(({ text }) => text.toLowerCase().replace(/\W/g, '')),
    ['tomorrow', 'elephant'],
  );
  const onset = (pcm: Int16Array) =>
    pcm.findIndex((sample) => Math.abs(sample) > 600) / SAMPLE_RATE;
  const spoken = [2 + onset(tomorrow), 3.5 + tomorrow.length / SAMPLE_RATE + onset(elephant)];
  for (const [i, at] of spoken.entries()) {
    assert.ok(Math.abs(words[i]!.start - at) < 0.1, `${words[i]!.start} instead of ${at}`);
  }
});

test('the language is found when none is named', async () => {
  using network = openNetwork();
  const pcm = await speak(SENTENCES[3]!, 'rms');
  assert.equal(heardBy(network, pcm, null).language, 'en');
});

function openNetwork(): WhisperNetwork {
  const { encoder, decoder } = WHISPER_FILES;
  return new WhisperNetwork({ encoder: encoder.url, decoder: decoder.url });
}

const vocabulary = new TokenVocabulary(WHISPER_FILES.vocabulary.url);

function heardBy(network: WhisperNetwork, pcm: Int16Array, language: string | null = 'en') {
  return hearSpeech(network, vocabulary, { pcm, language, names: [], isDraft: false });
}

function whiteNoise(seconds: number, amplitude: number): Int16Array {
  let state = 1;
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 31 - 1) * amplitude * 32_767;
  });
}

/** A major chord each second, which decays. */
function chords(seconds: number): Int16Array {
  const roots = [220, 165, 196, 247];
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, (_, i) => {
    const at = i / SAMPLE_RATE;
    const root = roots[Math.floor(at) % roots.length]!;
    const levels = [1, 5 / 4, 3 / 2].map((ratio) => Math.sin(2 * Math.PI * root * ratio * at));
    const loudness = 0.2 * Math.exp(-2 * (at % 1));
    return 32_767 * loudness * levels.reduce((sum, level) => sum + level, 0);
  });
}

async function childrenOf(pid: number): Promise<number[]> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}
