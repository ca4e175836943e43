/** Understands a transcript without a language model: the network reads it, and a thread words it. */
import { silentLog, type Log } from '../../core/log.ts';
import type { Reader } from '../reading/reader.ts';
import type { TalkReading } from '../reading/talk.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import { talkOf } from './composing/heard.ts';
import type { Maker, MakerResult, Transcript, Understanding } from './maker.ts';

/** Further requests are refused, and the job queue tries again later. */
const MAX_PENDING = 100;
/** The CPU time limit of the wording; the longest transcript takes a few seconds. */
const BUDGET_MS = 60_000;
const IDLE_MS = 10 * 60_000;

interface Request {
  transcript: Transcript;
  reading: TalkReading;
}

export interface ReadingMakerOptions {
  reader: Reader;
  log?: Log;
  /** For tests: another module that uses the same messages. */
  entry?: URL;
  budgetMs?: number;
  backOffMs?(deaths: number): number;
}

export class ReadingMaker implements Maker, AsyncDisposable {
  readonly name = 'rules';
  readonly #reader: Reader;
  readonly #pool: WorkerPool<Request, Understanding>;

  constructor({ reader, log = silentLog, budgetMs = BUDGET_MS, ...rest }: ReadingMakerOptions) {
    this.#reader = reader;
    this.#pool = new WorkerPool({
      name: 'the wording',
      kind: 'thread',
      entry: besideModule(import.meta, 'composing-thread'),
      log,
      budgetMs: () => budgetMs,
      maxPending: MAX_PENDING,
      idleMs: IDLE_MS,
      ...rest,
    });
  }

  async understand(
    transcript: Transcript,
    { signal }: { signal: AbortSignal },
  ): Promise<MakerResult> {
    const { talk, start } = talkOf(transcript);
    const reading = await this.#reader.readTalk(talk, start, signal);
    const understanding = await this.#pool.run({ transcript, reading }, signal);
    signal.throwIfAborted();
    if (!understanding) throw new Error('The wording is closed.');
    return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }
}
