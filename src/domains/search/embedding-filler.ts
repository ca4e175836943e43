import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../../core/log.ts';
import type { Clock } from '../../core/clock.ts';
import { NoVectors } from '../../engines/search/embeddings-endpoint.ts';
import type { Embedder } from '../../engines/search/embeddings-endpoint.ts';
import { passagesOf } from '../../engines/search/passages.ts';
import type { Passage } from '../../engines/search/passages.ts';
import type { IndexText } from '../../engines/search/text-index.ts';
import { Secrets } from '../../engines/secrets/secrets.ts';
import type { ModelCost } from '../../engines/text-models/model-cost.ts';
import type { Db } from '../../storage/database.ts';
import { usageCounter } from '../models/usage/model-usage.ts';
import * as sql from './embeddings.sql.ts';
import type { ClaimedText } from './embeddings.sql.ts';
import { fingerprintOf, groupsOf } from './groups.ts';
import { selectTexts } from './search.sql.ts';
import type { SearchPlace } from './search.sql.ts';

const CLAIMED_AT_ONCE = 50;
/** The maximum number of texts in one call. */
const MAX_TEXTS = 64;
const MAX_CHARACTERS = 24_000;
const CALL_MS = 60_000;
const IDLE_MS = 1_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;
/** A refused text is cut to this many characters and tried once more. */
const SHORTENED = 500;

/**
 * Makes vectors for queued groups. The queue is in the database, so the work continues after a
 * restart. Groups that already have the right vectors are only removed from the queue.
 */
export class EmbeddingFiller implements AsyncDisposable {
  readonly #db: Db;
  readonly #embedder: Embedder;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #stop = new AbortController();
  readonly #running: Promise<void>;
  #pauseMs = FIRST_PAUSE_MS;
  /** True when the embedder has returned vectors since the start. */
  #works = false;
  /** The reason for waiting; null while the filler works or its queue is empty. */
  problem: string | null = null;

