/**
 * Runs the voice encoder that comes with the service in a child process, which starts with the first
 * piece. When a thread ends, 20 MB of the runtime stay; a process gives all of its memory back.
 */
import { silentLog, type Log } from '../../../core/log.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';
import { besideModule } from '../../supervision/worker-handle.ts';
import { WorkerPool } from '../../supervision/worker-pool.ts';
import type { VoiceLimits } from '../print.ts';
import type { VoiceEncoder } from './encoder.ts';
import { MEASURED } from './measurements.ts';
import { DIMENSIONS, faultOf, VOICE_MODEL } from './voice-model.ts';

/** One second of sound takes about 13 ms; a longer queue would never become empty. */
const MAX_PENDING = 200;
/** The process and its memory go away after this time without a voice. */
const IDLE_MS = 60_000;

/**
 * The limits were chosen on people whose voices neither the encoder nor its normalisation knew
 * (docs/speakers.md). Of pieces of 3 s, at most 3 in 100 of strangers reach `sure`.
 */
const LIMITS: VoiceLimits = { sure: 0.36, perhaps: 0.28, same: 0.35 };

export class BuiltInEncoder implements VoiceEncoder, AsyncDisposable {
  readonly name = VOICE_MODEL;
  readonly dimensions = DIMENSIONS;
  readonly limits = LIMITS;
  readonly measured = MEASURED;
  readonly fault: string | null;
  readonly #pool: WorkerPool<{ pcm: Int16Array }, Float32Array>;

  constructor(log: Log = silentLog, file?: URL) {
    this.fault = faultOf(file);
    if (this.fault !== null) log.error({ file: 'assets/voice-encoder.onnx' }, this.fault);
    this.#pool = new WorkerPool({
      name: 'the voices',
      kind: 'process',
      entry: besideModule(import.meta, 'voice-process'),
      log,
      budgetMs: ({ pcm }) => 30_000 + (pcm.length / SAMPLE_RATE) * 1_000,
      maxPending: MAX_PENDING,
      idleMs: IDLE_MS,
    });
  }

  async embed(pcm: Int16Array): Promise<Float32Array> {
    if (this.fault !== null) throw new Error(this.fault);
    const vector = await this.#pool.run({ pcm });
    if (vector === undefined) throw new Error('The voice encoder is closed.');
    return vector;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }
}
