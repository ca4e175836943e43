/** Cuts text into the pieces of a vocabulary, as the sentence encoder reads them. */
import { readFileSync } from 'node:fs';

/** Stands for a space before a word. */
const SPACE = '▁';
/** Pieces that stand for no text come first. */
const RESERVED = 6;
/** The number of a character that no piece contains. */
const UNKNOWN = 0;
const UNKNOWN_SCORE = -20;

/** The pieces that begin with the same characters. */
interface Branch {
  /** The piece that ends here. */
  number?: number;
  next: Map<string, Branch>;
}

export class Pieces {
  readonly #root: Branch = { next: new Map() };
  readonly #scores: readonly number[];

  /** The file has a line for each piece, in order: the piece, a tab, and its score. */
  constructor(file: URL) {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const pieces = lines.map((line) => line.split('\t'));
    this.#scores = pieces.map(([, score]) => Number(score));
    for (const [number, [piece]] of pieces.entries()) {
      if (number >= RESERVED) this.#add(piece!, number);
    }
  }

  #add(piece: string, number: number): void {
    let branch = this.#root;
    for (const character of piece) {
      const next = branch.next.get(character) ?? { next: new Map() };
      branch.next.set(character, next);
      branch = next;
    }
    branch.number = number;
  }

  /** Returns the numbers of the pieces whose scores have the highest sum. */
  of(text: string): number[] {
    const plain = text.normalize('NFKC').trim().replaceAll(/\s+/gu, SPACE);
    if (plain === '') return [];
    const characters = [...`${SPACE}${plain}`];
    /** The best way to each place: its score, and where its last piece begins. */
    const scores = new Float64Array(characters.length + 1).fill(-Infinity);
    const starts = new Int32Array(characters.length + 1);
    const last = new Int32Array(characters.length + 1);
    scores[0] = 0;
    const offer = (start: number, end: number, number: number, score: number) => {
      if (scores[start]! + score <= scores[end]!) return;
      scores[end] = scores[start]! + score;
      starts[end] = start;
      last[end] = number;
    };
    for (let start = 0; start < characters.length; start += 1) {
      offer(start, start + 1, UNKNOWN, UNKNOWN_SCORE);
      let branch = this.#root.next.get(characters[start]!);
      for (let end = start + 1; branch; end += 1) {
        const { number, next } = branch;
        if (number !== undefined) offer(start, end, number, this.#scores[number]!);
        branch = next.get(characters[end]!);
      }
    }
    const found: number[] = [];
    for (let end = characters.length; end > 0; end = starts[end]!) found.push(last[end]!);
    // Several unknown characters in a row count as one.
    return found
      .toReversed()
      .filter((number, at, all) => number !== UNKNOWN || all[at - 1] !== UNKNOWN);
  }
}
