/** Sound as bad microphones, lines and rooms make it, the same in each run. */
import { openMulaw } from '../src/engines/audio/codecs/mulaw.ts';
import { SAMPLE_RATE } from '../src/engines/voice-activity/sample-rate.ts';
import { toMulaw } from '../src/engines/audio/testing.ts';
import { mulberry } from './sentences.ts';

/** Adds white noise that is `decibels` weaker than the speech. */
export function withNoise(pcm: Int16Array, decibels: number): Int16Array {
  const loudness = Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length);
  const noise = mulberry(1);
  // A number between -1 and 1 has a mean square of 1/3.
  const level = (loudness / 10 ** (decibels / 20)) * Math.sqrt(3);
  return pcm.map((sample) => clipped(sample + level * (2 * noise() - 1)));
}

/** Keeps what a telephone with 8 kHz transmits: the mean of two samples, drawn to lines. */
export function narrow(pcm: Int16Array): Int16Array {
  const half = Int16Array.from({ length: pcm.length >> 1 }, (_, i) =>
    Math.round((pcm[2 * i]! + pcm[2 * i + 1]!) / 2),
  );
  return Int16Array.from({ length: half.length * 2 }, (_, i) => {
    const before = half[i >> 1]!;
    const after = half[Math.min(half.length - 1, (i >> 1) + (i & 1))]!;
    return Math.round((before + after) / 2);
  });
}

export function throughMulaw(pcm: Int16Array): Int16Array {
  return openMulaw()(toMulaw(pcm)) as Int16Array;
}

/** Makes the sound eight times as loud as fits. */
export function clippedSound(pcm: Int16Array): Int16Array {
  const peak = pcm.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1);
  return pcm.map((sample) => clipped((sample * 8 * 32_767) / peak));
}

export function whiteNoise(seconds: number): Int16Array {
  const noise = mulberry(2);
  return Int16Array.from({ length: seconds * SAMPLE_RATE }, () => 6_000 * (noise() - 0.5));
}

/** Chords of plucked strings, one to four in a second. */
export function music(seconds: number): Int16Array {
  const random = mulberry(3);
  const sound = new Float64Array(seconds * SAMPLE_RATE);
  for (let at = 0; at < sound.length;) {
    const length = Math.round((SAMPLE_RATE * (1 + Math.floor(random() * 4))) / 4);
    for (let note = 0; note < 3; note++) {
      const frequency = 220 * 2 ** (Math.floor(random() * 24) / 12);
      for (let i = 0; i < length && at + i < sound.length; i++) {
        const time = i / SAMPLE_RATE;
        for (let partial = 1; partial <= 5; partial++) {
          const wave = Math.sin(2 * Math.PI * frequency * partial * time);
          sound[at + i]! += (wave * Math.exp(-3 * time)) / partial;
        }
      }
    }
    at += length;
  }
  return Int16Array.from(sound, (value) => clipped(value * 3_000));
}

function clipped(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value)));
}
