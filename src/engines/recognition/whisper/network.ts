/**
 * Runs the two graphs of Whisper (training/whisper). The encoder turns sound into keys and values
 * for 50 positions a second; the decoder continues texts of tokens that attend to them.
 */
import { fileURLToPath } from 'node:url';
import { bundledRuntime, OnnxSession, type Tensor } from '../../supervision/onnx-runtime.ts';
import { SAMPLE_RATE } from '../../voice-activity/sample-rate.ts';

const LAYERS = 6;
const HEADS = 8;
const HEAD_WIDTH = 64;
/** The heads whose attention follows the sound word by word. */
export const ALIGNMENT_HEADS = 8;
export const VOCABULARY = 51_865;
/** Samples for each position of the encoder. */
export const POSITION_SAMPLES = 320;
export const POSITIONS_PER_SECOND = SAMPLE_RATE / POSITION_SAMPLES;
export const MAX_POSITIONS = 1500;
/** The maximum number of tokens in the decoder. */
export const MAX_TOKENS = 448;

/** The encoder's output. */
export interface EncodedSound {
  positions: number;
  keys: Float32Array;
  values: Float32Array;
}

/** The keys and values of the tokens so far: layers × rows × heads × length × width. */
export interface Past {
  rows: number;
  length: number;
  keys: Float32Array;
  values: Float32Array;
}

export const NO_PAST: Past = {
  rows: 1,
  length: 0,
  keys: new Float32Array(0),
  values: new Float32Array(0),
};

export interface DecoderStep {
  /** For each row, the scores of all tokens that may come next. */
  logits: Float32Array;
  past: Past;
  /** Rows × alignment heads × new tokens × positions; each adds up to 1 over the positions. */
  attention: Float32Array;
}

export interface NetworkFiles {
  encoder: URL;
  decoder: URL;
}

export class WhisperNetwork implements Disposable {
  readonly #encoder: OnnxSession;
  readonly #decoder: OnnxSession;
  readonly #cross = new Slabs();
  /** A step reads one of them and writes the other. */
  readonly #pasts = [new Slabs(), new Slabs()];

  constructor(files: NetworkFiles) {
    const open = (file: URL) =>
      new OnnxSession(bundledRuntime(), fileURLToPath(file), { isLean: true });
    this.#encoder = open(files.encoder);
    this.#decoder = open(files.decoder);
  }

  /**
   * Takes samples from -1 to 1; their number is a multiple of `POSITION_SAMPLES`. The result is valid
   * until the next call.
   */
  encode(samples: Float32Array): EncodedSound {
    const positions = samples.length / POSITION_SAMPLES;
    const size = LAYERS * HEADS * HEAD_WIDTH * positions;
    const [keys, values] = this.#cross.take(size);
    const sound = { positions, keys, values };
    this.#encoder.run(
      [float('sound', [samples.length], samples)],
      [
        float('keys', [LAYERS, HEADS, HEAD_WIDTH, positions], sound.keys),
        float('values', [LAYERS, HEADS, positions, HEAD_WIDTH], sound.values),
      ],
    );
    return sound;
  }

  /**
   * Reads new tokens: for each row of the result, its tokens and the row of the past before them. The
   * past of a result is valid until the call after the next.
   */
  read(
    { positions, keys, values }: EncodedSound,
    past: Past,
    rows: readonly { after: number; tokens: readonly number[] }[],
  ): DecoderStep {
    const added = rows[0]!.tokens.length;
    const length = past.length + added;
    const tokens = BigInt64Array.from(rows.flatMap((row) => row.tokens).map(BigInt));
    const parents = BigInt64Array.from(rows, ({ after }) => BigInt(after));
    const logits = new Float32Array(rows.length * VOCABULARY);
    const size = LAYERS * rows.length * HEADS * length * HEAD_WIDTH;
    this.#pasts.reverse();
    const [nextKeys, nextValues] = this.#pasts[0]!.take(size);
    const next = { rows: rows.length, length, keys: nextKeys, values: nextValues };
    const attention = new Float32Array(rows.length * ALIGNMENT_HEADS * added * positions);
    const before = [LAYERS, past.rows, HEADS, past.length, HEAD_WIDTH];
    const after = [LAYERS, rows.length, HEADS, length, HEAD_WIDTH];
    this.#decoder.run(
      [
        { name: 'tokens', element: 'int64', shape: [rows.length, added], data: tokens },
        { name: 'parents', element: 'int64', shape: [rows.length], data: parents },
        float('past_keys', before, past.keys),
        float('past_values', before, past.values),
        float('cross_keys', [LAYERS, HEADS, HEAD_WIDTH, positions], keys),
        float('cross_values', [LAYERS, HEADS, positions, HEAD_WIDTH], values),
      ],
      [
        float('logits', [rows.length, VOCABULARY], logits),
        float('keys', after, next.keys),
        float('values', after, next.values),
        float('attention', [rows.length, ALIGNMENT_HEADS, added, positions], attention),
      ],
    );
    return { logits, past: next, attention };
  }

  [Symbol.dispose](): void {
    this.#encoder[Symbol.dispose]();
    this.#decoder[Symbol.dispose]();
  }
}

/** Two arrays that are used again, because new ones for each step would keep the collector busy. */
class Slabs {
  #arrays = [new Float32Array(0), new Float32Array(0)];

  take(size: number): [Float32Array, Float32Array] {
    const kept = this.#arrays[0]!.length;
    if (kept < size) this.#arrays = [0, 1].map(() => new Float32Array(Math.max(size, 1.5 * kept)));
    return [this.#arrays[0]!.subarray(0, size), this.#arrays[1]!.subarray(0, size)];
  }
}

function float(name: string, shape: readonly number[], data: Float32Array): Tensor {
  return { name, element: 'float', shape, data };
}
