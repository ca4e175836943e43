/** Converts voices to vectors with a sherpa-onnx model in a child process. */
import type { Log } from '../../../core/log.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';
import { modelArguments, type SpeakerModel } from '../../recognition/local/native-model.ts';
import { besideModule } from '../../supervision/worker-handle.ts';
import { WorkerPool } from '../../supervision/worker-pool.ts';
import type { VoiceLimits } from '../print.ts';
import type { VoiceEncoder } from './encoder.ts';

export interface SherpaEncoderParts {
  /** The name of the model, because vectors of different models are never compared. */
  name: string;
  dimensions: number;
  native: SpeakerModel;
  log: Log;
  backOffMs?(deaths: number): number;
}

/** Shorter sound contains no usable voice, even if the model returns a vector. */
const SHORTEST_SECONDS = 0.5;

/** Usual cosines for speaker embeddings; not measured here. */
const LIMITS: VoiceLimits = { sure: 0.55, perhaps: 0.4, same: 0.4 };

export class SherpaEncoder implements VoiceEncoder, AsyncDisposable {
  readonly name: string;
  readonly dimensions: number;
  readonly limits = LIMITS;
  readonly #pool: WorkerPool<{ pcm: Int16Array }, Float32Array | null>;

  constructor({ name, dimensions, native, log, backOffMs }: SherpaEncoderParts) {
    this.name = name;
    this.dimensions = dimensions;
    this.#pool = new WorkerPool({
      name,
      kind: 'process',
      entry: besideModule(import.meta, 'encoder-process'),
      argv: modelArguments(native),
      log,
      budgetMs: ({ pcm }) => 30_000 + (pcm.length / SAMPLE_RATE) * 1_000,
      ...(backOffMs && { backOffMs }),
    });
  }

  async embed(pcm: Int16Array): Promise<Float32Array> {
    const isEnough = pcm.length >= SHORTEST_SECONDS * SAMPLE_RATE;
    const vector = isEnough ? await this.#pool.run({ pcm }) : null;
    if (vector === undefined) throw new Error('The voice model crashed on this sound.');
    if (vector === null) throw new Error('The sound is too short for a voiceprint.');
    if (vector.length !== this.dimensions) {
      throw new Error(
        `The voice model returned ${vector.length} numbers instead of ${this.dimensions}.`,
      );
    }
    return ofLengthOne(vector);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#pool[Symbol.asyncDispose]();
  }
}

function ofLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  if (!(length > 0)) throw new Error('This sound contains no voice.');
  return vector.map((value) => value / length);
}
