/**
 * Reads talks, questions and meanings with the network of the service, in a child process that starts
 * with the first request and ends when nothing was asked for a while. So the weights are in memory
 * once, and not at all when the service is idle.
 */
import type { Talk } from './input.ts';
import { silentLog, type Log } from '../../core/log.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import type { ReadPassage, SpokenAnswer } from './answers.ts';
import type { Slice } from './open-readings.ts';
import type { TalkReading } from './talk.ts';

/** What the process is asked. */
export type ReadingRequest =
  | { kind: 'talk'; id: number; talk: Talk; start: string }
  | { kind: 'more'; id: number }
  | { kind: 'answers'; question: string; passages: readonly ReadPassage[] }
  | { kind: 'vectors'; texts: readonly string[] };

/** A longer queue means that something is wrong: requests are refused, and jobs try again later. */
const MAX_PENDING = 500;
const IDLE_MS = 60_000;
/** In between, the process serves the requests of others. */
const TEXTS_AT_ONCE = 8;
/** A process that ends forgets what it has read of a talk. */
const MAX_TRIES = 3;
/** CPU time: some 2 ms for each character of a slow machine, and the time to load. */
const BUDGET_MS = 30_000;
const BUDGET_PER_CHARACTER_MS = 3;

export interface Reader {
  /** `start` is the local time at which the talk began: `2026-03-15T14:00`. */
  readTalk(talk: Talk, start: string, signal?: AbortSignal): Promise<TalkReading>;
  /** The best words of each passage; null for an empty one. */
  answers(
    question: string,
    passages: readonly ReadPassage[],
    signal?: AbortSignal,
  ): Promise<(SpokenAnswer | null)[]>;
  /** A vector of length 1 for each text; see meaning.ts. */
  vectors(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}

export class BuiltInReader implements Reader, AsyncDisposable {
  readonly #pool: WorkerPool<ReadingRequest, unknown>;
  #lastId = 0;

  constructor(log: Log = silentLog) {
    this.#pool = new WorkerPool({
      name: 'the reader',
      kind: 'process',
      entry: besideModule(import.meta, 'reading-process'),
      log,
      budgetMs: (request) => BUDGET_MS + charactersOf(request) * BUDGET_PER_CHARACTER_MS,
      maxPending: MAX_PENDING,
      idleMs: IDLE_MS,
    });
  }

  async readTalk(talk: Talk, start: string, signal?: AbortSignal): Promise<TalkReading> {
    for (let attempt = 0; attempt < MAX_TRIES; attempt += 1) {
      this.#lastId += 1;
      const id = this.#lastId;
      let slice = await this.#ask<Slice>({ kind: 'talk', id, talk, start }, signal);
      while (slice.state === 'open') slice = await this.#ask<Slice>({ kind: 'more', id }, signal);
      if (slice.state === 'read') return slice.reading;
    }
    throw new Error('The reader ended while it read the talk.');
  }

  async answers(question: string, passages: readonly ReadPassage[], signal?: AbortSignal) {
    const found: (SpokenAnswer | null)[] = [];
    for (let from = 0; from < passages.length; from += TEXTS_AT_ONCE) {
      const some = passages.slice(from, from + TEXTS_AT_ONCE);
      const request = { kind: 'answers', question, passages: some } as const;
      const answers = await this.#ask<(SpokenAnswer | null)[]>(request, signal);
      for (const answer of answers)
        found.push(answer && { ...answer, passage: from + answer.passage });
    }
    return found;
  }

  async vectors(texts: readonly string[], signal?: AbortSignal) {
    const vectors: Float32Array[] = [];
    for (let from = 0; from < texts.length; from += TEXTS_AT_ONCE) {
      const some = texts.slice(from, from + TEXTS_AT_ONCE);
      vectors.push(...(await this.#ask<Float32Array[]>({ kind: 'vectors', texts: some }, signal)));
    }
    return vectors;
  }

  async #ask<Answer>(request: ReadingRequest, signal?: AbortSignal): Promise<Answer> {
    const answer = await this.#pool.run(request, signal);
    signal?.throwIfAborted();
    if (answer === undefined) throw new Error('The reader is closed.');
    return answer as Answer;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }
}

function charactersOf(request: ReadingRequest): number {
  if (request.kind === 'more') return 0;
  const texts =
    request.kind === 'talk'
      ? request.talk.turns.map(({ text }) => text)
      : request.kind === 'answers'
        ? request.passages.flatMap(({ turns }) => turns.map(({ text }) => text))
        : request.texts;
  return texts.reduce((sum, text) => sum + text.length, 0);
}
