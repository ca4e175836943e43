// Long: it encodes minutes of sound with every codec.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { Encoder } from '@evan/opus';
import { openDecoder, WrongCodec } from '../audio-decoder.ts';
import { joinedSound, pcmBytes, silence, toAac, toMulaw, tone } from '../testing.ts';
import { speak } from '../testing-speech.ts';

const RATE = 16_000;
const SOUNDS: Record<string, Int16Array> = {};

before(async () => {
  const text =
    'I live in Boston with my two children. We have a meeting with the doctor on Friday. ' +
    'The train to the city leaves at seven in the evening.';
  const voices = [await speak(text, 'slt'), await speak(text, 'rms')];
  // The check of a stream ends after 240 messages, which are 4.8 seconds in most formats.
  const seconds = 6;
  const cut = (pcm: Int16Array) => pcm.subarray(0, seconds * RATE);
  const spoken = (SOUNDS['speech'] = cut(joinedSound(...voices)));
  SOUNDS['speech after silence'] = joinedSound(
    silence(seconds / 2),
    spoken.subarray(0, (seconds / 2) * RATE),
  );
  SOUNDS['silence'] = silence(seconds);
  SOUNDS['the noise of a microphone'] = noise(seconds, 3);
  SOUNDS['loud noise'] = noise(seconds, 12_000);
  SOUNDS['speech in noise'] = spoken.map(
    (sample, i) => (sample >> 1) + SOUNDS['loud noise']![i]! / 16,
  );
  SOUNDS['speech of 8 bit precision'] = spoken.map((sample) => sample & ~0xff);
  SOUNDS['speech beside the middle'] = spoken.map((sample) => (sample >> 4) + 2_000);
  SOUNDS['a hum'] = tone({ frequency: 50, seconds, amplitude: 0.2 });
  SOUNDS['a hum that swells'] = tone({ frequency: 100, seconds }).map(
    (sample, i) => sample * Math.abs(Math.sin(i / 9_000)),
  );
  SOUNDS['music'] = Int16Array.from({ length: seconds * RATE }, (_, i) => music(i / RATE));
});

function noise(seconds: number, amplitude: number): Int16Array {
  let state = 1;
  return Int16Array.from({ length: seconds * RATE }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.round((state / 2 ** 30 - 1) * amplitude);
  });
}

/** A chord every half second. */
function music(seconds: number): number {
  const root = [220, 262, 196, 247][Math.floor(seconds * 2) % 4]!;
  const fade = Math.exp(-3 * (seconds % 0.5));
  const chord = [1, 1.26, 1.5, 2.01].map((over) => Math.sin(2 * Math.PI * root * over * seconds));
  return 4_000 * fade * chord.reduce((sum, each) => sum + each, 0);
}

function pieces(bytes: Uint8Array, size: (n: number) => number): Uint8Array[] {
  const found: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) found.push(bytes.slice(at, (at += size(found.length))));
  return found;
}

interface OpusOptions {
  milliseconds?: number;
  rate?: 8000 | 16_000 | 24_000 | 48_000;
  bitrate?: number;
  vbr?: boolean;
  dtx?: boolean;
  application?: 'voip' | 'audio' | 'restricted_lowdelay';
}

function toOpus(pcm: Int16Array, options: OpusOptions = {}): Uint8Array[] {
  const { milliseconds = 20, rate = RATE, bitrate, vbr = true, dtx = false } = options;
  const application = options.application ?? 'voip';
  const encoder = new Encoder({ channels: 1, sample_rate: rate, application });
  encoder.vbr = vbr;
  encoder.dtx = dtx;
  if (bitrate) encoder.bitrate = bitrate;
  const bytes = (milliseconds * rate * 2) / 1_000;
  return pieces(pcmBytes(pcm), () => bytes)
    .filter(({ length }) => length === bytes)
    .map((frame) => encoder.encode(frame).slice());
}

const to8Bit = (pcm: Int16Array) => Uint8Array.from(pcm, (sample) => (sample >> 8) + 128);

