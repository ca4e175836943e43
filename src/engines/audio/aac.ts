import { once } from 'node:events';
import type { FrameCodec } from './codec.ts';
import { startFfmpeg } from './ffmpeg.ts';

/** Without waiting to learn more about the stream than its first frame tells. */
const AT_ONCE = ['-probesize', '32', '-analyzeduration', '0', '-fflags', 'nobuffer', '-f', 'aac'];
const LAST_SOUND_MS = 2_000;

/**
 * AAC in ADTS frames, by ffmpeg in a process of its own: 50 MB and a delay of 130 ms for each stream
 * (nothing in JavaScript decodes it). A frame gives what has come out by then.
 */
export function openAac(): FrameCodec {
  const ffmpeg = startFfmpeg(AT_ONCE);
  let decoded: Buffer[] = [];
  let isOver = false;
  ffmpeg.stdout.on('data', (data: Buffer) => decoded.push(data));
  ffmpeg.once('close', () => (isOver = true));
  // What it cannot read is counted by what does not come out.
  for (const each of [ffmpeg, ffmpeg.stdin]) each.on('error', () => {});

  const take = (): Int16Array => {
    const bytes = Buffer.concat(decoded);
    const whole = bytes.length & ~1;
    decoded = whole < bytes.length ? [bytes.subarray(whole)] : [];
    return new Int16Array(new Uint8Array(bytes.subarray(0, whole)).buffer);
  };
  let hasSounded = false;
  const codec: FrameCodec = (frame) => {
    if (isOver) return undefined;
    ffmpeg.stdin.write(frame);
    const samples = take();
    hasSounded ||= samples.length > 0;
    return hasSounded || hasSync(frame) ? samples : undefined;
  };
  return Object.assign(codec, {
    async rest() {
      const ended = once(ffmpeg, 'close');
      ffmpeg.stdin.end();
      const patience = setTimeout(() => ffmpeg.kill('SIGKILL'), LAST_SOUND_MS);
      if (!isOver) await ended;
      clearTimeout(patience);
      return take();
    },
    close: () => void ffmpeg.kill('SIGKILL'),
  });
}

/** Twelve set bits begin every ADTS frame. */
function hasSync(bytes: Uint8Array): boolean {
  return bytes.some((byte, at) => byte === 0xff && (bytes[at + 1]! & 0xf6) === 0xf0);
}
