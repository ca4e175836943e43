/**
 * Voice activity detection: the probability of speech in each 32 ms of each stream.
 *
 * One detector serves all streams. Results come in the order of the frames, soon after them and
 * never synchronously.
 */
import { channel } from 'node:diagnostics_channel';
import type { Log } from '../../core/log.ts';
import { EnergyDetector } from './energy.ts';
import { CONTEXT_SAMPLES, FRAME_SAMPLES, Framer, loudness } from './frames.ts';
import { startSilero, type BatchJudge } from './silero.ts';

/**
 * `probability` is from 0 to 1. `frame` has `FRAME_SAMPLES` samples and is owned by the receiver.
 */
type OnFrame = (frame: Int16Array, probability: number) => void;

export interface VoiceStream {
  write(pcm: Int16Array): void;
  /** The number of samples that were written but not evaluated yet. */
  readonly waitingSamples: number;
  /** Evaluates the remaining samples, padded with silence to a full frame, and ends the stream. */
  finish(): Promise<void>;
  /** Drops the remaining samples; no further frames follow. */
  close(): void;
}

export interface VoiceActivity extends AsyncDisposable {
  /** The detector in use. Changes from `silero` to `energy` when Silero fails. */
  readonly kind: 'silero' | 'energy';
  open(onFrame: OnFrame): VoiceStream;
}

/** Starts the neural detector; if it does not load, starts the fallback and logs the reason. */
export async function openVoiceActivity(
  log: Log,
  start: () => Promise<BatchJudge> = startSilero,
): Promise<VoiceActivity> {
  try {
    return new Detector(log, await start());
  } catch (error) {
    log.warn({ error }, 'Silero does not load here; voices are told from silence by loudness');
    return new Detector(log, undefined);
  }
}

/**
 * Quieter frames contain no speech, so they skip the network. Most frames of idle wearable devices
 * are this quiet.
 */
const SILENCE_DB = -60;

/**
 * The maximum number of frames in a batch. Frames that arrive while a batch is processed form the
 * next batch, so batches grow with the load. The limit ensures that one stream with much sound
 * delays the other streams by at most 20 ms.
 */
const LARGEST_BATCH = 256;

/** For measurements: the time that each frame waited for its probability, in milliseconds. */
export const judgements = channel('commonplace:voice-activity');

interface Waiting {
  stream: Stream;
  samples: Int16Array;
  /** The time when the frame was complete (performance.now). */
  since: number;
}

class Detector implements VoiceActivity {
  readonly #log: Log;
  #judge: BatchJudge | undefined;
  readonly #waiting: Waiting[] = [];
  #pumping = false;
  #streams = 0;

  constructor(log: Log, judge: BatchJudge | undefined) {
    this.#log = log;
    this.#judge = judge;
  }

  get kind(): 'silero' | 'energy' {
    return this.#judge ? 'silero' : 'energy';
  }

  open(onFrame: OnFrame): VoiceStream {
    const stream: Stream = new Stream(++this.#streams, onFrame, {
      enqueue: (samples) => this.#enqueue({ stream, samples, since: performance.now() }),
      closed: () => this.#judge?.forget(stream.id),
    });
    return stream;
  }

  /** Streams that are still open are judged by loudness from now on. */
  async [Symbol.asyncDispose](): Promise<void> {
    const judge = this.#judge;
    this.#judge = undefined;
    await judge?.[Symbol.asyncDispose]();
  }

  #enqueue(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#pumping) return;
    this.#pumping = true;
    // Runs later, so that all sockets that are read in this turn of the event loop share a batch.
    setImmediate(() => void this.#pump());
  }

  async #pump(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, LARGEST_BATCH).filter(({ stream }) => !stream.closed);
      const probabilities = await this.#probabilities(batch);
      for (const [i, { stream, samples }] of batch.entries()) {
        stream.judged(samples, probabilities[i]!);
      }
      if (judgements.hasSubscribers) {
        const now = performance.now();
        for (const { since } of batch) judgements.publish(now - since);
      }
    }
    this.#pumping = false;
  }

  async #probabilities(batch: readonly Waiting[]): Promise<number[]> {
    // The fallback also processes all sound, so that it knows the background level when it must
    // take over.
    const levels = batch.map(({ samples }) => loudness(samples.subarray(CONTEXT_SAMPLES)));
    const plain = batch.map(({ stream }, i) => stream.energy.judge(levels[i]!));
    if (!this.#judge) return plain;
    const loud = [...batch.keys()].filter((i) => levels[i]! > SILENCE_DB);
    const result = batch.map(() => 0);
    if (loud.length === 0) return result;
    try {
      const judged = await this.#judge.judge({
        streams: Int32Array.from(loud, (i) => batch[i]!.stream.id),
        samples: concat(loud.map((i) => batch[i]!.samples)),
      });
      for (const [n, i] of loud.entries()) result[i] = judged[n]!;
      return result;
    } catch (error) {
      this.#log.error({ error }, 'Silero broke; voices are told from silence by loudness now');
      this.#judge = undefined;
      return plain;
    }
  }
}

interface Links {
  enqueue(samples: Int16Array): void;
  closed(): void;
}

class Stream implements VoiceStream {
  readonly id: number;
  readonly energy = new EnergyDetector();
  closed = false;
  readonly #onFrame: OnFrame;
  readonly #links: Links;
  readonly #framer: Framer;
  #queued = 0;
  #finishing = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(id: number, onFrame: OnFrame, links: Links) {
    this.id = id;
    this.#onFrame = onFrame;
    this.#links = links;
    this.#framer = new Framer((samples) => {
      this.#queued += 1;
      links.enqueue(samples);
    });
  }

  get waitingSamples(): number {
    return this.#queued * FRAME_SAMPLES + this.#framer.rest;
  }

  write(pcm: Int16Array): void {
    if (!this.closed) this.#framer.write(pcm);
  }

  async finish(): Promise<void> {
    if (this.closed) return;
    this.#finishing = true;
    this.#framer.flush();
    if (this.#queued > 0) await this.#drained.promise;
    this.close();
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#links.closed();
    this.#drained.resolve();
  }

  /** Emits the oldest frame of this stream with its probability. */
  judged(samples: Int16Array, probability: number): void {
    if (this.closed) return;
    this.#queued -= 1;
    this.#onFrame(samples.subarray(CONTEXT_SAMPLES), probability);
    if (this.#queued === 0 && this.#finishing) this.#drained.resolve();
  }
}

function concat(parts: readonly Int16Array[]): Int16Array<ArrayBuffer> {
  const size = CONTEXT_SAMPLES + FRAME_SAMPLES;
  const all = new Int16Array(parts.length * size);
  for (const [i, part] of parts.entries()) all.set(part, i * size);
  return all;
}
