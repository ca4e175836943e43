import { sql } from 'kysely';
import type { Db } from '../../../storage/database.ts';

/** A person at a sign-in provider. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** Returns the user who signs in as this person, whoever it is. */
export async function selectUserBySubject(
  db: Db,
  { issuer, subject }: Subject,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('credentials')
    .select('user_id')
    .where('provider_id', '=', issuer)
    .where('account_id', '=', subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** Returns whether there is a password, and since when the provider is connected. */
export async function selectSignIns(
  db: Db,
  user_id: string,
  issuer: string | null,
): Promise<{ hasPassword: boolean; linked_at: Date | null }> {
  const rows = await db
    .selectFrom('credentials')
    .select(['provider_id', 'password', 'created_at'])
    .where('user_id', '=', user_id)
    .execute();
  return {
    hasPassword: rows.some(({ password }) => password !== null),
    linked_at: rows.find(({ provider_id }) => provider_id === issuer)?.created_at ?? null,
  };
}

/** Returns false when the person is already connected with an account. */
export async function insertLink(
  db: Db,
  user_id: string,
  link: Subject & { id: string; created_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO credentials (id, account_id, provider_id, user_id, created_at, updated_at)
    VALUES (${link.id}, ${link.subject}, ${link.issuer}, ${user_id}, ${link.created_at}, ${link.created_at})
    ON CONFLICT DO NOTHING RETURNING id
  `.execute(db);
  return rows.length > 0;
}

export async function deleteLinks(db: Db, user_id: string, issuer: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('credentials')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', issuer)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export interface NewUser {
  id: string;
  email: string;
  email_verified: boolean;
  name: string;
  timezone: string;
  created_at: Date;
}

/** Creates an account without a password. Returns false when another account has the address. */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO users (id, email, email_verified, name, timezone, created_at, updated_at)
    VALUES (${user.id}, ${user.email}, ${user.email_verified}, ${user.name}, ${user.timezone},
      ${user.created_at}, ${user.created_at})
    ON CONFLICT DO NOTHING RETURNING id
  `.execute(db);
  return rows.length > 0;
}
