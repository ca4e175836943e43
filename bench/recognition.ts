/**
 * Measures the accuracy and the speed of the built-in recogniser, with the same voice activity
 * detection and segmentation as a live session.
 *
 * node bench/recognition.ts FOLDER
 *
 * FOLDER holds `clips.tsv`: file, transcript and kind of each recording, separated by tabs. For
 * comparison, the benchmark also measures the voices of flite (Debian).
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLog } from '../src/core/log.ts';
import { joined, silence } from '../src/engines/audio/testing.ts';
import { speak } from '../src/engines/audio/testing-speech.ts';
import { openVoiceActivity } from '../src/engines/voice-activity/voice-activity.ts';
import { readWav } from '../src/engines/audio/wav.ts';
import { whisperRecogniser } from '../src/engines/recognition/whisper/whisper.ts';
import {
  SAMPLE_RATE,
  type Recogniser,
  type Utterance,
} from '../src/engines/recognition/recogniser.ts';
import { TEST_SENTENCES } from '../src/engines/recognition/test-sentences.ts';
import { wordErrors, type WordErrors } from '../src/engines/recognition/word-errors.ts';

interface Clip {
  kind: string;
  transcript: string;
  pcm: Int16Array;
}

const LIVE_CLIPS = 8;
const FRAME = SAMPLE_RATE / 50;

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node bench/recognition.ts FOLDER');

await using voiceActivity = await openVoiceActivity(silentLog);
await using recogniser = whisperRecogniser({ voiceActivity, log: silentLog });
console.log(`voice activity: ${voiceActivity.kind}, recogniser: ${recogniser.name}`);

const clips = [...(await readClips(folder)), ...(await fliteClips())];
await hear(recogniser, clips[0]!.pcm, { live: false });
await measureAccuracy(clips);
await measureLatency(clips.slice(0, LIVE_CLIPS));

async function measureAccuracy(clips: readonly Clip[]): Promise<void> {
  const scores = new Map<string, WordErrors>();
  let seconds = 0;
  const started = performance.now();
  for (const { kind, transcript, pcm } of clips) {
    const heard = (await hear(recogniser, pcm, { live: false })).map(({ text }) => text).join(' ');
    const { words, errors } = wordErrors(transcript, heard);
    const group = kind.startsWith('flite') ? 'flite' : 'recordings';
    for (const name of [kind, group]) {
      const score = scores.get(name) ?? { words: 0, errors: 0 };
      score.words += words;
      score.errors += errors;
      scores.set(name, score);
    }
    seconds += pcm.length / SAMPLE_RATE;
  }
  for (const [name, { words, errors }] of scores) {
    console.log(`${name}: ${((100 * errors) / words).toFixed(1)} % of ${words} words wrong`);
  }
  const speed = (performance.now() - started) / 1000 / seconds;
  console.log(`${speed.toFixed(3)} s of work per second of sound, one clip after the other`);
}

/** Measures the delay from the end of the last word, spoken in real time, to the final segment. */
async function measureLatency(clips: readonly Clip[]): Promise<void> {
  const delays: number[] = [];
  for (const { pcm } of clips) {
    const finals = await hear(recogniser, pcm, { live: true });
    delays.push(...finals.map(({ delay }) => delay));
  }
  const sorted = delays.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]!);
  console.log(`end of speech to final: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, most ${at(1)} ms`);
}

/**
 * Returns the final segments of a clip between silences. `delay` (in milliseconds) is meaningful
 * only in a live session.
 */
async function hear(
  by: Recogniser,
  pcm: Int16Array,
  { live }: { live: boolean },
): Promise<(Utterance & { delay: number })[]> {
  const session = by.open({ language: 'en' });
  const sound = joined(silence(1), pcm, silence(2));
  const started = performance.now();
  const finals = (async () => {
    const found: (Utterance & { delay: number })[] = [];
    for await (const event of session.events) {
      if (event.type === 'failed') throw new Error(event.detail);
      if (event.type !== 'final') continue;
      const { utterance } = event;
      found.push({ ...utterance, delay: performance.now() - started - utterance.end * 1000 });
    }
    return found;
  })();
  for (let at = 0; at < sound.length; at += FRAME) {
    const due = started + ((at + FRAME) / SAMPLE_RATE) * 1000;
    if (live) await sleep(Math.max(0, due - performance.now()));
    session.write(sound.subarray(at, at + FRAME));
  }
  await session.finish();
  return finals;
}

async function readClips(from: string): Promise<Clip[]> {
  const table = (await readFile(join(from, 'clips.tsv'), 'utf8')).trim().split('\n');
  return Promise.all(
    table.map(async (line) => {
      const [file = '', transcript = '', kind = ''] = line.split('\t');
      return { kind, transcript, pcm: readWav(await readFile(join(from, file))) };
    }),
  );
}

async function fliteClips(): Promise<Clip[]> {
  const clips: Clip[] = [];
  for (const voice of ['slt', 'rms', 'awb'] as const) {
    for (const transcript of TEST_SENTENCES) {
      clips.push({ kind: `flite ${voice}`, transcript, pcm: await speak(transcript, voice) });
    }
  }
  return clips;
}
