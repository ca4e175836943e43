import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import fc from 'fast-check';
import { decode, END_OF_BLOCK, leb, codeReader } from './code.ts';
import { splitMerges } from './merges.ts';

declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: { run(value: number): number } };
  validate(code: Uint8Array): boolean;
};

const CASES = 600;
/** The only local variable, which is also the parameter. */
const VALUE = 0;
const CONSTANT = 0x41;

/** How a case ends after it has changed the value. */
type Ending = 'branch' | 'branch if' | 'table' | 'next case' | 'nested' | 'return' | 'again';

const endings = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.constant<Ending>('branch') },
    fc.constantFrom<Ending>('branch if', 'table', 'next case', 'nested', 'return', 'again'),
  ),
  { minLength: CASES, maxLength: CASES },
);

/** Signed, as constants are. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 63) {
    bytes.push((rest & 127) | 128);
    rest >>= 7;
  }
  return [...bytes, rest];
}

const section = (id: number, bytes: readonly number[]) => [id, ...leb(bytes.length), ...bytes];
const get = [0x20, VALUE];
/** Changes the value in a way that no other case does, with enough code for a large function. */
const change = (index: number): number[] => [
  ...Array.from({ length: 12 }, () => [...get, CONSTANT, ...signed(31), 0x6c, 0x21, VALUE]).flat(),
  ...get,
  CONSTANT,
  ...signed(index * 7 + 1),
  0x6a,
  0x21,
  VALUE,
];

/** A case stands inside the blocks of the later cases, and these inside one that all cases end. */
function caseOf(index: number, ending: Ending): number[] {
  const out = CASES - 1 - index;
  const odd = [...get, CONSTANT, 1, 0x71];
  const ways: Record<Ending, number[]> = {
    branch: [0x0c, ...leb(out)],
    'branch if': [...odd, 0x0d, ...leb(out), 0x0c, ...leb(out)],
    table: [...odd, 0x0e, 1, ...leb(out), ...leb(Math.max(0, out - 1))],
    'next case': [],
    nested: [...odd, 0x04, 0x40, 0x0c, ...leb(out + 1), 0x05, 0x0c, ...leb(out + 1), 0x0b],
    return: [...get, 0x0f],
    // The loop around everything ends, because the value counts in it.
    again: [
      ...odd,
      0x0d,
      ...leb(out),
      ...get,
      CONSTANT,
      1,
      0x72,
      0x21,
      VALUE,
      0x0c,
      ...leb(out + 1),
    ],
  };
  return [...change(index), ...ways[ending]];
}

/** A module whose function `run` is one loop around a table of cases. */
function moduleOf(all: readonly Ending[]): Uint8Array {
  const loop = [0x03, 0x40];
  const block = [0x02, 0x40];
  const body = [
    [0], // no more locals
    loop,
    ...all.map(() => block),
    block,
    [...get, CONSTANT, ...signed(CASES), 0x70, 0x0e, ...leb(CASES - 1)],
    ...all.map((_, index) => leb(index)),
    [END_OF_BLOCK],
    ...all.map((ending, index) => [...caseOf(index, ending), END_OF_BLOCK]),
    [END_OF_BLOCK, ...get, END_OF_BLOCK],
  ].flatMap((bytes) => [...bytes]);
  return Uint8Array.from(
    [
      [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, [1, 0x60, 1, 0x7f, 1, 0x7f]),
      section(3, [1, 0]),
      section(7, [1, 3, ...Buffer.from('run'), 0, 0]),
      section(10, [1, ...leb(body.length), ...body]),
    ].flat(),
  );
}

const runner = (code: Uint8Array) => new WebAssembly.Instance(new WebAssembly.Module(code)).exports;

test('a function with smaller merges computes the same', () => {
  const values = fc.array(fc.integer(), { minLength: 200, maxLength: 200 });
  fc.assert(
    fc.property(endings, values, (all, given) => {
      const module = moduleOf(all);
      const split = splitMerges(module);
      assert.notDeepEqual(split, module);
      const [before, after] = [runner(module), runner(split)];
      assert.deepEqual(
        given.map((value) => after.run(value)),
        given.map((value) => before.run(value)),
      );
    }),
    { numRuns: 8 },
  );
});

test('a module without large merges stays as it is', () => {
  const module = moduleOf(Array.from({ length: CASES }, () => 'next case'));
  assert.deepEqual(splitMerges(module), module);
});

test('no place of PostgreSQL has more than 500 branches to it', async () => {
  const url = new URL('./pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  const code = await readFile(url);
  assert.ok(mostBranches(code) > 2_000);
  const split = splitMerges(code);
  assert.ok(WebAssembly.validate(split));
  assert.ok(mostBranches(split) < 500, String(mostBranches(split)));
});

/** The most branches that a function of the module has to one place. */
function mostBranches(module: Uint8Array): number {
  const reader = codeReader(module, 8);
  while (reader.byte() !== 10) {
    const length = reader.number();
    reader.at += length;
  }
  reader.number();
  let most = 0;
  for (let functions = reader.number(); functions > 0; functions -= 1) {
    const length = reader.number();
    const code = module.subarray(reader.at, reader.at + length);
    reader.at += length;
    if (length > 32_768) most = Math.max(most, branchesIn(code));
  }
  return most;
}

function branchesIn(code: Uint8Array): number {
  const open: { count: number }[] = [{ count: 0 }];
  let most = 0;
  for (const { opcode, type, depths } of decode(code) ?? []) {
    if (type !== undefined) open.push({ count: 0 });
    else if (depths?.length === 1) open.at(-1 - depths[0]!)!.count += 1;
    else if (opcode === END_OF_BLOCK) most = Math.max(most, open.pop()!.count);
  }
  return most;
}