/** Returns the number of messages until the stream was refused; null when it was not. */
function refusedAfter(
  codec: string,
  sample_rate: number,
  messages: readonly Uint8Array[],
): number | null {
  const decoder = openDecoder({ codec, sample_rate });
  try {
    for (const message of messages) decoder.decode(message);
    return null;
  } catch (error) {
    assert.ok(error instanceof WrongCodec);
    return decoder.badFrames;
  } finally {
    decoder.close();
  }
}

/** The sizes of messages: whole frames, odd sizes and random sizes. */
const CUTS = [
  () => 320,
  () => 640,
  () => 777,
  () => 200,
  () => 3_200,
  (n: number) => 3 + ((n * 7_919) % 900),
];
const PLAIN = {
  pcm16: { bytes: pcmBytes, rates: [8000, 16_000, 44_100] },
  pcm8: { bytes: to8Bit, rates: [8000, 16_000] },
  mulaw: { bytes: toMulaw, rates: [8000, 16_000] },
};

test('samples are recognised as samples, for any sound and any cuts', () => {
  for (const [name, sound] of Object.entries(SOUNDS)) {
    for (const [codec, { bytes, rates }] of Object.entries(PLAIN)) {
      for (const [n, size] of CUTS.entries()) {
        const sent = bytes(sound);
        const odd = (count: number) => (count === 0 ? 5 : size(count));
        for (const cut of [size, odd]) {
          const rate = rates[n % rates.length]!;
          assert.equal(
            refusedAfter(codec, rate, pieces(sent, cut)),
            null,
            `${name} as ${codec}, ${n}`,
          );
        }
      }
    }
  }
});

const OPUS: OpusOptions[] = [
  {},
  { milliseconds: 10 },
  { milliseconds: 60, bitrate: 9_000 },
  { milliseconds: 2.5, rate: 48_000, application: 'restricted_lowdelay' },
  { dtx: true },
  { vbr: false, bitrate: 64_000 },
  { rate: 8000, bitrate: 6_000 },
  { rate: 24_000, application: 'audio' },
  { rate: 48_000, bitrate: 500_000, application: 'audio' },
];

test('every kind of opus is recognised as opus', () => {
  for (const [name, sound] of Object.entries(SOUNDS)) {
    for (const options of OPUS) {
      const packets = toOpus(sound, options);
      const what = `${name}, ${JSON.stringify(options)}`;
      assert.equal(refusedAfter('opus', options.rate ?? RATE, packets), null, what);
    }
  }
});

test('AAC is recognised as AAC, even from the middle of a stream', () => {
  for (const [name, sound] of Object.entries(SOUNDS)) {
    for (const rate of [16_000, 48_000]) {
      const bytes = toAac(sound, rate).subarray(100);
      for (const size of CUTS) {
        assert.equal(refusedAfter('aac', rate, pieces(bytes, size)), null, name);
      }
    }
  }
});

const SPOKEN = ['speech', 'speech after silence', 'speech in noise'];

test('samples that are declared as opus or AAC are detected', () => {
  for (const name of [...SPOKEN, 'silence', 'the noise of a microphone', 'loud noise', 'music']) {
    for (const [codec, { bytes }] of Object.entries(PLAIN)) {
      for (const size of [() => 320, () => 640]) {
        const messages = pieces(bytes(SOUNDS[name]!), size);
        for (const wrong of ['opus', 'aac']) {
          const bad = refusedAfter(wrong, RATE, messages);
          assert.ok(bad !== null && bad <= 50, `${name} in ${codec} as ${wrong}: ${bad}`);
        }
      }
    }
  }
});

test('opus that is declared as samples or AAC is detected', () => {
  for (const name of SPOKEN) {
    for (const options of OPUS.filter(({ milliseconds }) => milliseconds !== 2.5)) {
      const packets = toOpus(SOUNDS[name]!, options);
      for (const wrong of ['pcm16', 'pcm8', 'mulaw', 'aac', 'lc3_fs1030']) {
        const bad = refusedAfter(wrong, RATE, packets);
        assert.ok(
          bad !== null && bad <= 50,
          `${name}, ${JSON.stringify(options)} as ${wrong}: ${bad}`,
        );
      }
    }
  }
});
