/**
 * Rewrites WebAssembly so that V8 compiles it with little memory. V8's optimising compiler takes memory
 * for each pair of a value and a branch to the same place: 604 MB for the parser of PostgreSQL, whose
 * 2,000 grammar rules all continue at one place, and 23 MB after this. The branches go to additional
 * blocks first, 32 to each, which continue at the former place.
 */
import { joined } from '../protocol.ts';
import { BLOCK, BRANCH, BRANCH_TABLE, decode, END_OF_BLOCK, leb, codeReader } from './code.ts';
import type { Instruction } from './code.ts';

const CODE_SECTION = 10;
const HEADER_BYTES = 8;
/** Smaller functions cannot contain many branches. */
const LARGE_BYTES = 32_768;
const MANY_BRANCHES = 256;
const BRANCHES_PER_BLOCK = 32;

/** A block without parameters and results. */
const NO_TYPE = 0x40;

/** A place to which a branch can go: the end of a block, or the start of a loop. */
interface Label {
  /** True for the end of a block that has no results. */
  isPlain: boolean;
  /** True for the end of a block that was added. */
  isAdded?: boolean;
}

interface Step extends Instruction {
  opened?: Label;
  closed?: Label;
  /** The places to which a branch can go: one, or those of a table. */
  targets?: readonly Label[];
  /** The innermost block around a branch. */
  inside?: Label;
}

/** Returns the module with smaller merges. A function with an unknown instruction stays as it is. */
export function splitMerges(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const reader = codeReader(module, HEADER_BYTES);
  const parts: Uint8Array[] = [module.subarray(0, HEADER_BYTES)];
  while (reader.at < module.length) {
    const start = reader.at;
    const id = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (id === CODE_SECTION) {
      const code = splitInSection(module.subarray(reader.at, end));
      parts.push(Uint8Array.of(id), leb(code.length), code);
    } else parts.push(module.subarray(start, end));
    reader.at = end;
  }
  return joined(parts);
}

function splitInSection(section: Uint8Array): Uint8Array {
  const reader = codeReader(section);
  const parts: Uint8Array[] = [];
  const count = reader.number();
  let copied = 0;
  for (let index = 0; index < count; index += 1) {
    const start = reader.at;
    const length = reader.number();
    const body = section.subarray(reader.at, reader.at + length);
    reader.at += length;
    const split = length > LARGE_BYTES ? splitInFunction(body) : null;
    if (!split) continue;
    parts.push(section.subarray(copied, start), leb(split.length), split);
    copied = reader.at;
  }
  return joined([...parts, section.subarray(copied)]);
}

function splitInFunction(body: Uint8Array): Uint8Array | null {
  const instructions = decode(body);
  if (!instructions) return null;
  const whole: Label = { isPlain: false };
  const steps = stepsOf(instructions, whole);
  const busiest = busiestOf(steps);
  if (!busiest) return null;
  const wrapped = blocksToWrap(steps, busiest);
  return joined([...rewrite(body, { steps, whole, busiest, wrapped })]);
}

function stepsOf(instructions: readonly Instruction[], whole: Label): Step[] {
  const open = [whole];
  const at = (depth: number): Label => open.at(-1 - depth)!;
  return instructions.map((each): Step => {
    if (each.type !== undefined) {
      const opened = { isPlain: each.opcode === BLOCK && each.type === NO_TYPE };
      open.push(opened);
      return { ...each, opened };
    }
    if (each.depths) return { ...each, targets: each.depths.map(at), inside: at(0) };
    return each.opcode === END_OF_BLOCK ? { ...each, closed: open.pop()! } : each;
  });
}

/** Returns the place to which most branches go; null when these are few. */
function busiestOf(steps: readonly Step[]): Label | null {
  const counts = new Map<Label, number>();
  for (const { opcode, targets } of steps) {
    const [target] = targets ?? [];
    if (opcode === BRANCH && target!.isPlain) counts.set(target!, (counts.get(target!) ?? 0) + 1);
  }
  const [most] = [...counts].toSorted(([, one], [, other]) => other - one);
  return most && most[1] >= MANY_BRANCHES ? most[0] : null;
}

/** Returns blocks that end with a branch to the busiest place, after every 32 such branches. */
function blocksToWrap(steps: readonly Step[], busiest: Label): Set<Label> {
  const wrapped = new Set<Label>();
  let waiting = 0;
  for (const [index, { opcode, targets, inside }] of steps.entries()) {
    if (opcode !== BRANCH || targets![0] !== busiest) continue;
    waiting += 1;
    const isLast = steps[index + 1]!.closed === inside;
    if (waiting < BRANCHES_PER_BLOCK || !isLast || inside === busiest || !inside!.isPlain) continue;
    wrapped.add(inside!);
    waiting = 0;
  }
  return wrapped;
}

interface Plan {
  steps: readonly Step[];
  whole: Label;
  busiest: Label;
  wrapped: ReadonlySet<Label>;
}

/** Puts the content of each wrapped block into a block of its own, after which it branches on. */
function* rewrite(
  body: Uint8Array,
  { steps, whole, busiest, wrapped }: Plan,
): Generator<Uint8Array> {
  const open = [whole];
  const depthOf = (target: Label): Uint8Array => {
    const isNearest = (each: Label) => each === target || (target === busiest && each.isAdded);
    return leb(open.length - 1 - open.findLastIndex(isNearest));
  };
  let copied = 0;
  for (const { opcode, start, end, opened, closed, targets } of steps) {
    yield body.subarray(copied, start);
    copied = end;
    if (closed && wrapped.has(closed)) {
      open.pop();
      yield Uint8Array.of(END_OF_BLOCK, BRANCH);
      yield depthOf(busiest);
    }
    if (targets) {
      yield Uint8Array.of(opcode);
      if (opcode === BRANCH_TABLE) yield leb(targets.length - 1);
      yield* targets.map(depthOf);
    } else yield body.subarray(start, end);
    if (closed) open.pop();
    if (opened) open.push(opened);
    if (opened && wrapped.has(opened)) {
      yield Uint8Array.of(BLOCK, NO_TYPE);
      open.push({ isPlain: true, isAdded: true });
    }
  }
}