  constructor({
    db,
    embedder,
    clock,
    log,
  }: {
    db: Db;
    embedder: Embedder;
    clock: Clock;
    log: Log;
  }) {
    this.#db = db;
    this.#embedder = embedder;
    this.#clock = clock;
    this.#log = log;
    this.#running = this.#run();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const pause = await this.#step().catch((error: unknown) => this.#failed(error));
      await wait(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  }

  /** Does one step of the work; returns the time to wait before the next step. */
  async #step(): Promise<number> {
    const claimed = await sql.claim(this.#db, this.#clock.now(), CLAIMED_AT_ONCE);
    if (claimed.length === 0) return IDLE_MS;
    const open = new Set(claimed.map(({ id }) => id));
    try {
      for (const [place, items] of byPlace(claimed)) {
        const groups = [...new Set(items.map(({ group_id }) => group_id))];
        await this.#fill(place, groups);
        const done = items.map(({ id }) => id);
        await sql.finish(this.#db, done);
        for (const id of done) open.delete(id);
      }
    } finally {
      if (open.size > 0) await sql.release(this.#db, [...open]).catch(() => {});
    }
    this.#pauseMs = FIRST_PAUSE_MS;
    this.problem = null;
    return 0;
  }

  #failed(error: unknown): number {
    if (this.#stop.signal.aborted) return 0;
    const known = error instanceof NoVectors;
    this.problem = known ? error.message : 'something went wrong; see the log';
    this.#log.warn({ err: error }, 'embeddings wait');
    const pause = (known && error.retryAfterMs) || this.#pauseMs;
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
    return pause;
  }

  async #fill(place: SearchPlace, ids: readonly string[]): Promise<void> {
    const groups = groupsOf(await selectTexts(this.#db, place, ids));
    const known = new Map(
      (await sql.selectEmbeddings(this.#db, place, ids)).map((row) => [row.group_id, row]),
    );
    const { model } = this.#embedder;
    const expected = (await sql.selectModel(this.#db))?.dimensions ?? null;
    const stale = groups.filter((group) => {
      const row = known.get(group.id);
      const isOfModel = row?.model === model && row.dimensions === (expected ?? row.dimensions);
      return !isOfModel || !row.fingerprint.equals(fingerprintOf(group));
    });
    const passages = await Promise.all(stale.map(({ texts }) => passagesWithoutSecrets(texts)));
    const texts = passages.flat().map(({ text }) => text);
    const vectors = await this.#vectorsOf(place.user_id, texts);
    const dimensions = vectors.find((vector) => vector !== null)?.length ?? expected ?? 0;
    await this.#agree(vectors, { dimensions, expected });
    let next = 0;
    for (const [number, group] of stale.entries()) {
      const own = vectors.slice(next, (next += passages[number]!.length));
      await sql.storeEmbedding(this.#db, place, {
        group_id: group.id,
        model,
        dimensions,
        fingerprint: fingerprintOf(group),
        passages: passages[number]!.flatMap(({ first, count }) => [first, count]),
        vectors: joined(own, dimensions),
      });
    }
  }

  /**
   * Ensures that all vectors of a model have the same dimensions. If the dimensions change, all
   * groups are queued again.
   */
  async #agree(
    vectors: readonly (Float32Array | null)[],
    { dimensions, expected }: { dimensions: number; expected: number | null },
  ): Promise<void> {
    if (vectors.some((vector) => vector !== null && vector.length !== dimensions)) {
      throw new NoVectors('the endpoint for embeddings sent vectors of different dimensions');
    }
    if (dimensions === 0 || dimensions === expected) return;
    const { model } = this.#embedder;
    if (expected === null) await sql.noteDimensions(this.#db, model, dimensions);
    else await sql.wantModel(this.#db, { model, dimensions });
  }

  async #vectorsOf(user_id: string, texts: readonly string[]): Promise<(Float32Array | null)[]> {
    const count = usageCounter({ db: this.#db, log: this.#log }, user_id, 'search');
    const vectors: (Float32Array | null)[] = [];
    for (const batch of batches(texts)) vectors.push(...(await this.#ask(batch, count)));
    return vectors;
  }

  /**
   * Requests vectors from the embedder. Splits refused batches in half, and shortens a single text
   * that was refused.
   */
  async #ask(
    texts: readonly string[],
    count: (cost: ModelCost) => void,
  ): Promise<(Float32Array | null)[]> {
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(CALL_MS)]);
    try {
      const { vectors, tokens } = await this.#embedder.embed(texts, signal);
      if (tokens !== null) count({ calls: 1, tokens });
      this.#works = true;
      return vectors;
    } catch (error) {
      if (!(error instanceof NoVectors) || !error.refused) throw error;
      const half = Math.ceil(texts.length / 2);
      if (texts.length > 1) {
        return [
          ...(await this.#ask(texts.slice(0, half), count)),
          ...(await this.#ask(texts.slice(half), count)),
        ];
      }
      if (texts[0]!.length > SHORTENED) return this.#ask([texts[0]!.slice(0, SHORTENED)], count);
      // A single bad text must not block the other texts, but a wrong setting must stop the work.
      if (this.#works) return [null];
      throw error;
    }
  }
}

function joined(vectors: readonly (Float32Array | null)[], dimensions: number): Buffer {
  const values = new Float32Array(vectors.length * dimensions);
  vectors.forEach((vector, number) => vector && values.set(vector, number * dimensions));
  return Buffer.from(values.buffer);
}

function byPlace(claimed: readonly ClaimedText[]): [SearchPlace, ClaimedText[]][] {
  const places = new Map<string, [SearchPlace, ClaimedText[]]>();
  for (const item of claimed) {
    const key = `${item.kind} ${item.user_id}`;
    const known = places.get(key);
    if (known) known[1].push(item);
    else places.set(key, [{ user_id: item.user_id, kind: item.kind }, [item]]);
  }
  return [...places.values()];
}

/** The endpoint may belong to another service, so it gets no secrets. */
async function passagesWithoutSecrets(texts: readonly IndexText[]): Promise<Passage[]> {
  const masked = await new Secrets().learnAll(texts.map(({ text }) => text));
  return passagesOf(texts.map((text, at) => ({ ...text, text: masked[at]! })));
}

function batches(texts: readonly string[]): string[][] {
  const all: string[][] = [];
  let room = 0;
  for (const text of texts) {
    const last = all.at(-1);
    if (last && last.length < MAX_TEXTS && text.length <= room) {
      last.push(text);
      room -= text.length;
    } else {
      all.push([text]);
      room = MAX_CHARACTERS - text.length;
    }
  }
  return all;
}
