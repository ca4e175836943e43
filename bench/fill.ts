/** Fills the database of a service that is not running, which is faster than its API. */
import { silentLog } from '../src/core/log.ts';
import { uuidv7 } from '../src/core/ids.ts';
import type { Scope } from '../src/core/scopes.ts';
import { keyHash, mintKey, shownPrefix } from '../src/domains/access/keys/key.ts';
import { contentKey, scoring } from '../src/domains/memories/memory.ts';
import { openDatabase } from '../src/storage/database.ts';
import type { Db } from '../src/storage/database.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import { spawnService } from '../src/testing/service-process.ts';
import { OWNER } from '../src/testing/start-service.ts';
import { sentences } from './sentences.ts';

export const words = sentences(7);

/**
 * Starts the service once, so that it creates the database and the owner, stops it and fills the
 * database: the embedded one, or that of the environment.
 */
export async function fillFolder<T>(
  folder: string,
  fill: (db: Db, user_id: string) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  const { id } = await withOwner(folder, environment);
  const url = environment['DATABASE_URL'];
  await using database = await openDatabase({ url, folder, log: silentLog });
  const filled = await fill(database.db, id);
  await database.script('VACUUM ANALYZE');
  return filled;
}

async function withOwner(folder: string, environment: Record<string, string>): Promise<ApiUser> {
  await using service = await spawnService({ folder, environment });
  return await ApiUser.signIn(service.url, OWNER);
}

export async function addUser(db: Db, id: string): Promise<void> {
  await db
    .insertInto('users')
    .values({ id, email: `${id}@example.org`, name: id })
    .execute();
}

/** Adds a developer key and returns it. */
export async function addKey(db: Db, user_id: string, scopes: readonly Scope[]): Promise<string> {
  const minted = mintKey('developer');
  const row = {
    user_id,
    id: uuidv7(),
    family: 'developer' as const,
    name: 'bench',
    key_prefix: shownPrefix('developer', minted),
    key_hash: keyHash(minted),
    scopes: [...scopes],
    created_at: new Date(),
  };
  await db.insertInto('api_keys').values(row).execute();
  return minted;
}

const fact = () => `${words.say(8)} ${uuidv7().slice(-6)}`;

let facts = 0;

/** Returns a new fact that shares most of its words with the other facts. */
export const factLikeOthers = (): string =>
  `Bought ${facts % 97} apples at the market with friend number ${(facts += 1)}`;

export async function fillMemories(
  db: Db,
  user_id: string,
  count: number,
  say = fact,
): Promise<void> {
  const rows = Array.from({ length: count }, () => {
    const content = say();
    const now = new Date();
    const memory = { category: 'system', manually_added: true, created_at: now } as const;
    return {
      ...memory,
      user_id,
      id: uuidv7(),
      content,
      content_key: contentKey(content),
      visibility: 'private' as const,
      tags: [],
      reviewed: true,
      user_review: true,
      scoring: scoring(memory),
      updated_at: now,
    };
  });
  await db.insertInto('memories').values(rows).execute();
}

/** Inserts conversations with this many turns each and returns their ids. */
export async function fillConversations(
  db: Db,
  user_id: string,
  turns: readonly number[],
): Promise<string[]> {
  const now = new Date();
  const rows = turns.map(() => ({
    user_id,
    id: uuidv7(),
    status: 'completed' as const,
    created_at: now,
    updated_at: now,
    started_at: now,
    finished_at: now,
    title: words.say(4),
    overview: words.say(30),
  }));
  await db.insertInto('conversations').values(rows).execute();
  const segments = rows.flatMap(({ id }, place) =>
    Array.from({ length: turns[place]! }, (_, turn) => ({
      user_id,
      conversation_id: id,
      id: uuidv7(),
      text: words.say(12),
      speaker_id: turn % 2,
      start_seconds: turn * 5,
      end_seconds: turn * 5 + 4,
    })),
  );
  await db.insertInto('segments').values(segments).execute();
  return rows.map(({ id }) => id);
}
