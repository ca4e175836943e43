import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AccountFacts } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import type { User } from './account.ts';

export async function selectUser(db: Db, user_id: string): Promise<User | undefined> {
  return db
    .selectFrom('users')
    .select([
      'id',
      'email',
      'name',
      'timezone',
      'language',
      'week_start',
      'due_hour',
      'keeps_examples',
    ])
    .where('id', '=', user_id)
    .executeTakeFirst();
}

export async function selectReadiness(db: Db, user_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('users')
    .select('readiness')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return row?.readiness;
}

export async function updateReadiness(db: Db, id: string, readiness: string): Promise<void> {
  await db.updateTable('users').set({ readiness }).where('id', '=', id).execute();
}

/** Returns the owner: the user with the oldest account, whoever asks. */
export async function selectFirstUser(db: Db): Promise<string | undefined> {
  const { rows } = await sql<{ id: string | null }>`SELECT first_user() AS id`.execute(db);
  return rows[0]!.id ?? undefined;
}

export async function countUsers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function selectSession(
  db: Db,
  tokenHash: string,
): Promise<({ id: string; user_id: string; expires_at: Date } & AccountFacts) | undefined> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.expires_at', 'u.timezone', 'u.readiness'])
    .where('s.token', '=', tokenHash)
    .executeTakeFirst();
}

/** Ends a session and returns its program; returns undefined when there is none. */
export async function deleteSession(
  db: Db,
  user_id: string,
  id: string,
): Promise<{ user_agent: string | null } | undefined> {
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning('user_agent')
    .executeTakeFirst();
}

/** Ends all sessions of the user except one; returns the number of ended sessions. */
export async function deleteOtherSessions(db: Db, user_id: string, kept: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', user_id)
    .where('id', '<>', kept)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Returns the valid sessions of the user, the newest first. */
export async function selectSessions(db: Db, user_id: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'user_agent', 'ip_address', 'created_at', 'expires_at'])
    .where('user_id', '=', user_id)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function selectSessionStart(
  db: Db,
  user_id: string,
  id: string,
): Promise<Date | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.created_at;
}

/** Makes simultaneous changes of the ways to sign in wait for each other. */
export async function lockUser(db: Db, user_id: string): Promise<void> {
  await db.selectFrom('users').select('id').where('id', '=', user_id).forUpdate().execute();
}

/** Changes the account; returns undefined when another account already has the new address. */
export async function updateUser(
  db: Db,
  user_id: string,
  change: {
    name?: string | undefined;
    email?: string | undefined;
    timezone?: string | undefined;
    week_start?: string | undefined;
    /** Null removes the value. */
    language?: string | null | undefined;
    due_hour?: number | null | undefined;
    keeps_examples?: boolean | undefined;
    updated_at: Date;
  },
): Promise<User | undefined> {
  const { language, due_hour } = change;
  const { rows } = await sql<User>`
    UPDATE users SET name = coalesce(${change.name ?? null}, name),
      email = coalesce(${change.email ?? null}, email),
      timezone = coalesce(${change.timezone ?? null}, timezone),
      week_start = coalesce(${change.week_start ?? null}, week_start),
      language = CASE WHEN ${language !== undefined} THEN ${language ?? null} ELSE language END,
      due_hour = CASE WHEN ${due_hour !== undefined} THEN ${due_hour ?? null}::int4 ELSE due_hour END,
      keeps_examples = coalesce(${change.keeps_examples ?? null}, keeps_examples),
      updated_at = ${change.updated_at}
    WHERE id = ${user_id} AND NOT EXISTS (
      SELECT FROM users WHERE email = ${change.email ?? null} AND id <> ${user_id})
    RETURNING id, email, name, timezone, language, week_start, due_hour, keeps_examples
  `.execute(db);
  return rows[0];
}

/** Deletes the account. Foreign keys delete most of its data. */
export async function deleteUser(db: Db, user_id: string): Promise<void> {
  await db.deleteFrom('users').where('id', '=', user_id).execute();
}

