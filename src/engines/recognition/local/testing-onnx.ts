/**
 * Writes ONNX files for tests, with just the parts of the format (a protobuf) that a few operators
 * need.
 */

type Element = 'float' | 'int64';
const ELEMENT: Readonly<Record<Element, number>> = { float: 1, int64: 7 };

interface Shaped {
  name: string;
  element?: Element;
  /** A string is the name of a variable dimension. */
  shape: readonly (number | string)[];
}

export interface Node {
  op: string;
  inputs: readonly string[];
  outputs: readonly string[];
  /** Integers, or lists of integers. */
  attributes?: Readonly<Record<string, number | readonly number[]>>;
}

export interface Constant {
  name: string;
  shape: readonly number[];
  data: readonly number[];
}

export interface OnnxModel {
  inputs: readonly Shaped[];
  outputs: readonly Shaped[];
  nodes: readonly Node[];
  constants: readonly Constant[];
  metadata: Readonly<Record<string, string | number>>;
}

const IR_VERSION = 8;
const OPERATORS_VERSION = 13;
const INT = 2;
const INTS = 7;

export function onnxFile(model: OnnxModel): Uint8Array {
  const graph = message(
    ...model.nodes.map((node) => field(1, nodeOf(node))),
    text(2, 'test'),
    ...model.constants.map((constant) => field(5, tensorOf(constant))),
    ...model.inputs.map((input) => field(11, valueOf(input))),
    ...model.outputs.map((output) => field(12, valueOf(output))),
  );
  const metadata = Object.entries(model.metadata).map(([key, value]) =>
    field(14, message(text(1, key), text(2, String(value)))),
  );
  const operators = message(text(1, ''), number(2, OPERATORS_VERSION));
  return message(number(1, IR_VERSION), field(7, graph), field(8, operators), ...metadata);
}

function nodeOf({ op, inputs, outputs, attributes = {} }: Node): Uint8Array {
  return message(
    ...inputs.map((name) => text(1, name)),
    ...outputs.map((name) => text(2, name)),
    text(4, op),
    ...Object.entries(attributes).map(([name, value]) => field(5, attributeOf(name, value))),
  );
}

function attributeOf(name: string, value: number | readonly number[]): Uint8Array {
  return typeof value === 'number'
    ? message(text(1, name), number(3, value), number(20, INT))
    : message(text(1, name), ...value.map((each) => number(8, each)), number(20, INTS));
}

function tensorOf({ name, shape, data }: Constant): Uint8Array {
  const bytes = new Uint8Array(Float32Array.from(data).buffer);
  return message(
    ...shape.map((length) => number(1, length)),
    number(2, ELEMENT.float),
    text(8, name),
    field(9, bytes),
  );
}

function valueOf({ name, element = 'float', shape }: Shaped): Uint8Array {
  const lengths = shape.map((length) =>
    field(1, typeof length === 'number' ? number(1, length) : text(2, length)),
  );
  const tensor = message(number(1, ELEMENT[element]), field(2, message(...lengths)));
  return message(text(1, name), field(2, field(1, tensor)));
}

function message(...parts: Uint8Array[]): Uint8Array {
  return Buffer.concat(parts);
}

function number(tag: number, value: number): Uint8Array {
  return message(varint(tag << 3), varint(value));
}

function text(tag: number, value: string): Uint8Array {
  return field(tag, Buffer.from(value));
}

function field(tag: number, bytes: Uint8Array): Uint8Array {
  return message(varint((tag << 3) | 2), varint(bytes.length), bytes);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  // Negative numbers are written as 64 bits of two's complement.
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const more = rest > 0x7fn;
    bytes.push(Number(rest & 0x7fn) | (more ? 0x80 : 0));
    if (!more) return Uint8Array.from(bytes);
  }
}
