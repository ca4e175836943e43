import { z } from 'zod';
import { Invalid } from '../../core/errors.ts';
import { PCM_RATES } from '../../engines/audio/codecs/pcm.ts';
import { toMono } from '../../engines/audio/mono.ts';
import { openResampler } from '../../engines/audio/resampler.ts';

/** The format of a sound, as `audio-start` announces it. */
const Format = z.object({
  rate: z.int().refine((rate) => PCM_RATES.includes(rate)),
  /** Bytes of a sample. */
  width: z.int().min(1).max(4),
  channels: z.int().min(1).max(8),
});

/** Returns a function that converts the next bytes of a sound to 16 kHz mono. */
export function openSound(announced: unknown): (bytes: Buffer) => Int16Array {
  const { success, data } = Format.safeParse(announced);
  if (!success) {
    throw new Invalid(
      'Announce sound with a width of 1 to 4 bytes, 1 to 8 channels, and one of these rates: ' +
        `${PCM_RATES.join(', ')}.`,
    );
  }
  const { rate, width, channels } = data;
  const frameBytes = width * channels;
  const resample = openResampler(rate);
  // A client may cut its sound anywhere.
  let rest: Buffer = Buffer.alloc(0);
  return (bytes) => {
    const all = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes;
    const end = all.length - (all.length % frameBytes);
    rest = all.subarray(end);
    return resample(toMono(samplesOf(all.subarray(0, end), width), channels));
  };
}

/** Returns the upper 16 bits of signed little-endian samples. */
function samplesOf(bytes: Buffer, width: number): Int16Array {
  return Int16Array.from({ length: bytes.length / width }, (_, index) =>
    width === 1 ? bytes.readInt8(index) << 8 : bytes.readInt16LE((index + 1) * width - 2),
  );
}
