/**
 * One child process that hears many utterances at once.
 *
 * When it dies, its successor gets all utterances without final words again, one after the other.
 * An utterance at which the successor dies too may be the poison, and is given back as `GivenUp`.
 * While there is work the child has a heart-beat. When that stops, the child is ended as soon as it
 * has used up its CPU time or only sleeps; a child that is starved by other processes goes on.
 */
import { fork, type ChildProcess } from 'node:child_process';
import type { Log } from '../../../core/log.ts';
import { processWork } from '../../supervision/process-work.ts';
import { WorkWatch } from '../../supervision/work-watch.ts';
import { defaultBackOff, GivenUp, PoolBroken } from '../processes/process-pool.ts';
import type { RecognisedWord } from '../recogniser.ts';
import { LiveUtterance } from './live-utterance.ts';
import type { FromStreams, ToStreams } from './stream-messages.ts';

export interface StreamProcessOptions {
  /** Module of the child; it calls `serveStreams`. */
  entry: URL;
  argv: readonly string[];
  log: Log;
  heartBeatMs?: number;
  backOffMs?(deaths: number): number;
}

export interface UtteranceOptions {
  language: string;
  onPartial(words: RecognisedWord[]): void;
}

/** A session's handle on its utterance. */
export interface UtteranceInProcess {
  write(pcm: Int16Array): void;
  /**
   * Resolves to the final words; none when it was closed. Rejects with `PoolBroken` or `GivenUp`.
   */
  end(): Promise<RecognisedWord[]>;
  close(): void;
}

const HEART_BEAT_MS = 5_000;
/**
 * Heart-beats of CPU time without a sign of life after which a child counts as dead; loading a
 * model may take longest.
 */
const BEATS_UNTIL_DEAD = 4;
const BEATS_UNTIL_LOADED = 24;
/** Deaths in a row, without a word in between; more than one poisonous utterance can cause. */
const DEATHS_UNTIL_BROKEN = 4;
const DEATHS_UNTIL_POISON = 2;

interface Child {
  process: ChildProcess;
  ready: boolean;
  watch: WorkWatch | undefined;
}

export class StreamProcess implements AsyncDisposable {
  readonly #options: StreamProcessOptions;
  readonly #utterances = new Map<number, LiveUtterance>();
  #ids = 0;
  #child: Child | undefined;
  #deaths = 0;
  #pause: NodeJS.Timeout | undefined;
  #heart: NodeJS.Timeout | undefined;
  /** True after a death: utterances are then sent one at a time. */
  #careful = false;
  #retold: { utterance: LiveUtterance; samples: number } | undefined;
  #disposed = false;

  constructor(options: StreamProcessOptions) {
    this.#options = options;
  }

  /** Utterances without final words. */
  get load(): number {
    return this.#utterances.size;
  }

