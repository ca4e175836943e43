/** Cuts text into the pieces of the reading network's vocabulary (SentencePiece, unigram). */
import { readFileSync } from 'node:fs';

/** Stands for a space before a word. */
const SPACE = '▁';
/** Before a piece that is unknown: the lowest score of the vocabulary, less ten. */
const UNKNOWN_SCORE = -30;
/** A longer word is not language; the rest is left out. */
const MAX_WORD = 64;
const MAX_KEPT_WORDS = 20_000;

export interface Piece {
  id: number;
  /** The first character in the text, and the one after the last. */
  start: number;
  end: number;
}

/** The pieces that begin with the same characters. */
interface Branch {
  /** The piece that ends here. */
  id?: number;
  next: Map<string, Branch>;
}

export class Pieces {
  /** The ids of the start, of a separator, and of what no piece contains. */
  readonly first: number;
  readonly separator: number;
  readonly #unknown: number;
  readonly #root: Branch = { next: new Map() };
  readonly #scores: readonly number[];
  readonly #words = new Map<string, readonly { id: number; length: number }[]>();

  /** The file has a line for each piece, in order: the piece, a tab, and its score. */
  constructor(file: URL) {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    const pieces = lines.map((line) => line.split('\t'));
    this.#scores = pieces.map(([, score]) => Number(score));
    const idOf = (name: string) => pieces.findIndex(([piece]) => piece === name);
    this.first = idOf('<s>');
    this.separator = idOf('</s>');
    this.#unknown = idOf('<unk>');
    for (const [id, [piece]] of pieces.entries()) {
      if (!/^<.+>$/u.test(piece!)) this.#add(piece!, id);
    }
  }

  #add(piece: string, id: number): void {
    let branch = this.#root;
    for (const character of piece) {
      const next = branch.next.get(character) ?? { next: new Map() };
      branch.next.set(character, next);
      branch = next;
    }
    branch.id = id;
  }

  /** Returns the pieces of a text, at most `most`, with their places in it. */
  of(text: string, most = Infinity): Piece[] {
    const found: Piece[] = [];
    for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
      let start = index;
      for (const { id, length } of this.#wordOf(word)) {
        if (found.length >= most) return found;
        found.push({ id, start, end: start + length });
        start += length;
      }
    }
    return found;
  }

  #wordOf(word: string): readonly { id: number; length: number }[] {
    const known = this.#words.get(word);
    if (known) return known;
    const cut = this.#cut(word.slice(0, MAX_WORD));
    if (this.#words.size >= MAX_KEPT_WORDS) this.#words.clear();
    this.#words.set(word, cut);
    return cut;
  }

  /** The pieces whose scores have the highest sum, with the characters that each stands for. */
  #cut(word: string): { id: number; length: number }[] {
    // The places of the normal form are those of the word, character by character.
    const units: { character: string; length: number }[] = [{ character: SPACE, length: 0 }];
    for (const character of word) {
      const normal = [...character.normalize('NFKC')].filter((one) => /\S/u.test(one));
      for (const [at, one] of normal.entries()) {
        units.push({ character: one, length: at === 0 ? character.length : 0 });
      }
    }
    const { length } = units;
    const scores = new Float64Array(length + 1).fill(-Infinity);
    const starts = new Int32Array(length + 1);
    const last = new Int32Array(length + 1);
    scores[0] = 0;
    const offer = (start: number, end: number, id: number, score: number) => {
      if (scores[start]! + score <= scores[end]!) return;
      scores[end] = scores[start]! + score;
      starts[end] = start;
      last[end] = id;
    };
    for (let start = 0; start < length; start += 1) {
      offer(start, start + 1, this.#unknown, UNKNOWN_SCORE);
      let branch = this.#root.next.get(units[start]!.character);
      for (let end = start + 1; branch; end += 1) {
        if (branch.id !== undefined) offer(start, end, branch.id, this.#scores[branch.id]!);
        branch = end < length ? branch.next.get(units[end]!.character) : undefined;
      }
    }
    const found: { id: number; length: number }[] = [];
    for (let end = length; end > 0; end = starts[end]!) {
      const span = units.slice(starts[end], end).reduce((sum, unit) => sum + unit.length, 0);
      found.push({ id: last[end]!, length: span });
    }
    return found.toReversed();
  }
}
