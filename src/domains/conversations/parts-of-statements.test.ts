/** The parts that other rooms put into their statements, on the filled database of the recorded calls. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { idOf } from '../../testing/statements/codec.ts';
import { openFilledDatabase, readFilling } from '../../testing/statements/filled-database.ts';
import { folderByCategory } from './conversations.sql.ts';
import type { Photo } from './photo.ts';
import { addingPhoto } from './recording/live-recording.sql.ts';

test('a photo goes only into a live recording of its user', async () => {
  await using database = await openFilledDatabase(readFilling());
  const photo: Photo = {
    id: idOf(50),
    content_type: 'image/jpeg',
    created_at: '2026-03-01T10:00:00.000Z',
    description: null,
    discarded: false,
  };
  const [live, ended, liveOfAnother] = [idOf(1), idOf(2), idOf(7)];
  for (const id of [live, ended, liveOfAnother]) {
    const { rows } = await addingPhoto('anna', id, photo).execute(database.db);
    assert.equal(rows.length, id === live ? 1 : 0);
  }
});

test('a conversation goes into the first of the folders of its category', async () => {
  await using database = await openFilledDatabase(readFilling());
  const { db } = database;
  await sql`
    UPDATE folders SET category_mapping = given.category, "order" = given.place
    FROM (VALUES ('anna', ${idOf(1)}, 'work', 2), ('anna', ${idOf(2)}, 'work', 1),
      ('anna', ${idOf(3)}, 'health', 0), ('berta', ${idOf(5)}, 'work', 0))
      AS given (user_id, id, category, place)
    WHERE folders.user_id = given.user_id AND folders.id = given.id::uuid
  `.execute(db);
  const { rows } = await sql<{ folder: string }>`
    SELECT ${folderByCategory('anna', 'work')} AS folder FROM conversations
    WHERE user_id = 'anna' AND folder_id IS NULL LIMIT 1
  `.execute(db);
  assert.equal(rows[0]!.folder, idOf(2));
});
