import { silentLog, type Log } from '../../core/log.ts';
import { besideModule } from '../supervision/worker-handle.ts';
import { WorkerPool } from '../supervision/worker-pool.ts';
import { CHECK_MEASURED } from './measurements.ts';
import type { OwnerVerdict, Talk, VoicePrint, VoicePrinter } from './print.ts';
import { BUILT_IN_MODEL, builtInLikeness, builtInVerdict, MIN_PIECE_SECONDS } from './voice.ts';
import type { VoicesAnswer, VoicesQuestion } from './voices-thread.ts';

/** One second of sound takes about 5 ms; a longer queue would never become empty. */
const MAX_PENDING = 200;
/** The CPU time limit of one request. */
const BUDGET_MS = 120_000;

/** Runs the built-in check in a separate thread, which starts with the first piece. */
export class BuiltInVoices implements VoicePrinter, AsyncDisposable {
  readonly model = BUILT_IN_MODEL;
  readonly minSeconds = MIN_PIECE_SECONDS;
  readonly separates = false;
  readonly measured = CHECK_MEASURED;
  readonly apart = 0.08;
  readonly likeness = builtInLikeness;
  readonly judge = builtInVerdict;
  readonly #pool: WorkerPool<VoicesQuestion, VoicesAnswer>;

  constructor(log: Log = silentLog) {
    this.#pool = new WorkerPool({
      name: 'the voices',
      kind: 'thread',
      entry: besideModule(import.meta, 'voices-thread'),
      log,
      budgetMs: () => BUDGET_MS,
      maxPending: MAX_PENDING,
    });
  }

  async read(pcm: Int16Array): Promise<VoicePrint | null> {
    return (await this.#ask({ pcm })) as VoicePrint | null;
  }

  async judgeTalk(talk: Talk): Promise<OwnerVerdict[]> {
    return (await this.#ask({ talk })) as OwnerVerdict[];
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }

  async #ask(question: VoicesQuestion): Promise<VoicesAnswer> {
    const answer = await this.#pool.run(question);
    if (answer === undefined) throw new Error('The voice check is closed.');
    return answer;
  }
}
