/** Reads the blocks and branches of WebAssembly (https://webassembly.github.io/spec/core/binary). */

export const BLOCK = 0x02;
const LOOP = 0x03;
const IF = 0x04;
export const END_OF_BLOCK = 0x0b;
export const BRANCH = 0x0c;
const BRANCH_IF = 0x0d;
export const BRANCH_TABLE = 0x0e;

/** The start or the end of a block, or a branch. */
export interface Instruction {
  opcode: number;
  /** The first byte in the function, and the byte after the last. */
  start: number;
  end: number;
  /** The type of the block that begins. */
  type?: number;
  /** The places to which a branch goes: how many blocks out from the innermost one around it. */
  depths?: readonly number[];
}

/** How many numbers in LEB128 follow an opcode, and how many bytes after these. */
type Operands = readonly [numbers: number, bytes: number];

const opener = (reader: Reader) => ({ type: reader.number() });
const branch = (reader: Reader) => ({ depths: [reader.number()] });
type Rest = Pick<Instruction, 'type' | 'depths'>;
const KINDS = new Map<number, (reader: Reader) => Rest>([
  [BLOCK, opener],
  [LOOP, opener],
  [IF, opener],
  [END_OF_BLOCK, () => ({})],
  [BRANCH, branch],
  [BRANCH_IF, branch],
  [
    BRANCH_TABLE,
    (reader: Reader) => ({
      depths: Array.from({ length: reader.number() + 1 }, () => reader.number()),
    }),
  ],
]);

const NONE: Operands = [0, 0];
/** Other opcodes, from the first to the last of each range. Without exceptions and vectors. */
const OPERANDS: readonly (readonly [first: number, last: number, operands: Operands])[] = [
  [0x00, 0x01, NONE],
  [0x05, 0x05, NONE],
  [0x0f, 0x0f, NONE],
  [0x10, 0x10, [1, 0]],
  [0x11, 0x11, [2, 0]],
  [0x1a, 0x1b, NONE],
  [0x20, 0x26, [1, 0]],
  [0x28, 0x3e, [2, 0]],
  [0x3f, 0x42, [1, 0]],
  [0x43, 0x43, [0, 4]],
  [0x44, 0x44, [0, 8]],
  [0x45, 0xc4, NONE],
];
const OPERANDS_OF: readonly (Operands | undefined)[] = Array.from(
  { length: 256 },
  (_, opcode) => OPERANDS.find(([first, last]) => first <= opcode && opcode <= last)?.[2],
);
/** The numbers after the second opcode of conversions and of operations on memory. */
const LONG_OPCODE = 0xfc;
const LONG_OPERANDS: readonly number[] = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1];

class Reader {
  readonly #bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  byte(): number {
    return this.#bytes[this.at++]!;
  }

  /** Reads a number in LEB128. The value of a negative one is meaningless. */
  number(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }
}

export const codeReader = (bytes: Uint8Array, at = 0): Reader => new Reader(bytes, at);

/** Writes a number in LEB128. */
export function leb(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
  return Uint8Array.of(...bytes, rest);
}

/** Returns the blocks and branches of a function; null when it has an instruction that is unknown. */
export function decode(body: Uint8Array): Instruction[] | null {
  const reader = new Reader(body, 0);
  for (let locals = reader.number(); locals > 0; locals -= 1) {
    reader.number();
    reader.byte();
  }
  const found: Instruction[] = [];
  while (reader.at < body.length) {
    const start = reader.at;
    const opcode = reader.byte();
    const kind = KINDS.get(opcode);
    if (kind) {
      const about = kind(reader);
      found.push({ opcode, start, end: reader.at, ...about });
      continue;
    }
    const operands = operandsOf(opcode, reader);
    if (!operands) return null;
    for (let numbers = operands[0]; numbers > 0; numbers -= 1) reader.number();
    reader.at += operands[1];
  }
  return found;
}

function operandsOf(opcode: number, reader: Reader): Operands | undefined {
  if (opcode !== LONG_OPCODE) return OPERANDS_OF[opcode];
  const numbers = LONG_OPERANDS[reader.number()];
  return numbers === undefined ? undefined : [numbers, 0];
}
