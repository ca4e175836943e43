/** Tests the runtime of models with a model of one operation, written byte by byte. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundledRuntime, OnnxSession, pinRuntime, type Tensor } from './onnx-runtime.ts';

/** The kinds of fields in the format of Protocol Buffers. */
const [NUMBER, BYTES] = [0, 2] as const;
const varint = (value: number): number[] =>
  value < 128 ? [value] : [(value & 127) | 128, ...varint(value >> 7)];
const number = (field: number, value: number) => [(field << 3) | NUMBER, ...varint(value)];
const bytes = (field: number, content: readonly number[]) => [
  (field << 3) | BYTES,
  ...varint(content.length),
  ...content,
];
const text = (field: number, said: string) => bytes(field, [...Buffer.from(said)]);

const FLOAT = 1;
const shape = bytes(2, bytes(1, number(1, 2)));
const port = (field: number, name: string) =>
  bytes(field, [...text(1, name), ...bytes(2, bytes(1, [...number(1, FLOAT), ...shape]))]);

/** A model that adds two vectors of two numbers. */
const ADDS = Uint8Array.from([
  ...number(1, 8),
  ...bytes(7, [
    ...bytes(1, [...text(1, 'a'), ...text(1, 'b'), ...text(2, 'sum'), ...text(4, 'Add')]),
    ...text(2, 'graph'),
    ...port(11, 'a'),
    ...port(11, 'b'),
    ...port(12, 'sum'),
  ]),
  ...bytes(8, number(2, 13)),
]);

const vector = (name: string, ...values: number[]): Tensor => ({
  name,
  element: 'float',
  shape: [values.length],
  data: Float32Array.from(values),
});
const open = () => new OnnxSession(bundledRuntime(), ADDS);

test('a model writes its results into the outputs', () => {
  pinRuntime();
  using session = open();
  const sum = vector('sum', 0, 0);
  session.run([vector('a', 1, 2), vector('b', 10, 20)], [sum]);
  assert.deepEqual([...sum.data], [11, 22]);
});

test('an error of the runtime names the call', () => {
  using session = open();
  const run = (input: Tensor) => session.run([vector('a', 1, 2), input], [vector('sum', 0, 0)]);
  assert.throws(() => run(vector('c', 1, 2)), /^Error: ONNX Runtime, Run: .*\bc\b/s);
  assert.throws(() => run(vector('b', 1, 2, 3)), /^Error: ONNX Runtime, Run: /);
  const short = { ...vector('b', 1), shape: [2] };
  assert.throws(() => run(short), /^Error: ONNX Runtime, CreateTensorWithDataAsOrtValue: /);
  const whole = {
    ...vector('b'),
    element: 'int64',
    shape: [2],
    data: new BigInt64Array(2),
  } as const;
  assert.throws(() => run(whole), /Run: .*int64/s);
  assert.throws(
    () => new OnnxSession(bundledRuntime(), Uint8Array.of(1, 2, 3)),
    /^Error: ONNX Runtime, CreateSessionFromArray: /,
  );
});

test('a closed model runs no more, and may be closed twice', () => {
  const session = open();
  session[Symbol.dispose]();
  session[Symbol.dispose]();
  assert.throws(() => session.run([], []), /The model is closed/);
});

/** Returns how much memory (MiB) the process has more after this work than after a first round of it. */
function growth(rounds: number, work: () => void): number {
  const round = () => {
    for (let done = 0; done < rounds; done += 1) work();
    return process.memoryUsage.rss() / 2 ** 20;
  };
  round();
  const before = round();
  return round() - before;
}

test('the tensors of a run are released', () => {
  using session = open();
  const [a, b, sum] = [vector('a', 1, 2), vector('b', 3, 4), vector('sum', 0, 0)];
  assert.ok(growth(40_000, () => session.run([a, b], [sum])) < 12);
});
