/** The settings of an account in its archive. */
import { z } from 'zod';
import { text } from '../../../core/wire.ts';
import type { Db } from '../../../storage/database.ts';
import {
  selectKeepAudio,
  selectUser,
  updateKeepAudio,
  updateUser,
} from '../../accounts/accounts.ts';
import { DueHour, Timezone, WeekStart } from '../../accounts/account.ts';

export const ArchiveSettings = z.strictObject({
  name: text({ min: 1, max: 100 }),
  timezone: Timezone,
  language: text({ min: 2, max: 20 }).nullable(),
  week_start: WeekStart,
  due_hour: DueHour,
  keep_audio: z.boolean().nullable(),
  /** Archives of older versions do not have it. */
  keeps_examples: z.boolean().optional(),
});
export type ArchiveSettings = z.output<typeof ArchiveSettings>;

export async function readSettings(db: Db, user_id: string): Promise<ArchiveSettings> {
  const { name, timezone, language, week_start, due_hour, keeps_examples } = (await selectUser(
    db,
    user_id,
  ))!;
  const keep_audio = await selectKeepAudio(db, user_id);
  return { name, timezone, language, week_start, due_hour, keep_audio, keeps_examples };
}

export async function writeSettings(
  db: Db,
  user_id: string,
  { keep_audio, ...settings }: ArchiveSettings,
  now: Date,
): Promise<void> {
  await updateUser(db, user_id, { ...settings, updated_at: now });
  await updateKeepAudio(db, user_id, keep_audio);
}
