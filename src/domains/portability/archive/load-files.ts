import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { givenIn, insertMissing, readRowsOf } from '../../../storage/archive/rows.ts';
import type { Row } from '../../../storage/archive/rows.ts';
import { entryBytes } from '../../../storage/archive/read.ts';
import type { ZipReader } from '../../../storage/archive/zip.ts';
import type { Tx } from '../../../storage/database.ts';
import { transaction } from '../../../storage/transaction.ts';
import { appendAudio } from '../../recordings/audio.ts';
import { MAX_FILE_BYTES, photoFile, soundFile, VOICE } from './format.ts';
import type { Loading } from './loading.ts';
import { inward } from './records/described.ts';
import type { DescribedKind } from './records/described.ts';
import { hexOf } from './records/kind.ts';

const PIECE_BYTES = 256 * 1024;

/** Stores a record whose bytes are in a file of the archive, and counts it. */
export async function loadFile(
  loading: Loading,
  zip: ZipReader,
  kind: DescribedKind,
  row: Row,
): Promise<void> {
  const { context, report, save } = loading;
  const insert = (await isStored(context, kind, row['id']))
    ? null
    : await inserting(context, zip, kind, row);
  const counts = await transaction(context.db, async (tx) => {
    const counts = insert && (await insert(tx)) ? { created: 1 } : { unchanged: 1 };
    await save(tx, report.after(kind.name, counts));
    return counts;
  });
  report.count(kind.name, counts);
}

/** Reads the bytes; the returned function stores them and returns whether they are new. */
async function inserting(
  context: Context,
  zip: ZipReader,
  kind: DescribedKind,
  row: Row,
): Promise<(tx: Tx) => Promise<boolean>> {
  if (kind.name === 'sound') return insertingSound(context, zip, row);
  const [file, column] =
    kind.name === 'photos' ? [photoFile(row['id'] as string), 'data'] : [VOICE, 'audio'];
  const data = await entryBytes(zip.entry(file!), MAX_FILE_BYTES);
  const whole = { ...inward(row, kind), [column!]: hexOf(data) };
  const stored = { ...kind, columns: givenIn([whole], [...kind.columns, column!]), key: ['id'] };
  return async (tx) => (await insertMissing(tx, userOf(context), stored, [whole])).length > 0;
}

async function isStored(context: Context, { table }: DescribedKind, id: unknown): Promise<boolean> {
  const stored = { table, columns: ['id'], key: ['id'] };
  const by = { column: 'id', values: [id], type: 'uuid' };
  return (await readRowsOf(context.db, userOf(context), stored, by)).length > 0;
}

async function insertingSound(
  context: Context,
  zip: ZipReader,
  row: Row,
): Promise<(tx: Tx) => Promise<boolean>> {
  const data = await entryBytes(zip.entry(soundFile(row['id'] as string)), MAX_FILE_BYTES);
  return async (tx) => {
    let isCreated = false;
    for (let place = 0; place === 0 || place < data.length; place += PIECE_BYTES) {
      isCreated = await appendAudio(tx, {
        user_id: userOf(context),
        audio_id: row['id'] as string,
        conversation_id: row['conversation_id'] as string,
        channel: row['channel'] as number,
        started_at: new Date(row['started_at'] as string),
        seconds: (row['seconds'] as number | undefined) ?? 0,
        place,
        data: data.subarray(place, place + PIECE_BYTES),
        peaks:
          place === 0
            ? Buffer.from((row['peaks'] as string | undefined) ?? '', 'base64')
            : Buffer.alloc(0),
      });
    }
    return isCreated;
  };
}