export async function selectPassword(db: Db, user_id: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('user_id', '=', user_id)
    .where('provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? null;
}

/** Returns the hash of the password of the account with this address. */
export async function selectPasswordByEmail(db: Db, email: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials as c')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select('c.password')
    .where('u.email', '=', email)
    .where('c.provider_id', '=', 'credential')
    .executeTakeFirst();
  return row?.password ?? null;
}

export async function deleteSessionByToken(db: Db, token_hash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token', '=', token_hash).execute();
}

/** Replaces the password, or sets the first one of an account that has none. */
export async function upsertPassword(db: Db, user_id: string, hash: string): Promise<void> {
  await sql`
    INSERT INTO credentials (id, account_id, provider_id, user_id, password)
    VALUES (${randomUUID()}, ${user_id}, 'credential', ${user_id}, ${hash})
    ON CONFLICT (provider_id, account_id) DO UPDATE SET password = excluded.password
  `.execute(db);
}

/**
 * Counts an attempt before it is made, so that simultaneous attempts cannot bypass the limit.
 * Returns the time when the required wait ends, or null when the attempt may be made. After `free`
 * failures, each further failure doubles the wait, from one second up to `maxSeconds`. An hour
 * without failures resets the count. Below the limit, times are not compared: simultaneous attempts
 * read their clocks in another order than they arrive here.
 */
export async function takeAttempt(
  db: Db,
  {
    subject,
    now,
    free,
    maxSeconds,
  }: { subject: string; now: Date; free: number; maxSeconds: number },
): Promise<Date | null> {
  const wait = sql`least(${maxSeconds}, 2 ^ greatest(0, least(30, f.failures - ${free})))`;
  const { rows } = await sql`
    INSERT INTO attempts AS a (subject, failures, retry_at, expires_at)
    VALUES (${subject}, 1, ${now}, ${now}::timestamptz + interval '1 hour')
    ON CONFLICT (subject) DO UPDATE SET (failures, retry_at, expires_at) = (
      SELECT f.failures,
             CASE WHEN f.failures > ${free}
                  THEN ${now}::timestamptz + make_interval(secs => ${wait})
                  ELSE ${now}::timestamptz END,
             excluded.expires_at
      FROM (SELECT CASE WHEN a.expires_at > ${now} THEN a.failures + 1 ELSE 1 END AS failures) f)
    WHERE a.failures <= ${free} OR a.retry_at <= ${now} OR a.expires_at <= ${now}
    RETURNING subject
  `.execute(db);
  if (rows.length > 0) return null;
  const attempts = db.selectFrom('attempts').select('retry_at').where('subject', '=', subject);
  return (await attempts.executeTakeFirst())?.retry_at ?? now;
}

/** Uncounts an attempt that succeeded. */
export async function returnAttempt(db: Db, subject: string, now: Date): Promise<void> {
  await sql`
    UPDATE attempts SET failures = greatest(0, failures - 1), retry_at = least(retry_at, ${now})
    WHERE subject = ${subject}
  `.execute(db);
}

export async function deleteFailures(db: Db, subject: string): Promise<void> {
  await db.deleteFrom('attempts').where('subject', '=', subject).execute();
}

export async function selectKeepAudio(db: Db, user_id: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('users')
    .select('keep_audio')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return row?.keep_audio ?? null;
}

export async function selectKeepsExamples(db: Db, user_id: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('keeps_examples')
    .where('id', '=', user_id)
    .executeTakeFirst();
  return row?.keeps_examples ?? false;
}

export async function updateKeepAudio(
  db: Db,
  user_id: string,
  keep_audio: boolean | null,
): Promise<void> {
  await db.updateTable('users').set({ keep_audio }).where('id', '=', user_id).execute();
}

export async function selectUserByEmail(
  db: Db,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email', '=', email)
    .executeTakeFirst();
}

/** Returns all accounts; the first is the owner. */
export async function selectUsers(db: Db) {
  return db
    .selectFrom('users')
    .select(['email', 'name', 'timezone', 'readiness', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
