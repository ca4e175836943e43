import { once } from 'node:events';
import type { FrameCodec } from './codec.ts';
import { startFfmpeg } from './ffmpeg.ts';

/** Without waiting to learn more about the stream than its first frame tells. */
const AT_ONCE = ['-probesize', '32', '-analyzeduration', '0', '-fflags', 'nobuffer', '-f', 'aac'];
const LAST_SOUND_MS = 2_000;
const NOTHING_YET = new Int16Array(0);

/**
 * AAC in ADTS frames, by ffmpeg in a process of its own: 50 MB and a delay of 130 ms for each stream
 * (nothing in JavaScript decodes it). What it decodes comes `late`, never as the answer to a frame.
 */
export function openAac(late: (samples: Int16Array) => void): FrameCodec {
  const ffmpeg = startFfmpeg(AT_ONCE);
  let carry: Buffer = Buffer.alloc(0);
  let hasSounded = false;
  let isOver = false;
  ffmpeg.stdout.on('data', (data: Buffer) => {
    const bytes = Buffer.concat([carry, data]);
    const whole = bytes.length & ~1;
    carry = bytes.subarray(whole);
    hasSounded = true;
    late(new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer));
  });
  const ended = once(ffmpeg, 'close').then(
    () => (isOver = true),
    () => (isOver = true),
  );
  // What it cannot read shows by nothing coming out.
  ffmpeg.stdin.on('error', () => {});

  const codec: FrameCodec = (frame) => {
    if (isOver) return undefined;
    ffmpeg.stdin.write(frame);
    return hasSounded || hasSync(frame) ? NOTHING_YET : undefined;
  };
  return Object.assign(codec, {
    async finish() {
      ffmpeg.stdin.end();
      const patience = setTimeout(() => ffmpeg.kill('SIGKILL'), LAST_SOUND_MS);
      await ended;
      clearTimeout(patience);
    },
    close: () => void ffmpeg.kill('SIGKILL'),
  });
}

/** Twelve set bits begin every ADTS frame. */
function hasSync(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte === 0xff && (bytes[at + 1]! & 0xf6) === 0xf0);
}
