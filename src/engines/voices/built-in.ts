import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { CHECK_MEASURED } from './measured.ts';
import type { OwnerVerdict, Talk, VoicePrint, VoicePrinter } from './print.ts';
import { BUILT_IN_MODEL, builtInLikeness, builtInVerdict, MIN_PIECE_SECONDS } from './voice.ts';
import type { VoicesAnswer, VoicesQuestion } from './voices-thread.ts';

/** A piece takes some 5 ms for each of its seconds; a longer queue would never catch up. */
const MAX_WAITING = 200;

/** The built-in check in a thread of its own, started with the first piece. */
export class BuiltInVoices implements VoicePrinter, AsyncDisposable {
  readonly model = BUILT_IN_MODEL;
  readonly minSeconds = MIN_PIECE_SECONDS;
  readonly separates = false;
  readonly measured = CHECK_MEASURED;
  readonly apart = 0.08;
  readonly likeness = builtInLikeness;
  readonly judge = builtInVerdict;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #worker: Worker | undefined;
  #next = 0;

  async read(pcm: Int16Array): Promise<VoicePrint | null> {
    return (await this.#ask({ pcm })) as VoicePrint | null;
  }

  async judgeTalk(talk: Talk): Promise<OwnerVerdict[]> {
    return (await this.#ask({ talk })) as OwnerVerdict[];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker?.terminate();
  }

  async #ask(question: { pcm: Int16Array } | { talk: Talk }): Promise<unknown> {
    if (this.#waiting.size >= MAX_WAITING) throw new Error('Too many voices wait to be heard.');
    const id = this.#next++;
    const answer = Promise.withResolvers<unknown>();
    this.#waiting.set(id, answer);
    this.#worker ??= this.#start();
    this.#worker.postMessage({ id, ...question } satisfies VoicesQuestion);
    return answer.promise;
  }

  #start(): Worker {
    const worker = new Worker(
      new URL(`./voices-thread${extname(import.meta.filename)}`, import.meta.url),
    );
    worker.on('message', ({ id, answer }: VoicesAnswer) => {
      this.#waiting.get(id)?.resolve(answer);
      this.#waiting.delete(id);
    });
    let reason: unknown = new Error('The thread of the voices has ended.');
    worker.once('error', (error) => (reason = error));
    worker.once('exit', () => {
      this.#worker = undefined;
      for (const { reject } of this.#waiting.values()) reject(reason);
      this.#waiting.clear();
    });
    worker.unref();
    return worker;
  }
}
