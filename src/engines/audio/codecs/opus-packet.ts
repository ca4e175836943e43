/** The properties in the first bytes of an Opus packet (RFC 6716, section 3). */
export interface OpusShape {
  milliseconds: number;
  isStereo: boolean;
  /** The mode and the bandwidth, which an encoder keeps when it makes longer or shorter packets. */
  mode: number;
}

const LARGEST_FRAME = 1_275;
const LONGEST_MS = 120;
/** Configurations below this number are for speech, which uses smaller frames. */
const FIRST_OF_MUSIC = 16;
const MAX_KBITS = { speech: 200, music: 512 };

/** Returns null for bytes that cannot be a packet of a device. */
export function opusShape(packet: Uint8Array): OpusShape | null {
  const [head, count] = packet;
  if (head === undefined || count === undefined) return null;
  const configuration = head >> 3;
  const frames = framesIn(packet, head & 0x03, count);
  const milliseconds = frames * frameMs(configuration);
  if (milliseconds === 0 || milliseconds > LONGEST_MS) return null;
  const kbits = (packet.length * 8) / milliseconds;
  const most = configuration < FIRST_OF_MUSIC ? MAX_KBITS.speech : MAX_KBITS.music;
  if (kbits > most) return null;
  return { milliseconds, isStereo: (head & 0x04) !== 0, mode: modeOf(configuration) };
}

/** Returns 0 when the frames do not fit in the packet. */
function framesIn(packet: Uint8Array, code: number, count: number): number {
  const size = packet.length - 1;
  if (code === 0) return size <= LARGEST_FRAME ? 1 : 0;
  if (code === 1) return size % 2 === 0 && size / 2 <= LARGEST_FRAME ? 2 : 0;
  if (code === 2) return 2;
  return count & 0x3f;
}

function modeOf(configuration: number): number {
  // Two of the speech modes exist only for frames of 10 and 20 ms.
  const isHybrid = configuration >= 12 && configuration < FIRST_OF_MUSIC;
  return isHybrid ? configuration & ~1 : configuration & ~3;
}

function frameMs(configuration: number): number {
  if (configuration < 12) return [10, 20, 40, 60][configuration % 4]!;
  if (configuration < FIRST_OF_MUSIC) return [10, 20][configuration % 2]!;
  return [2.5, 5, 10, 20][configuration % 4]!;
}
