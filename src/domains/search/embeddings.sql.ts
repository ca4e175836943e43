import { sql } from 'kysely';
import type { Searchable } from '../queries/search-shapes.ts';
import type { Db } from '../../storage/database.ts';
import type { EmbeddingsTable } from '../../storage/tables.ts';
import { transaction } from '../../storage/transaction.ts';
import type { SearchPlace } from './search.sql.ts';

export type EmbeddingRow = Omit<EmbeddingsTable, 'user_id' | 'kind'>;

export interface ClaimedText {
  id: number;
  user_id: string;
  kind: Searchable;
  group_id: string;
}

const KINDS: readonly Searchable[] = ['memories', 'action_items', 'conversations'];
/** Another process may claim a batch after this time, which is longer than a batch takes. */
const CLAIM_SECONDS = 300;

/**
 * Sets the embedding model to use; null for none. When the model changes, queues all groups or
 * empties the queue.
 */
export async function wantModel(
  db: Db,
  wanted: { model: string; dimensions: number | null } | null,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (wanted === null) {
      const { numDeletedRows } = await tx.deleteFrom('embedding_model').executeTakeFirst();
      if (numDeletedRows > 0n) await tx.deleteFrom('embedding_queue').execute();
      return;
    }
    const { model, dimensions } = wanted;
    const { rows } = await sql<{ model: string }>`
      INSERT INTO embedding_model AS had (model, dimensions) VALUES (${model}, ${dimensions})
      ON CONFLICT (only_one) DO UPDATE SET model = excluded.model, dimensions = excluded.dimensions
      WHERE had.model <> excluded.model OR had.dimensions <> excluded.dimensions
      RETURNING model
    `.execute(tx);
    if (rows.length === 0) return;
    await tx.deleteFrom('embedding_queue').execute();
    for (const kind of KINDS) {
      await sql`
        INSERT INTO embedding_queue (user_id, kind, group_id)
        SELECT user_id, ${kind}, id FROM ${sql.table(kind)} ORDER BY id DESC
      `.execute(tx);
    }
  });
}

/** Returns the embedding model to use, with its dimensions if they are known; null for none. */
export async function selectModel(
  db: Db,
): Promise<{ model: string; dimensions: number | null } | null> {
  const row = await db
    .selectFrom('embedding_model')
    .select(['model', 'dimensions'])
    .executeTakeFirst();
  return row ?? null;
}

export async function noteDimensions(db: Db, model: string, dimensions: number): Promise<void> {
  await sql`
    UPDATE embedding_model SET dimensions = ${dimensions}
    WHERE model = ${model} AND dimensions IS NULL
  `.execute(db);
}

/**
 * Claims work from the queue for a limited time. Afterwards, unfinished work becomes available
 * again.
 */
export async function claim(db: Db, now: Date, limit: number): Promise<ClaimedText[]> {
  const until = new Date(now.getTime() + CLAIM_SECONDS * 1000);
  const { rows } = await sql<ClaimedText>`
    UPDATE embedding_queue SET claimed_until = ${until}
    WHERE id IN (
      SELECT id FROM embedding_queue WHERE claimed_until IS NULL OR claimed_until < ${now}
      ORDER BY id LIMIT ${limit} FOR UPDATE SKIP LOCKED
    )
    RETURNING id, user_id, kind, group_id
  `.execute(db);
  return rows.toSorted((one, other) => one.id - other.id);
}

export async function release(db: Db, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE embedding_queue SET claimed_until = NULL WHERE id = ANY (${ids}::bigint[])
  `.execute(db);
}

export async function finish(db: Db, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM embedding_queue WHERE id = ANY (${ids}::bigint[])`.execute(db);
}

export async function deleteQueueOf(db: Db, user_id: string): Promise<void> {
  await sql`DELETE FROM embedding_queue WHERE user_id = ${user_id}`.execute(db);
}

/** Stores the vectors of a group if it still exists. */
export async function storeEmbedding(
  db: Db,
  { user_id, kind }: SearchPlace,
  row: EmbeddingRow,
): Promise<void> {
  await sql`
    WITH there AS (
      SELECT id FROM ${sql.table(kind)}
      WHERE user_id = ${user_id} AND id = ${row.group_id} FOR KEY SHARE
    )
    INSERT INTO embeddings
      (user_id, kind, group_id, model, dimensions, fingerprint, passages, vectors)
    SELECT ${user_id}, ${kind}, id, ${row.model}, ${row.dimensions}::int, ${row.fingerprint}::bytea,
      ${row.passages}::int[], ${row.vectors}::bytea
    FROM there
    ON CONFLICT (user_id, kind, group_id) DO UPDATE SET model = excluded.model,
      dimensions = excluded.dimensions, fingerprint = excluded.fingerprint,
      passages = excluded.passages, vectors = excluded.vectors
  `.execute(db);
}

export async function selectEmbeddings(
  db: Db,
  { user_id, kind }: SearchPlace,
  ids: readonly string[],
): Promise<EmbeddingRow[]> {
  return db
    .selectFrom('embeddings')
    .select(['group_id', 'model', 'dimensions', 'fingerprint', 'passages', 'vectors'])
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .where('group_id', 'in', ids)
    .execute();
}

export interface Progress {
  kind: Searchable;
  total: number;
  embedded: number;
  waiting: number;
}

/**
 * Returns, for each kind, the numbers of a user's groups, of groups with vectors of the model, and
 * of queued groups.
 */
export async function selectProgress(
  db: Db,
  user_id: string,
  model: string | null,
): Promise<Progress[]> {
  const ofKind = (kind: Searchable) => {
    const searched = kind === 'conversations' ? sql`AND status <> 'in_progress'` : sql``;
    return sql`
      SELECT ${kind} AS kind,
        (SELECT count(*) FROM ${sql.table(kind)} WHERE user_id = ${user_id} ${searched}) AS total,
        (SELECT count(*) FROM embeddings
         WHERE user_id = ${user_id} AND kind = ${kind} AND model = ${model}) AS embedded,
        (SELECT count(DISTINCT group_id) FROM embedding_queue
         WHERE user_id = ${user_id} AND kind = ${kind}) AS waiting`;
  };
  const { rows } = await sql<Progress>`${sql.join(KINDS.map(ofKind), sql` UNION ALL `)}`.execute(
    db,
  );
  return rows;
}
