/**
 * Runs Silero v6, which returns the probability of speech for each 32 ms of sound, for any number
 * of streams in one session.
 *
 * In batches, a frame costs 28 to 31 µs instead of 73, and a stream needs one kilobyte. One
 * `sherpa.Vad` per stream would need 10 MB each.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { weightsFile } from '../supervision/weights-file.ts';
import { SAMPLE_RATE } from './sample-rate.ts';
import { CONTEXT_SAMPLES, FRAME_SAMPLES } from './frames.ts';
import { bundledRuntime, OnnxSession, type Tensor } from '../supervision/onnx-runtime.ts';

const MODEL = weightsFile('silero-vad-v6.onnx');
const MODEL_SHA256 = '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3';

const INPUT = CONTEXT_SAMPLES + FRAME_SAMPLES;
const LAYERS = 2;
const UNITS = 128;

/** Frames of several streams, in order within each stream, each preceded by its context. */
export interface FrameBatch {
  /** The stream of each frame. */
  streams: Int32Array<ArrayBuffer>;
  /** The samples of all frames: `CONTEXT_SAMPLES + FRAME_SAMPLES` numbers for each frame. */
  samples: Int16Array<ArrayBuffer>;
}

export class SileroModel implements Disposable {
  readonly #session = new OnnxSession(bundledRuntime(), readModel());
  /** The state of the network for each stream: layer by layer, unit by unit. */
  readonly #memories = new Map<number, Float32Array>();

  /** Returns a probability for each frame of the batch. */
  judge({ streams, samples }: FrameBatch): Float32Array {
    const probabilities = new Float32Array(streams.length);
    for (const round of rounds(streams)) this.#judgeRound(round, streams, samples, probabilities);
    return probabilities;
  }

  forget(stream: number): void {
    this.#memories.delete(stream);
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]();
  }

  /** Evaluates several frames of different streams in one run. */
  #judgeRound(
    frames: readonly number[],
    streams: Int32Array,
    samples: Int16Array,
    probabilities: Float32Array,
  ): void {
    const size = frames.length;
    const sound = new Float32Array(size * INPUT);
    const before = new Float32Array(LAYERS * size * UNITS);
    const after = new Float32Array(LAYERS * size * UNITS);
    const output = new Float32Array(size);
    const memories = frames.map((frame) => this.#memoryOf(streams[frame]!));

    for (const [row, frame] of frames.entries()) {
      for (let i = 0; i < INPUT; i++) {
        sound[row * INPUT + i] = samples[frame * INPUT + i]! / 32_768;
      }
      eachLayer((layer) => {
        const memory = memories[row]!.subarray(layer * UNITS, (layer + 1) * UNITS);
        before.set(memory, (layer * size + row) * UNITS);
      });
    }
    const inputs: Tensor[] = [
      { name: 'input', element: 'float', shape: [size, INPUT], data: sound },
      { name: 'state', element: 'float', shape: [LAYERS, size, UNITS], data: before },
      { name: 'sr', element: 'int64', shape: [], data: BigInt64Array.of(BigInt(SAMPLE_RATE)) },
    ];
    this.#session.run(inputs, [
      { name: 'output', element: 'float', shape: [size, 1], data: output },
      { name: 'stateN', element: 'float', shape: [LAYERS, size, UNITS], data: after },
    ]);
    for (const [row, frame] of frames.entries()) {
      probabilities[frame] = output[row]!;
      eachLayer((layer) => {
        const at = (layer * size + row) * UNITS;
        memories[row]!.set(after.subarray(at, at + UNITS), layer * UNITS);
      });
    }
  }

  #memoryOf(stream: number): Float32Array {
    const known = this.#memories.get(stream);
    if (known) return known;
    const memory = new Float32Array(LAYERS * UNITS);
    this.#memories.set(stream, memory);
    return memory;
  }
}

/**
 * Groups the frames so that each group has at most one frame of each stream. The frames of a stream
 * stay in order.
 */
function rounds(streams: Int32Array): number[][] {
  const turns = new Map<number, number>();
  const groups: number[][] = [];
  for (const [frame, stream] of streams.entries()) {
    const turn = turns.get(stream) ?? 0;
    turns.set(stream, turn + 1);
    (groups[turn] ??= []).push(frame);
  }
  return groups;
}

function eachLayer(visit: (layer: number) => void): void {
  for (let layer = 0; layer < LAYERS; layer++) visit(layer);
}

/** A damaged model makes the runtime abort the process. So the file is verified first. */
function readModel(): Uint8Array {
  const model = readFileSync(MODEL);
  const hash = createHash('sha256').update(model).digest('hex');
  if (hash !== MODEL_SHA256)
    throw new Error('assets/silero-vad-v6.onnx does not have the expected hash');
  return model;
}
