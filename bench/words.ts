/**
 * Measures how many words of the built-in recogniser are wrong, cut by the service's own voice
 * activity detection: clean, in noise, on a telephone; in a talk of three voices; and how many words
 * it makes of silence, noise and music.
 *
 *   npm run bench -- words ./FOLDER
 *
 * FOLDER holds `clips.tsv`: file and transcript of each recording (WAV), separated by a tab. The first
 * row is measured through the socket of a service in real time, the others as fast as they are heard.
 */
import { silentLog } from '../src/core/log.ts';
import { joinedSound, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { hearRecording } from '../src/engines/recognition/hear-recording.ts';
import type { Recogniser } from '../src/engines/recognition/recogniser.ts';
import { TEST_SENTENCES } from '../src/engines/recognition/test-sentences.ts';
import { whisperRecogniser } from '../src/engines/recognition/whisper/whisper.ts';
import { wordErrors } from '../src/engines/recognition/word-errors.ts';
import { openVoiceActivity } from '../src/engines/voice-activity/voice-activity.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../src/testing/template.ts';
import { heardLive, readClips, textOf, type Clip } from './clips.ts';
import { clippedSound, music, narrow, throughMulaw, whiteNoise, withNoise } from './degraded.ts';
import { printTable } from './measure.ts';

type Hear = (pcm: Int16Array) => Promise<string>;

const CONDITIONS: readonly [name: string, change: (pcm: Int16Array) => Int16Array][] = [
  ['clean', (pcm) => pcm],
  ['noise, 20 dB', (pcm) => withNoise(pcm, 20)],
  ['noise, 10 dB', (pcm) => withNoise(pcm, 10)],
  ['noise, 5 dB', (pcm) => withNoise(pcm, 5)],
  ['telephone, 8 kHz', narrow],
  ['µ-law at 8 kHz', (pcm) => throughMulaw(narrow(pcm))],
  ['clipped', clippedSound],
];
const MINUTES = 10;

const [source] = process.argv.slice(2);
if (!source) throw new Error('usage: npm run bench -- words ./FOLDER');
await using voiceActivity = await openVoiceActivity(silentLog);
await using recogniser = whisperRecogniser({ voiceActivity, log: silentLog });
const clips = await readClips(source);
const rows = [
  await liveRow(clips),
  ...(await rowsOf(clips)),
  await row('a talk of three synthetic voices', [await talk()], hearWith(recogniser)),
];
printTable(`Words wrong, ${recogniser.name}`, rows);
printTable(`Words made of ${MINUTES} minutes without speech`, [
  await falseWords('silence', silence(60 * MINUTES)),
  await falseWords('white noise', whiteNoise(60 * MINUTES)),
  await falseWords('music', music(60 * MINUTES)),
]);

async function rowsOf(all: readonly Clip[]): Promise<Awaited<ReturnType<typeof row>>[]> {
  const found = [];
  for (const [name, change] of CONDITIONS) {
    const changed = all.map(({ transcript, pcm }) => ({ transcript, pcm: change(pcm) }));
    found.push(await row(name, changed, hearWith(recogniser)));
  }
  return found;
}

async function row(what: string, all: readonly Clip[], hear: Hear) {
  let [words, errors] = [0, 0];
  for (const { transcript, pcm } of all) {
    const found = wordErrors(transcript, await hear(pcm));
    words += found.words;
    errors += found.errors;
  }
  return { what, words, 'wrong, %': ((100 * errors) / words).toFixed(1) };
}

async function falseWords(what: string, pcm: Int16Array) {
  const text = await hearWith(recogniser)(pcm);
  return { what, words: text.split(/\s+/).filter(Boolean).length };
}

function hearWith(by: Recogniser): Hear {
  return async (pcm) => {
    const texts: string[] = [];
    const sound = joinedSound(silence(1), pcm, silence(1));
    await hearRecording(by, sound, { language: 'en', onFinal: ({ text }) => texts.push(text) });
    return texts.join(' ');
  };
}

async function liveRow(all: readonly Clip[]) {
  const folder = temporaryFolder();
  try {
    await using service = await spawnService({
      folder,
      environment: { SVC_RECOGNISER: 'builtin' },
    });
    const owner = await ApiUser.signIn(service.url, OWNER);
    return await row('clean, live socket in real time', all, async (pcm) =>
      textOf(await heardLive(owner, pcm, { speed: 1 })),
    );
  } finally {
    removeFolder(folder);
  }
}

/** Three voices in turn, with pauses of 0.3 to 1.2 s; each third turn begins in the one before. */
async function talk(): Promise<Clip> {
  const voices = ['slt', 'rms', 'awb'] as const;
  const turns = await Promise.all(
    TEST_SENTENCES.map((sentence, at) => speak(sentence, voices[at % voices.length]!)),
  );
  let pcm: Int16Array = new Int16Array(0);
  for (const [at, turn] of turns.entries()) {
    if (at % 3 === 2) pcm = overlapped(pcm, turn, 4_000);
    else pcm = joinedSound(pcm, silence(0.3 + 0.3 * (at % 4)), turn);
  }
  return { transcript: TEST_SENTENCES.join(' '), pcm };
}

/** Joins two sounds so that the second begins `samples` before the end of the first. */
function overlapped(first: Int16Array, second: Int16Array, samples: number): Int16Array {
  const sound = joinedSound(first, second.subarray(samples));
  for (let i = 0; i < samples; i++) {
    const at = first.length - samples + i;
    sound[at] = Math.max(-32_768, Math.min(32_767, sound[at]! + second[i]!));
  }
  return sound;
}
