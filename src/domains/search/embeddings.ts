import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { Embedder } from '../../engines/search/embeddings-endpoint.ts';
import type { SearchGroup } from '../../engines/search/text-index.ts';
import type { GroupVectors } from '../../engines/search/vectors.ts';
import type { Db } from '../../storage/database.ts';
import { usageCounter } from '../models/usage/model-usage.ts';
import { EmbeddingFiller } from './embedding-filler.ts';
import * as sql from './embeddings.sql.ts';
import { fingerprintOf } from './groups.ts';
import type { SearchPlace } from './search.sql.ts';

const MAX_QUESTIONS = 500;
/** Searches skip the embedder for this long after a failure. */
const REST_MS = 15_000;

export interface EmbeddingsSource {
  embedder: Embedder;
  /** The longest time that a search waits for the vector of its question. */
  deadlineMs: number;
}

/** Provides vectors of groups and of questions, from an embedder that may fail at any time. */
export class Embeddings implements AsyncDisposable {
  readonly #db: Db;
  readonly #embedder: Embedder;
  readonly #deadlineMs: number;
  readonly #log: Log;
  readonly #filler: EmbeddingFiller;
  /** The vectors of recent questions, the oldest first. */
  readonly #questions = new Map<string, Promise<Float32Array | null>>();
  #restsUntil = 0;

  private constructor(
    { db, clock, log }: { db: Db; clock: Clock; log: Log },
    { embedder, deadlineMs }: EmbeddingsSource,
  ) {
    this.#db = db;
    this.#log = log;
    this.#embedder = embedder;
    this.#deadlineMs = deadlineMs;
    this.#filler = new EmbeddingFiller({ db, embedder, clock, log });
  }

  /** Resolves with null without a source. */
  static async open(
    parts: { db: Db; clock: Clock; log: Log },
    source: EmbeddingsSource | null,
  ): Promise<Embeddings | null> {
    const had = await sql.selectModel(parts.db);
    if (!source) {
      if (had) await sql.wantModel(parts.db, null);
      return null;
    }
    const { model } = source.embedder;
    if (had?.model !== model) await sql.wantModel(parts.db, { model, dimensions: null });
    return new Embeddings(parts, source);
  }

  get model(): string {
    return this.#embedder.model;
  }

  /** The reason why no vectors are being made. */
  get problem(): string | null {
    return this.#filler.problem;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#filler[Symbol.asyncDispose]();
  }

  /** Returns the vector of a user's question; null when the embedder does not answer in time. */
  async ofQuestion(user_id: string, text: string): Promise<Float32Array | null> {
    const known = this.#questions.get(text);
    if (known) return known;
    if (text.trim() === '' || performance.now() < this.#restsUntil) return null;
    const asked = this.#ask(user_id, text);
    this.#questions.set(text, asked);
    const [oldest] = this.#questions.keys();
    if (this.#questions.size > MAX_QUESTIONS) this.#questions.delete(oldest!);
    return asked;
  }

  async #ask(user_id: string, text: string): Promise<Float32Array | null> {
    try {
      const signal = AbortSignal.timeout(this.#deadlineMs);
      const { vectors, tokens } = await this.#embedder.embed([text], signal);
      const count = usageCounter({ db: this.#db, log: this.#log }, user_id, 'search');
      if (tokens !== null) count({ calls: 1, tokens });
      return vectors[0]!;
    } catch (error) {
      this.#questions.delete(text);
      this.#restsUntil = performance.now() + REST_MS;
      this.#log.warn({ err: error }, 'a question has no embedding; search goes by words');
      return null;
    }
  }

  /** Returns the stored vectors of the groups whose texts have not changed. */
  async ofGroups(
    place: SearchPlace,
    groups: readonly SearchGroup[],
  ): Promise<Map<string, GroupVectors>> {
    const vectors = new Map<string, GroupVectors>();
    if (groups.length === 0) return vectors;
    const ids = groups.map(({ id }) => id);
    const rows = await sql.selectEmbeddings(this.#db, place, ids);
    const byId = new Map(rows.map((row) => [row.group_id, row]));
    for (const group of groups) {
      const row = byId.get(group.id);
      if (row?.model !== this.model || row.passages.length === 0) continue;
      if (!row.fingerprint.equals(fingerprintOf(group))) continue;
      vectors.set(group.id, {
        dimensions: row.dimensions,
        values: floatsOf(row.vectors),
        passages: pairs(row.passages),
      });
    }
    return vectors;
  }
}

function floatsOf(bytes: Buffer): Float32Array {
  // A float array needs aligned bytes, and bytes from the database may be unaligned.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

function pairs(numbers: readonly number[]): { first: number; count: number }[] {
  return Array.from({ length: numbers.length / 2 }, (_, place) => ({
    first: numbers[place * 2]!,
    count: numbers[place * 2 + 1]!,
  }));
}
