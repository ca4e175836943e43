import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { removeFolder, temporaryFolder } from '../../testing/template.ts';
import { OggOpusWriter } from './ogg-opus.ts';
import { SAMPLE_RATE } from './sample-rate.ts';
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

/** Returns the frequency of a tone. */
function crossings(pcm: Int16Array): number {
  let count = 0;
  for (let i = 1; i < pcm.length; i += 1) if (pcm[i - 1]! < 0 && pcm[i]! >= 0) count += 1;
  return (count / pcm.length) * SAMPLE_RATE;
}
