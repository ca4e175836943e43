/**
 * The reading network: an encoder (multilingual E5-small, trained further on the talks of `training/`)
 * and small heads over its states. `training/reading` makes the files.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { weightsFile } from '../supervision/weights-file.ts';
import { Pieces } from './pieces.ts';
import { bundledRuntime, OnnxSession } from '../supervision/onnx-runtime.ts';

/** The size of a state. */
export const SIZE = 384;

/** The folder of the files. */
const WEIGHTS = new URL('.', weightsFile('reading.onnx'));

interface Head {
  flags: string[];
  spans: string[];
  acts: string[];
  categories: string[];
  relations: string[];
  /** The place of each matrix among the numbers, and its shape. */
  tensors: Record<string, [offset: number, ...shape: number[]]>;
}

/** The states of the pieces of a text, `SIZE` numbers each. */
export type States = Float32Array;

export class ReadingNetwork implements Disposable {
  readonly names: Omit<Head, 'tensors'>;
  readonly #tensors: Head['tensors'];
  readonly #numbers: Float32Array;
  readonly #session: OnnxSession;

  constructor(folder = WEIGHTS) {
    const bytes = readFileSync(new URL('reading-heads.bin', folder));
    const length = bytes.readUInt32LE(0);
    const { tensors, ...names } = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as Head;
    this.names = names;
    this.#tensors = tensors;
    this.#numbers = new Float32Array(Uint8Array.prototype.slice.call(bytes, 4 + length).buffer);
    const model = fileURLToPath(new URL('reading.onnx', folder));
    this.#session = new OnnxSession(bundledRuntime(), model, { isLean: true });
  }

  /** Blocks the thread: about 1 ms for each piece. */
  states(ids: readonly number[]): States {
    const data = new Float32Array(ids.length * SIZE);
    this.#session.run(
      [
        {
          name: 'ids',
          element: 'int64',
          shape: [ids.length],
          data: BigInt64Array.from(ids, BigInt),
        },
      ],
      [{ name: 'states', element: 'float', shape: [ids.length, SIZE], data }],
    );
    return data;
  }

  /** A linear layer: the numbers of the head `name` for one vector. */
  head(name: string, vector: Float32Array): Float32Array {
    const [offset, rows, columns] = this.#tensors[`${name}.weight`]! as [number, number, number];
    const bias = this.#tensors[`${name}.bias`]?.[0];
    const result = new Float32Array(rows);
    for (let row = 0; row < rows; row += 1) {
      let sum = bias === undefined ? 0 : this.#numbers[bias + row]!;
      const start = offset + row * columns;
      for (let at = 0; at < columns; at += 1) sum += this.#numbers[start + at]! * vector[at]!;
      result[row] = sum;
    }
    return result;
  }

  /** Two layers with a bend between them. */
  deepHead(name: string, vector: Float32Array): Float32Array {
    const inner = this.head(`${name}_in`, vector);
    return this.head(
      `${name}_out`,
      inner.map((value) => Math.max(0, value)),
    );
  }

  [Symbol.dispose](): void {
    this.#session[Symbol.dispose]();
  }
}

/** The mean of the states from one piece up to another. */
export function meanOf(states: States, from: number, to: number): Float32Array {
  const mean = new Float32Array(SIZE);
  for (let piece = from; piece < to; piece += 1) {
    for (let at = 0; at < SIZE; at += 1) mean[at]! += states[piece * SIZE + at]!;
  }
  return mean.map((value) => value / Math.max(1, to - from));
}

export const stateAt = (states: States, piece: number): Float32Array =>
  states.subarray(piece * SIZE, (piece + 1) * SIZE);

export const chanceOf = (score: number): number => 1 / (1 + Math.exp(-score));

/** Chances that add up to 1. */
export function shares(scores: ArrayLike<number>): number[] {
  const most = Math.max(...Array.from(scores));
  const powers = Array.from(scores, (score) => Math.exp(score - most));
  const sum = powers.reduce((total, one) => total + one, 0);
  return powers.map((one) => one / sum);
}

/** The network with its vocabulary. */
export interface Loaded {
  network: ReadingNetwork;
  pieces: Pieces;
}

export function load(folder?: URL): Loaded {
  return {
    network: new ReadingNetwork(folder),
    pieces: new Pieces(new URL('reading.vocabulary.txt', WEIGHTS)),
  };
}
