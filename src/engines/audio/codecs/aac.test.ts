import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { openDecoder } from '../audio-decoder.ts';
import type { AudioDecoder } from '../audio-decoder.ts';
import { toAac, tone } from '../testing.ts';

const SECONDS = 30;
/** Encoder and decoder delay the sound by one frame of 1024 samples at 16 kHz. */
const FRAME_SECONDS = 0.064;

/** A tone with rising pitch, so that the pitch identifies the time. */
const sound = Int16Array.from({ length: SECONDS * 16_000 }, (_, i) => {
  const seconds = i / 16_000;
  return Math.round(
    12_000 * Math.sin(2 * Math.PI * (200 + (1_000 / SECONDS / 2) * seconds) * seconds),
  );
});

interface Opened {
  decoder: AudioDecoder;
  seconds: () => number;
  samples: () => Int16Array;
}

function open(): Opened {
  const parts: Int16Array[] = [];
  const decoder = openDecoder({ codec: 'aac', sample_rate: 16_000 }, (pcm) => void parts.push(pcm));
  const samples = () => Int16Array.from(parts.flatMap((part) => [...part]));
  return {
    decoder,
    samples,
    seconds: () => parts.reduce((sum, { length }) => sum + length, 0) / 16_000,
  };
}

function pieces(bytes: Uint8Array, size: number): Uint8Array[] {
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, n) => bytes.slice(n * size, (n + 1) * size));
}

test('all sound has been decoded when it is settled, wherever messages are cut', async () => {
  for (const [rate, size] of [
    [16_000, 200],
    [44_100, 333],
    [8_000, 4_000],
  ] as const) {
    const { decoder, seconds } = open();
    const all = pieces(toAac(sound, rate), size);
    for (const [n, piece] of all.entries()) {
      decoder.decode(piece);
      if (n % 100 !== 99) continue;
      await decoder.settled();
      const sent = ((n + 1) / all.length) * SECONDS;
      assert.ok(Math.abs(seconds() - sent) < 0.6, `${rate} Hz: ${seconds()} s of ${sent}`);
    }
    assert.equal(await decoder.finish(), true);
    assert.ok(Math.abs(seconds() - SECONDS) < 0.4, `${seconds()} s`);
    assert.equal(decoder.badFrames, 0);
    decoder.close();
  }
});

test('a decoder that is killed is replaced, and no sound is missing', async () => {
  const { decoder, seconds, samples } = open();
  const all = pieces(toAac(sound), 200);
  const killed = new Set<number>();
  for (const [n, piece] of all.entries()) {
    decoder.decode(piece);
    if (n === 300 || n === 500) {
      await decoder.settled();
      await killDecoder(killed);
    }
  }
  assert.equal(await decoder.finish(), true);
  assert.ok(Math.abs(seconds() - SECONDS) < 3 * FRAME_SECONDS, `${seconds()} s`);
  const pitch = pitchAt(samples(), 25);
  assert.ok(Math.abs(pitch - (200 + (1_000 / SECONDS) * 25)) < 12, `${pitch} Hz`);
  decoder.close();
});

test('sound that was decoded before the decoder is killed is not decoded again', async () => {
  const { decoder, seconds } = open();
  decoder.decode(toAac(sound));
  // The decoder holds the last frames back.
  while (seconds() < SECONDS - 1) await wait(10);
  await killDecoder(new Set());
  assert.equal(await decoder.finish(), true);
  assert.ok(Math.abs(seconds() - SECONDS) < 1, `${seconds()} s`);
  decoder.close();
});

test('a decoder that has finished leaves no timer behind', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout');
  const before = timers().length;
  const { decoder } = open();
  decoder.decode(toAac(tone({ frequency: 300, seconds: 1 })));
  await decoder.settled();
  assert.ok(timers().length <= before);
  assert.equal(await decoder.finish(), true);
  assert.ok(timers().length <= before);
});

test('sound that always crashes its decoder is given up and reported', async () => {
  const { decoder } = open();
  const [first] = pieces(toAac(tone({ frequency: 300, seconds: 1 })), 400);
  const killed = new Set<number>();
  while (killed.size < 3) await killDecoder(killed);
  for (; decoder.badFrames === 0; await wait(10)) decoder.decode(first!);
  assert.equal(await decoder.finish(), false);
});

/** The number of zero crossings in half a second. */
function pitchAt(pcm: Int16Array, second: number): number {
  const half = pcm.subarray(second * 16_000 - 4_000, second * 16_000 + 4_000);
  return (
    half.reduce((sum, sample, i) => sum + Number(i > 0 && sample >= 0 && half[i - 1]! < 0), 0) * 2
  );
}

/** Waits until this process has a decoder that is not in `killed`, and kills it. */
async function killDecoder(killed: Set<number>): Promise<void> {
  for (;;) {
    const found = readdirSync('/proc').find(
      (pid) => /^\d+$/.test(pid) && !killed.has(Number(pid)) && isOurFfmpeg(pid),
    );
    if (found) {
      killed.add(Number(found));
      process.kill(Number(found), 'SIGKILL');
      return;
    }
    await wait(10);
  }
}

function isOurFfmpeg(pid: string): boolean {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!;
    return name === 'ffmpeg' && Number(parent) === process.pid;
  } catch {
    // The process has ended in the meantime.
    return false;
  }
}