  warm(): void {
    if (this.#disposed || this.#child || this.#pause) return;
    const child: Child = {
      // The child needs neither our flags nor our secrets.
      process: fork(this.#options.entry, this.#options.argv, {
        serialization: 'advanced',
        execArgv: [],
        env: {},
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      }),
      ready: false,
      watch: undefined,
    };
    this.#child = child;
    this.#watch();
    child.process.on('message', (message: FromStreams) => this.#hear(child, message));
    child.process.once('exit', (code, signal) => this.#died(child, { code, signal }));
    child.process.once('error', (error) => this.#died(child, { error }));
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
    clearTimeout(this.#pause);
    clearInterval(this.#heart);
    this.#child?.watch?.stop();
    for (const utterance of this.#utterances.values()) utterance.settle([]);
    this.#utterances.clear();
    const child = this.#child?.process;
    if (!child) return;
    const exit = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill('SIGKILL')) await exit;
  }

  #admit(): void {
    if (this.#utterances.size === 0) return;
    if (!this.#child?.ready) return this.warm();
    for (const utterance of this.#utterances.values()) {
      if (this.#careful && this.#retold) return;
      if (utterance.live) continue;
      utterance.live = true;
      for (const request of utterance.retell()) this.#send(request);
      if (this.#careful) this.#retold = { utterance, samples: utterance.samples };
    }
    // An utterance without sound yet has nothing that could end the child again.
    if (this.#retold?.samples === 0) this.#survived();
    if (!this.#retold) this.#careful = false;
  }

  #survived(): void {
    if (this.#retold) this.#retold.utterance.deaths = 0;
    this.#retold = undefined;
    this.#admit();
  }

  #hear(child: Child, message: FromStreams): void {
    child.watch?.progressed();
    if (message.type === 'broken') {
      this.#options.log.error({ reason: message.reason }, 'a native engine does not start');
    } else if (message.type === 'ready') {
      child.ready = true;
      this.#watch();
      this.#admit();
    } else if (message.type !== 'pong') this.#progress(message);
  }

  #progress(message: Extract<FromStreams, { id: number }>): void {
    const utterance = this.#utterances.get(message.id);
    if (!utterance) return;
    if (message.type === 'partial') return utterance.onPartial(message.words);
    this.#deaths = 0;
    if (message.type === 'final') return this.#forget(utterance, message.words);
    const { utterance: retold, samples = Infinity } = this.#retold ?? {};
    if (retold === utterance && message.samples >= samples) this.#survived();
  }

  #forget(utterance: LiveUtterance, words: RecognisedWord[]): void {
    this.#utterances.delete(utterance.id);
    utterance.settle(words);
    if (this.#retold?.utterance === utterance) this.#survived();
  }

  #died(child: Child, how: object): void {
    child.watch?.stop();
    if (this.#child !== child) return;
    this.#child = undefined;
    if (this.#disposed) return;
    this.#deaths += 1;
    const { log, backOffMs = defaultBackOff } = this.#options;
    log.warn({ pid: child.process.pid, ...how, deaths: this.#deaths }, 'a native engine ended');
    const suspects = this.#retold
      ? [this.#retold.utterance]
      : [...this.#utterances.values()].filter(({ live }) => live);
    for (const suspect of suspects) suspect.deaths += 1;
    const poison = this.#retold?.utterance;
    this.#retold = undefined;
    this.#careful = true;
    for (const utterance of this.#utterances.values()) utterance.live = false;
    if (poison && poison.deaths >= DEATHS_UNTIL_POISON) {
      log.error({ deaths: poison.deaths }, 'an utterance ended every engine it was given to');
      this.#utterances.delete(poison.id);
      poison.fail(new GivenUp('It ended every engine it was given to.'));
    }
    if (this.#deaths >= DEATHS_UNTIL_BROKEN) this.#break();
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#admit();
    }, backOffMs(this.#deaths));
  }

  #break(): void {
    const error = new PoolBroken('The speech engine ends again and again.');
    for (const utterance of this.#utterances.values()) utterance.fail(error);
    this.#utterances.clear();
  }

  /** Beats only while there is work: an idle child owes no sign of life. */
  #beat(): void {
    if (this.#heart) return;
    this.#heart = setInterval(() => {
      if (this.#utterances.size > 0) return this.#send({ type: 'ping' });
      clearInterval(this.#heart);
      this.#heart = undefined;
      this.#child?.watch?.stop();
    }, this.#heartBeatMs);
    this.#watch();
  }

  #watch(): void {
    const child = this.#child;
    if (!child) return;
    child.watch?.stop();
    if (!this.#heart && child.ready) return;
    const { pid } = child.process;
    child.watch = new WorkWatch({
      measure: () => processWork(pid),
      budgetMs: this.#heartBeatMs * (child.ready ? BEATS_UNTIL_DEAD : BEATS_UNTIL_LOADED),
      onStuck: (why) => {
        this.#options.log.warn({ pid, why }, 'a native engine hangs and is ended');
        child.process.kill('SIGKILL');
      },
    });
  }

  get #heartBeatMs(): number {
    return this.#options.heartBeatMs ?? HEART_BEAT_MS;
  }

  #send(request: ToStreams): void {
    // A send to a dying child fails here; the failure is handled when the child exits.
    this.#child?.process.send(request, () => {});
  }
}
