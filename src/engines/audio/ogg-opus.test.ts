import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { openDecoder } from './audio-decoder.ts';
import { OggOpusWriter, opusPackets } from './ogg-opus.ts';
import { SAMPLE_RATE } from '../voice-activity/sample-rate.ts';
import { tone } from './testing.ts';

test('other programs can read a file that was written live, and seek in it', () => {
  const folder = temporaryFolder();
  try {
    const writer = new OggOpusWriter(7);
    const pieces = [writer.head()];
    // Two tones, so that the test can identify each part.
    const sound = [
      tone({ frequency: 300, seconds: 5.5 }),
      tone({ frequency: 1200, seconds: 5.33 }),
    ];
    for (const part of sound) {
      for (let at = 0; at < part.length; at += 777) {
        pieces.push(...writer.write(part.subarray(at, at + 777)));
      }
    }
    pieces.push(writer.end());
    const path = join(folder, 'talk.ogg');
    writeFileSync(path, Buffer.concat(pieces));

    const shown = ['-show_entries', 'format=duration:stream=codec_name,channels', '-of', 'json'];
    const probe = JSON.parse(
      execFileSync('ffprobe', ['-v', 'error', ...shown, path]).toString(),
    ) as { streams: object[]; format: { duration: string } };
    assert.deepEqual(probe.streams, [{ codec_name: 'opus', channels: 1 }]);
    assert.ok(Math.abs(Number(probe.format.duration) - writer.seconds) < 0.05);
    assert.ok(Math.abs(writer.seconds - 10.83) < 1e-6);

    const heardAt = (second: number) => {
      const from = ['-ss', String(second), '-i', path, '-t', '1'];
      const raw = ['-f', 's16le', '-ar', String(SAMPLE_RATE), 'pipe:1'];
      // ffmpeg must not print a single warning.
      const bytes = execFileSync('ffmpeg', ['-v', 'warning', '-xerror', ...from, ...raw]);
      return crossings(new Int16Array(Uint8Array.from(bytes).buffer));
    };
    assert.ok(Math.abs(heardAt(2) - 300) < 30);
    assert.ok(Math.abs(heardAt(8) - 1200) < 60);
  } finally {
    removeFolder(folder);
  }
});

interface Page {
  flags: number;
  /** The position of the end of the page, in samples at 48 kHz. */
  end: number;
  serial: number;
  number: number;
  packets: number;
  content: Buffer;
}

function pagesOf(bytes: Uint8Array): Page[] {
  const pages: Page[] = [];
  const file = Buffer.from(bytes);
  for (let at = 0; at < file.length;) {
    const lacing = file.subarray(at + 27, at + 27 + file[at + 26]!);
    const start = at + 27 + lacing.length;
    const next = start + lacing.reduce((sum, length) => sum + length, 0);
    pages.push({
      flags: file[at + 5]!,
      end: Number(file.readBigInt64LE(at + 6)),
      serial: file.readUInt32LE(at + 14),
      number: file.readUInt32LE(at + 18),
      packets: lacing.filter((length) => length < 255).length,
      content: file.subarray(start, next),
    });
    at = next;
  }
  return pages;
}

test('a page has one second of sound, and the last frame is padded only if it is incomplete', () => {
  const FRAME = SAMPLE_RATE / 50;
  const written = (samples: number) => {
    const writer = new OggOpusWriter(7);
    const pages = writer.write(new Int16Array(samples));
    return pagesOf(Buffer.concat([...pages, writer.end()]));
  };
  // Even an empty file has a frame of silence. The encoder delays the sound by 312 samples.
  for (const [samples, frames] of [
    [0, [1]],
    [1, [1]],
    [FRAME - 1, [1]],
    [FRAME, [1]],
    [FRAME + 1, [2]],
    [49 * FRAME, [49]],
    [50 * FRAME, [50, 1]],
    [50 * FRAME + 1, [50, 1]],
    [51 * FRAME, [50, 1]],
    [101 * FRAME, [50, 50, 1]],
  ] as const) {
    const pages = written(samples);
    assert.deepEqual(
      pages.map(({ packets }) => packets),
      frames,
    );
    const isLast = (number: number) => number === frames.length - 1;
    for (const [number, { flags, end, serial, number: stated }] of pages.entries()) {
      const until = frames.slice(0, number + 1).reduce<number>((sum, count) => sum + count, 0);
      assert.deepEqual([flags, end], [isLast(number) ? 4 : 0, 312 + until * 960]);
      assert.deepEqual([serial, stated], [7, number]);
    }
  }
});

test('the first two pages are the headers of the file', () => {
  const pages = pagesOf(new OggOpusWriter(2 ** 32 + 7).head());
  assert.deepEqual(
    pages.map(({ flags, end, serial, number, packets }) => [flags, end, serial, number, packets]),
    [
      [2, 0, 7, 0, 1],
      [0, 0, 7, 1, 1],
    ],
  );
  const [identity, tags] = pages.map(({ content }) => content.toString('hex'));
  const text = (ascii: string) => Buffer.from(ascii).toString('hex');
  // Version 1, one channel, 312 samples to skip, 16,000 Hz at the source, no gain.
  assert.equal(identity, `${text('OpusHead')}01013801803e0000000000`);
  assert.equal(tags, `${text('OpusTags')}0b000000${text('Commonplace')}00000000`);
});

test('an incomplete last frame is padded with silence', () => {
  const FRAME = SAMPLE_RATE / 50;
  const loud = tone({ frequency: 300, seconds: 0.02 });
  const end = (rest: Int16Array) => {
    const writer = new OggOpusWriter(7);
    writer.write(loud);
    writer.write(rest);
    return Buffer.from(writer.end());
  };
  const padded = new Int16Array(FRAME);
  padded.set(loud.subarray(0, 9));
  assert.deepEqual(end(loud.subarray(0, 9)), end(padded));
  assert.notDeepEqual(end(loud.subarray(0, 9)), end(loud));
});

/** Returns the frequency of a tone. */
function crossings(pcm: Int16Array): number {
  let count = 0;
  for (let i = 1; i < pcm.length; i += 1) if (pcm[i - 1]! < 0 && pcm[i]! >= 0) count += 1;
  return (count / pcm.length) * SAMPLE_RATE;
}

test('the packets of a file come back, also of one without its end, but of no damaged one', () => {
  const writer = new OggOpusWriter(0);
  const head = writer.head();
  const pages = writer.write(tone({ frequency: 300, seconds: 3.5 }));
  const open = Buffer.concat([head, ...pages]);
  const whole = Buffer.concat([open, writer.end()]);
  assert.equal(opusPackets(open)?.length, 150);
  const packets = opusPackets(whole)!;
  assert.equal(packets.length, 175);
  const decoder = openDecoder({ codec: 'opus', sample_rate: SAMPLE_RATE });
  const samples = packets.reduce((sum, packet) => sum + decoder.decode(packet).length, 0);
  assert.equal(samples, 3.5 * SAMPLE_RATE);
  decoder.close();
  for (const at of [0, 18, whole.length >> 1, whole.length - 1]) {
    const damaged = Buffer.from(whole);
    damaged[at]! ^= 1;
    assert.equal(opusPackets(damaged), null, String(at));
  }
  assert.equal(opusPackets(whole.subarray(0, whole.length - 1)), null);
  assert.equal(opusPackets(Buffer.concat([head, ...pages.slice(1)])), null, 'a missing page');
});
