/**
 * Learns what single sentences to oneself or to a machine are for, and adds the head `note` to
 * `assets/reading-heads.bin`: `node notes.ts`. The states are those of the finished network, so this takes
 * seconds and no Python. `node notes.ts --measure` learns from four fifths, five times, and counts the rest.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { aloneOf } from '../../src/engines/reading/input.ts';
import { load, meanOf, shares, SIZE } from '../../src/engines/reading/network.ts';
import { NOTE_KINDS } from '../../src/engines/reading/talk.ts';
import { unitsOf } from '../../src/engines/words/units.ts';
import { mulberry } from '../../bench/sentences.ts';
import { parseNotesFolder } from '../notes.ts';

const HEADS = fileURLToPath(new URL('../../assets/reading-heads.bin', import.meta.url));
const [HIDDEN, KINDS, ROUNDS, BATCH] = [64, NOTE_KINDS.length, 60, 64];
/** Networks that learn in other orders; the head is their mean. */
const TOGETHER = 3;
const [RATE, DECAY, DROPPED] = [1e-3, 3e-2, 0.3];

interface Example {
  state: Float32Array;
  kind: number;
}

/** A layer: for each row its numbers, and the moments of Adam. */
class Layer {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
  readonly slopes: Float64Array;
  readonly #moments: [Float64Array, Float64Array];

  constructor(rows: number, columns: number, random: () => number) {
    [this.rows, this.columns] = [rows, columns];
    // The last number of each row is added whatever the input is.
    const size = rows * (columns + 1);
    const reach = 1 / Math.sqrt(columns);
    this.values = Float64Array.from({ length: size }, () => (2 * random() - 1) * reach);
    this.slopes = new Float64Array(size);
    this.#moments = [new Float64Array(size), new Float64Array(size)];
  }

  apply(input: ArrayLike<number>): Float64Array {
    return Float64Array.from({ length: this.rows }, (_, row) => {
      const start = row * (this.columns + 1);
      let sum = this.values[start + this.columns]!;
      for (let at = 0; at < this.columns; at += 1) sum += this.values[start + at]! * input[at]!;
      return sum;
    });
  }

  /** Adds the slopes for one example, and returns those of its input. */
  learn(input: ArrayLike<number>, wanted: ArrayLike<number>): Float64Array {
    const back = new Float64Array(this.columns);
    for (let row = 0; row < this.rows; row += 1) {
      const [start, slope] = [row * (this.columns + 1), wanted[row]!];
      if (slope === 0) continue;
      for (let at = 0; at < this.columns; at += 1) {
        this.slopes[start + at]! += slope * input[at]!;
        back[at]! += slope * this.values[start + at]!;
      }
      this.slopes[start + this.columns]! += slope;
    }
    return back;
  }

  /** One step of AdamW. */
  step(time: number): void {
    const [first, second] = this.#moments;
    for (let at = 0; at < this.values.length; at += 1) {
      const slope = this.slopes[at]!;
      first[at] = 0.9 * first[at]! + 0.1 * slope;
      second[at] = 0.999 * second[at]! + 0.001 * slope * slope;
      const [mean, square] = [first[at]! / (1 - 0.9 ** time), second[at]! / (1 - 0.999 ** time)];
      this.values[at]! -= RATE * (mean / (Math.sqrt(square) + 1e-8) + DECAY * this.values[at]!);
    }
    this.slopes.fill(0);
  }
}

interface Learnt {
  inner: Layer;
  outer: Layer;
}

/** The numbers of a state differ in size; each is measured by its spread. */
interface Scale {
  mean: Float64Array;
  spread: Float64Array;
}

const { network, pieces } = load();
const { notes, problems } = parseNotesFolder();
if (problems[0])
  throw new Error(`${problems[0].batch}.txt:${problems[0].line}: ${problems[0].message}`);
const examples: Example[] = notes.map(({ language, kind, text }) => {
  const talk = { language, turns: [{ text, speaker: 'User', isUser: true }] };
  const chunk = aloneOf(talk, unitsOf(talk)[0]!, pieces);
  const { from, to } = chunk.units[0]!;
  return { state: meanOf(network.states(chunk.ids), from, to), kind: NOTE_KINDS.indexOf(kind) };
});

function learn(some: readonly Example[]): { scale: Scale; learnt: Learnt[] } {
  const scale = scaleOf(some);
  const scaled = some.map(({ state, kind }) => ({ state: scaledBy(scale, state), kind }));
  const learnt = Array.from({ length: TOGETHER }, (_, seed) => learnOnce(scaled, seed + 1));
  return { scale, learnt };
}

