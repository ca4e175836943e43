import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import {
  EmbeddingsEndpoint,
  type EmbeddingsOptions,
} from '../../engines/search/embeddings-endpoint.ts';
import type { SearchGroup } from '../../engines/search/text-index.ts';
import type { GroupVectors } from '../../engines/search/vectors.ts';
import type { Db } from '../../storage/database.ts';
import { usageCounter } from '../model-usage/model-usage.ts';
import { EmbeddingFiller } from './embedding-filler.ts';
import * as sql from './embeddings.sql.ts';
import { fingerprintOf } from './groups.ts';
import type { Place } from './search.sql.ts';

const MAX_QUESTIONS = 500;
/** Searches skip the endpoint for this long after a failure. */
const REST_MS = 15_000;

export interface EmbeddingsSource extends EmbeddingsOptions {
  deadlineMs: number;
}

/** Provides vectors of groups and of questions, from an endpoint that may fail at any time. */
export class Embeddings implements AsyncDisposable {
  readonly #db: Db;
  readonly #endpoint: EmbeddingsEndpoint;
  readonly #deadlineMs: number;
  readonly #log: Log;
  readonly #filler: EmbeddingFiller;
  /** The vectors of recent questions, the oldest first. */
  readonly #questions = new Map<string, Promise<Float32Array | null>>();
  #restsUntil = 0;

  private constructor(
    { db, clock, log }: { db: Db; clock: Clock; log: Log },
    { endpoint, deadlineMs }: { endpoint: EmbeddingsEndpoint; deadlineMs: number },
  ) {
    this.#db = db;
    this.#log = log;
    this.#endpoint = endpoint;
    this.#deadlineMs = deadlineMs;
    this.#filler = new EmbeddingFiller({ db, endpoint, clock, log });
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
    const { model, deadlineMs } = source;
    if (had?.model !== model) await sql.wantModel(parts.db, { model, dimensions: null });
    const endpoint = new EmbeddingsEndpoint(source);
    return new Embeddings(parts, { endpoint, deadlineMs });
  }

  get model(): string {
    return this.#endpoint.model;
  }

  /** The reason why no vectors are being made. */
  get problem(): string | null {
    return this.#filler.problem;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#filler[Symbol.asyncDispose]();
  }

  /** Returns the vector of a user's question; null when the endpoint does not answer in time. */
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
      const { vectors, tokens } = await this.#endpoint.embed([text], signal);
      usageCounter({ db: this.#db, log: this.#log }, user_id, 'search')({ calls: 1, tokens });
      return vectors[0]!;
    } catch (error) {
      this.#questions.delete(text);
      this.#restsUntil = performance.now() + REST_MS;
      this.#log.warn({ err: error }, 'a question has no embedding; search goes by words');
      return null;
    }
  }

  /** Returns the stored vectors of the groups whose texts have not changed. */
  async ofGroups(place: Place, groups: readonly SearchGroup[]): Promise<Map<string, GroupVectors>> {
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
