/**
 * One child process that transcribes many utterances at the same time.
 *
 * When the child dies, its successor gets all utterances without final words again, one at a time.
 * If the successor also dies, its current utterance fails with `GivenUp`. A child with work sends
 * heartbeats. A child without heartbeats is ended once it has used up its CPU time or does nothing
 * but sleep. A child that other processes starve of CPU time keeps running.
 *
 * `WorkerPool` does not fit, because an utterance grows while the child is transcribing it.
 */
import { GivenUp, Restarts, type RestartOptions } from '../../supervision/restarts.ts';
import { WorkerHandle, type WorkerEnd } from '../../supervision/worker-handle.ts';
import type { RecognisedWord } from '../recogniser.ts';
import { LiveUtterance } from './live-utterance.ts';
import type { FromStreams, ToStreams } from './stream-messages.ts';

export interface StreamProcessOptions extends RestartOptions {
  /** The module of the child, which calls `serveStreams`. */
  entry: URL;
  argv: readonly string[];
  heartBeatMs?: number;
}

export interface UtteranceOptions {
  language: string;
  onPartial(words: RecognisedWord[]): void;
}

/** A session's handle on its utterance. */
export interface UtteranceInProcess {
  write(pcm: Int16Array): void;
  /**
   * Resolves with the final words, or with none when the utterance was closed. Rejects with
   * `PoolBroken` or `GivenUp`.
   */
  end(): Promise<RecognisedWord[]>;
  close(): void;
}

const HEART_BEAT_MS = 5_000;
/**
 * A child without a heartbeat is considered dead after it has used this many heartbeat periods of
 * CPU time. Loading a model may take longer.
 */
const BEATS_UNTIL_DEAD = 4;
const BEATS_UNTIL_LOADED = 24;
const DEATHS_UNTIL_POISON = 2;

export class StreamProcess implements AsyncDisposable {
  readonly #options: StreamProcessOptions;
  readonly #utterances = new Map<number, LiveUtterance>();
  readonly #restarts: Restarts;
  #ids = 0;
  #child: WorkerHandle<FromStreams> | undefined;
  #heart: NodeJS.Timeout | undefined;
  /** True after a death: utterances are then sent again one at a time. */
  #careful = false;
  #retold: { utterance: LiveUtterance; samples: number } | undefined;
  #disposed = false;

  constructor(options: StreamProcessOptions) {
    this.#options = options;
    this.#restarts = new Restarts(options, () => this.#admit());
  }

  /** The number of utterances without final words. */
  get load(): number {
    return this.#utterances.size;
  }

  warm(): void {
    if (this.#disposed || this.#child || this.#restarts.isPausing) return;
    const { entry, argv } = this.#options;
    this.#child = new WorkerHandle(
      { kind: 'process', entry, argv, startBudgetMs: this.#heartBeatMs * BEATS_UNTIL_LOADED },
      {
        onReady: () => {
          this.#watch();
          this.#admit();
        },
        onMessage: (message: FromStreams) => {
          if (message.type !== 'pong') this.#progress(message);
        },
        onEnd: (end) => this.#died(end),
      },
    );
  }

  open(options: UtteranceOptions): UtteranceInProcess {
    const utterance = new LiveUtterance({ ...options, id: ++this.#ids });
    if (this.#disposed) utterance.settle([]);
    else this.#utterances.set(utterance.id, utterance);
    this.#beat();
    this.#admit();
    const tell = (request: ToStreams) => {
      if (utterance.live) this.#send(request);
    };
    return {
      write: (pcm) => tell(utterance.add(pcm)),
      end: () => {
        tell(utterance.end());
        return utterance.words;
      },
      close: () => {
        tell({ type: 'close', id: utterance.id });
        this.#forget(utterance, []);
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    this.#restarts[Symbol.dispose]();
    clearInterval(this.#heart);
    for (const utterance of this.#utterances.values()) utterance.settle([]);
    this.#utterances.clear();
    await this.#child?.end();
  }

  #admit(): void {
    if (this.#utterances.size === 0) return;
    if (!this.#child?.isReady) return this.warm();
    for (const utterance of this.#utterances.values()) {
      if (this.#careful && this.#retold) break;
      if (utterance.live) continue;
      utterance.live = true;
      for (const request of utterance.retell()) this.#send(request);
      if (this.#careful) this.#retold = { utterance, samples: utterance.samples };
    }
    // The utterance has no sound yet, so it cannot crash the child again.
    if (this.#retold?.samples === 0) this.#survived();
    if (!this.#retold) this.#careful = false;
  }

  #survived(): void {
    if (this.#retold) this.#retold.utterance.deaths = 0;
    this.#retold = undefined;
    this.#admit();
  }

  #progress(message: Extract<FromStreams, { id: number }>): void {
    const utterance = this.#utterances.get(message.id);
    if (!utterance) return;
    if (message.type === 'partial') return utterance.onPartial(message.words);
    this.#restarts.succeeded();
    if (message.type === 'final') return this.#forget(utterance, message.words);
    const { utterance: retold, samples = Infinity } = this.#retold ?? {};
    if (retold === utterance && message.samples >= samples) this.#survived();
  }

  #forget(utterance: LiveUtterance, words: RecognisedWord[]): void {
    this.#utterances.delete(utterance.id);
    utterance.settle(words);
    if (this.#retold?.utterance === utterance) this.#survived();
  }

  #died(end: WorkerEnd): void {
    this.#child = undefined;
    const broken = this.#restarts.died(end);
    const suspects = this.#retold
      ? [this.#retold.utterance]
      : [...this.#utterances.values()].filter(({ live }) => live);
    for (const suspect of suspects) suspect.deaths += 1;
    const poison = this.#retold?.utterance;
    this.#retold = undefined;
    this.#careful = true;
    for (const utterance of this.#utterances.values()) utterance.live = false;
    if (poison && poison.deaths >= DEATHS_UNTIL_POISON) {
      const { log, name } = this.#options;
      log.error({ worker: name }, 'an utterance ended every worker it was given to');
      this.#utterances.delete(poison.id);
      poison.fail(new GivenUp(`The utterance ended ${name}.`));
    }
    if (!broken) return;
    for (const utterance of this.#utterances.values()) utterance.fail(broken);
    this.#utterances.clear();
  }

  /** Starts heartbeats, which stop while the child is idle. */
  #beat(): void {
    if (this.#heart) return;
    this.#heart = setInterval(() => {
      if (this.#utterances.size > 0) return this.#send({ type: 'ping' });
      clearInterval(this.#heart);
      this.#heart = undefined;
      this.#watch();
    }, this.#heartBeatMs);
    this.#watch();
  }

  /** Loading the model has a separate time limit. */
  #watch(): void {
    if (!this.#child?.isReady) return;
    if (this.#heart) this.#child.watch(this.#heartBeatMs * BEATS_UNTIL_DEAD);
    else this.#child.unwatch();
  }

  get #heartBeatMs(): number {
    return this.#options.heartBeatMs ?? HEART_BEAT_MS;
  }

  #send(request: ToStreams): void {
    this.#child?.send(request);
  }
}
