/** Reads the kept sound of a conversation, and checks that it is complete. */
import { opusPackets } from '../../../engines/audio/ogg-opus.ts';
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { readAudio } from '../../recordings/sound-reading.ts';
import type { AudioFileRow } from '../../recordings/audio.ts';
import type { NamedSegment } from '../../transcripts/named-segments.ts';

const PACKET_MS = 20;
const BATCH_MS = 1_000;
/** Words may be this far outside of the sound, because their times are estimates. */
const NEAR_MS = 1_000;
/** The last page of a file is missing if the service crashed; it holds at most this much. */
const LAST_PAGE_MS = 1_100;

/** Returns whether all these words are in the sound. `began` is the time of second 0 (ms). */
export function holdsWords(
  files: readonly AudioFileRow[],
  segments: readonly NamedSegment[],
  began: number,
): boolean {
  const isInside = (at: number) =>
    files.some(({ started_at, seconds }) => {
      const start = started_at.getTime();
      return at > start - NEAR_MS && at < start + seconds * 1000 + NEAR_MS;
    });
  return segments
    .flatMap(({ words }) => words as { start: number }[])
    .every(({ start }) => isInside(began + start * 1000));
}

/** Returns whether the file is there and not damaged. */
export async function isWhole(context: Context, file: AudioFileRow): Promise<boolean> {
  const packets = await packetsOf(context, file);
  return packets !== null && packets.length * PACKET_MS >= file.seconds * 1000 - LAST_PAGE_MS;
}

/** Yields the messages of a file, second by second, with the time (ms) of the first one. */
export async function* batchesOf(
  context: Context,
  file: AudioFileRow,
): AsyncGenerator<{ spoken_at: number; messages: Uint8Array[] }> {
  const packets = await packetsOf(context, file);
  if (!packets) throw new Error('The kept sound was deleted or damaged.');
  const size = BATCH_MS / PACKET_MS;
  for (let at = 0; at < packets.length; at += size) {
    const spoken_at = file.started_at.getTime() + at * PACKET_MS;
    yield { spoken_at, messages: packets.slice(at, at + size) };
  }
}

async function packetsOf(
  context: Context,
  { id, conversation_id }: AudioFileRow,
): Promise<Uint8Array[] | null> {
  const key = { user_id: userOf(context), conversation_id, id };
  const file = await readAudio(context, key);
  return file ? opusPackets(file) : null;
}
