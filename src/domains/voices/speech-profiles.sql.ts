import type { Selectable } from 'kysely';
import type { VoicePrint } from '../../engines/voices/print.ts';
import type { Db } from '../../storage/database.ts';
import type { SpeechProfilesTable } from '../../storage/tables.ts';

type Row = Selectable<SpeechProfilesTable>;
/** All columns except the sound, which is large. */
export type ProfileRow = Omit<Row, 'audio' | 'statistics'>;

const DESCRIPTION = [
  'user_id',
  'id',
  'seconds',
  'problems',
  'model',
  'print_seconds',
  'created_at',
] as const;

export async function selectProfile(db: Db, user_id: string): Promise<ProfileRow | undefined> {
  return db
    .selectFrom('speech_profiles')
    .select(DESCRIPTION)
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

export async function selectRecording(
  db: Db,
  user_id: string,
): Promise<Pick<Row, 'id' | 'audio'> | undefined> {
  return db
    .selectFrom('speech_profiles')
    .select(['id', 'audio'])
    .where('user_id', '=', user_id)
    .executeTakeFirst();
}

/** Returns the voiceprint of the user, if this model made it. */
export async function selectOwnPrint(
  db: Db,
  user_id: string,
  model: string,
): Promise<VoicePrint | null> {
  const row = await db
    .selectFrom('speech_profiles')
    .select(['print_seconds', 'statistics'])
    .where('user_id', '=', user_id)
    .where('model', '=', model)
    .executeTakeFirst();
  return row ? voicePrintOf({ ...row, model }) : null;
}

export interface NewProfile {
  user_id: string;
  id: string;
  audio: Uint8Array;
  seconds: number;
  problems: readonly string[];
  created_at: Date;
}

/** Stores the profile, which replaces the previous one, because each user has only one. */
export async function upsertProfile(
  db: Db,
  { audio, problems, ...rest }: NewProfile,
  print: VoicePrint,
): Promise<void> {
  const row = {
    ...rest,
    ...columnsOf(print),
    audio: Buffer.from(audio),
    problems: JSON.stringify(problems),
  };
  await db
    .insertInto('speech_profiles')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
}

/** Stores a voiceprint that another model made of the same recording. */
export async function updatePrint(
  db: Db,
  { user_id, id }: { user_id: string; id: string },
  print: VoicePrint,
): Promise<void> {
  await db
    .updateTable('speech_profiles')
    .set(columnsOf(print))
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

export async function updateProblems(
  db: Db,
  { user_id, id }: { user_id: string; id: string },
  problems: readonly string[],
): Promise<void> {
  await db
    .updateTable('speech_profiles')
    .set({ problems: JSON.stringify(problems) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** Returns the users whose voiceprint was made by another model. */
export async function selectOutdated(db: Db, model: string): Promise<string[]> {
  const rows = await db
    .selectFrom('speech_profiles')
    .select('user_id')
    .where('model', '<>', model)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function deleteProfile(db: Db, user_id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('speech_profiles')
    .where('user_id', '=', user_id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** The columns of a stored voiceprint; the numbers are little-endian 32-bit floats. */
export interface PrintColumns {
  model: string;
  print_seconds: number;
  statistics: Buffer;
}

export function columnsOf({ model, seconds, statistics }: VoicePrint): PrintColumns {
  const { buffer, byteOffset, byteLength } = statistics;
  return { model, print_seconds: seconds, statistics: Buffer.from(buffer, byteOffset, byteLength) };
}

export function voicePrintOf({ model, print_seconds, statistics }: PrintColumns): VoicePrint {
  // Copies the bytes, because a float array must begin at a multiple of four.
  const numbers = new Float32Array(new Uint8Array(statistics).buffer);
  return { model, seconds: print_seconds, statistics: numbers };
}
