/** Reads kept sound, whose bytes are in the store for files, in the database, or in both. */
import { NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context, Parts } from '../../kit/context.ts';
import type { PartlyRead } from '../../kit/route.ts';
import type { Files } from '../../storage/objects/files.ts';
import type { StoredObject } from '../../storage/objects/rows.ts';
import type { ByteRange } from '../../storage/objects/store.ts';
import { selectAudio, selectObject, selectPieces } from './audio.sql.ts';
import type { StoredSound } from './audio.sql.ts';

/** An archive is written in parts of this size. */
const PART_BYTES = 4 * 1024 * 1024;
/** Pieces in the database are much smaller. */
const PIECES = 64;

/** Returns the bytes, or reads them in the parts that are asked for when all are in the store. */
export async function soundContent(
  files: Files,
  sound: StoredSound,
): Promise<Uint8Array | PartlyRead> {
  const { object, rest } = sound;
  const found = <T>(bytes: T | null | undefined): T => {
    if (!bytes) throw new NotFound('Audio not found');
    return bytes;
  };
  if (!object || rest.length > 0) return found(await wholeSound(files, sound));
  const read = async (range: ByteRange) => found(await files.read(object, range));
  return { size: object.bytes, sha256: object.sha256, read };
}

async function wholeSound(
  files: Files,
  { object, rest }: StoredSound,
): Promise<Buffer | undefined> {
  if (!object) return rest;
  const first = await files.read(object);
  return first ? Buffer.concat([first, rest]) : undefined;
}

/** Returns a complete file; undefined when it does not exist. */
export async function readAudio(
  { db, files }: Pick<Parts, 'db' | 'files'>,
  key: { user_id: string; conversation_id: string; id: string },
): Promise<Buffer | undefined> {
  const sound = await selectAudio(db, key);
  return sound && wholeSound(files, sound);
}

/** Yields a file part by part. Leaves out what the store has lost. */
export async function* readPieces(
  { db, files, ...context }: Context,
  audio_id: string,
): AsyncGenerator<Buffer> {
  const file = { user_id: userOf(context), audio_id };
  for (let from = 0; ;) {
    const data = await selectPieces(db, { ...file, from, limit: PIECES });
    if (data.length > 0) {
      yield data;
      from += data.length;
      continue;
    }
    // The pieces may have moved to the store since the last look.
    const object = await selectObject(db, file);
    if (!object || object.bytes <= from) return;
    for await (const part of partsOf(files, object, from)) {
      yield part;
      from += part.length;
    }
    if (from < object.bytes) return;
  }
}

async function* partsOf(files: Files, object: StoredObject, start: number): AsyncGenerator<Buffer> {
  for (let from = start; from < object.bytes; from += PART_BYTES) {
    const to = Math.min(from + PART_BYTES, object.bytes) - 1;
    const part = await files.read(object, { from, to });
    if (!part) return;
    yield part;
  }
}