function learnOnce(some: readonly { state: Float64Array; kind: number }[], seed: number): Learnt {
  const random = mulberry(seed);
  const kept = (values: Float64Array) =>
    values.map((value) => (random() < DROPPED ? 0 : value / (1 - DROPPED)));
  const [inner, outer] = [new Layer(HIDDEN, SIZE, random), new Layer(KINDS, HIDDEN, random)];
  let time = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = shuffled(some, random);
    for (let from = 0; from < order.length; from += BATCH) {
      const batch = order.slice(from, from + BATCH);
      for (const { state, kind } of batch) {
        const input = kept(state);
        const sums = inner.apply(input);
        const hidden = kept(sums.map((value) => Math.max(0, value)));
        const slopes = shares(outer.apply(hidden)).map(
          (share, at) => (share - Number(at === kind)) / batch.length,
        );
        const back = outer.learn(hidden, slopes);
        inner.learn(
          input,
          back.map((slope, at) => (hidden[at]! > 0 ? slope / (1 - DROPPED) : 0)),
        );
      }
      time += 1;
      inner.step(time);
      outer.step(time);
    }
  }
  return { inner, outer };
}

function scaleOf(some: readonly Example[]): Scale {
  const column = (at: number) => some.map(({ state }) => state[at]!);
  const average = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const mean = Float64Array.from({ length: SIZE }, (_, at) => average(column(at)));
  const spread = mean.map((middle, at) =>
    Math.sqrt(average(column(at).map((value) => (value - middle) ** 2)) + 1e-12),
  );
  return { mean, spread };
}

const scaledBy = ({ mean, spread }: Scale, state: Float32Array): Float64Array =>
  Float64Array.from(state, (value, at) => (value - mean[at]!) / spread[at]!);

/** Puts the networks beside each other, and the scale into the first layer. */
function write(some: readonly Example[]): void {
  const {
    scale: { mean, spread },
    learnt,
  } = learn(some);
  const rows = learnt.flatMap(({ inner }) =>
    Array.from({ length: HIDDEN }, (_, row) => {
      const own = inner.values.slice(row * (SIZE + 1), (row + 1) * (SIZE + 1));
      const weights = Array.from({ length: SIZE }, (__, at) => own[at]! / spread[at]!);
      const bias = weights.reduce((sum, weight, at) => sum - weight * mean[at]!, own[SIZE]!);
      return { weights, bias };
    }),
  );
  const outer = (kind: number) =>
    learnt.flatMap((each) => {
      const own = each.outer.values.slice(kind * (HIDDEN + 1), kind * (HIDDEN + 1) + HIDDEN);
      return Array.from(own, (weight) => weight / TOGETHER);
    });
  const bias = (kind: number) =>
    learnt.reduce((sum, each) => sum + each.outer.values[(kind + 1) * (HIDDEN + 1) - 1]!, 0) /
    TOGETHER;
  const kinds = NOTE_KINDS.map((_, kind) => kind);
  addTensors({
    'note_in.weight': {
      shape: [rows.length, SIZE],
      values: rows.flatMap(({ weights }) => weights),
    },
    'note_in.bias': { shape: [rows.length], values: rows.map((row) => row.bias) },
    'note_out.weight': { shape: [KINDS, rows.length], values: kinds.flatMap(outer) },
    'note_out.bias': { shape: [KINDS], values: kinds.map(bias) },
  });
}

function addTensors(added: Record<string, { shape: number[]; values: number[] }>): void {
  const bytes = readFileSync(HEADS);
  const length = bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as {
    tensors: Record<string, number[]>;
  };
  const numbers = bytes.subarray(4 + length);
  const known = Object.entries(head.tensors).filter(([name]) => !(name in added));
  const isLast = known.length < Object.keys(head.tensors).length;
  let offset = isLast ? head.tensors['note_in.weight']![0]! : numbers.length / 4;
  const parts = [numbers.subarray(0, offset * 4)];
  head.tensors = Object.fromEntries(known);
  for (const [name, { shape, values }] of Object.entries(added)) {
    head.tensors[name] = [offset, ...shape];
    parts.push(Buffer.from(Float32Array.from(values).buffer));
    offset += values.length;
  }
  const text = JSON.stringify(head);
  const padded = Buffer.from(text + ' '.repeat((4 - ((Buffer.byteLength(text) + 4) % 4)) % 4));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(padded.length);
  writeFileSync(HEADS, Buffer.concat([size, padded, ...parts]));
}

function measure(): void {
  const PARTS = 5;
  const table = NOTE_KINDS.map(() => NOTE_KINDS.map(() => 0));
  const order = shuffled(examples, mulberry(7));
  for (let part = 0; part < PARTS; part += 1) {
    const { scale, learnt } = learn(order.filter((_, at) => at % PARTS !== part));
    for (const { state, kind } of order.filter((_, at) => at % PARTS === part)) {
      const input = scaledBy(scale, state);
      const sums = NOTE_KINDS.map(() => 0);
      for (const { inner, outer } of learnt) {
        const hidden = inner.apply(input).map((value) => Math.max(0, value));
        for (const [at, score] of outer.apply(hidden).entries()) sums[at]! += score;
      }
      table[kind]![sums.indexOf(Math.max(...sums))]! += 1;
    }
  }
  console.log('rows: what it is; columns: what was read');
  console.table(
    Object.fromEntries(
      NOTE_KINDS.map((kind, at) => [
        kind,
        Object.fromEntries(NOTE_KINDS.map((other, to) => [other, table[at]![to]])),
      ]),
    ),
  );
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item);
}

if (process.argv.includes('--measure')) measure();
else write(examples);
