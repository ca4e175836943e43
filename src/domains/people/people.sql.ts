import { sql } from 'kysely';
import type { Selectable } from 'kysely';
import type { Db } from '../../storage/database.ts';
import type { PeopleTable } from '../../storage/tables.ts';
import type { ListQuery } from '../queries/filters/filters.ts';

export type PersonRow = Selectable<PeopleTable>;

/** Returns a page of a list. */
export async function selectPeople(
  db: Db,
  user_id: string,
  list: ListQuery,
  { limit, offset }: { limit: number; offset: number },
): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    SELECT * ${list.sortKey} FROM people
    WHERE user_id = ${user_id} ${list.where} ${list.following}
    ORDER BY ${list.order}
    LIMIT ${limit} OFFSET ${offset}
  `.execute(db);
  return rows;
}

export async function selectPerson(
  db: Db,
  user_id: string,
  id: string,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function selectPersonByName(
  db: Db,
  user_id: string,
  name_key: Buffer,
): Promise<PersonRow | undefined> {
  return db
    .selectFrom('people')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('name_key', '=', name_key)
    .executeTakeFirst();
}

/** Returns the given ids that exist. */
export async function selectKnownIds(
  db: Db,
  user_id: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM people WHERE user_id = ${user_id} AND id = ANY (${ids}::uuid[])
  `.execute(db);
  return rows.map(({ id }) => id);
}

export async function selectIds(db: Db, user_id: string): Promise<string[]> {
  const rows = await db.selectFrom('people').select('id').where('user_id', '=', user_id).execute();
  return rows.map(({ id }) => id);
}

/** Returns nothing when a person with this name already exists. */
export async function insertPerson(db: Db, row: PersonRow): Promise<PersonRow | undefined> {
  return db
    .insertInto('people')
    .values(row)
    .onConflict((conflict) => conflict.columns(['user_id', 'name_key']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updatePersonRow(
  db: Db,
  user_id: string,
  id: string,
  change: Pick<PersonRow, 'name' | 'name_key' | 'updated_at'>,
): Promise<PersonRow | undefined> {
  return db
    .updateTable('people')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Deletes a person; the foreign key removes the person from the segments. */
export async function deletePersonRow(db: Db, user_id: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('people')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
