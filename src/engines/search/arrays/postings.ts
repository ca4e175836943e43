import type { Growing } from './growing-array.ts';

/**
 * A posting is `document * TF_STEP + times`, so that a list of postings contains only small
 * integers.
 */
export const TF_STEP = 16;
export const documentOf = (posting: number): number => Math.trunc(posting / TF_STEP);

/** The number of documents that are packed at once, in a few milliseconds. */
const DOCUMENTS_AT_ONCE = 5_000;
const NONE: readonly number[] = [];

interface Documents {
  documents: number;
  /** For each document, the index in `sequence` at which its words start. */
  wordsFrom: Growing<Int32Array>;
  /** Returns the index in `sequence` after the last word of a document. */
  wordsEnd(document: number): number;
  sequence: Growing<Int32Array>;
  termOfWord: readonly number[];
}

/** For each term, the documents that contain it, in the order of their numbers. */
export class Postings {
  /** The lists that have grown since the postings were packed. */
  #lists: (number[] | undefined)[] = [];
  /** The postings of all terms one after another; those of a term begin at its start. */
  #packed = new Int32Array(0);
  #starts = new Int32Array(1);

  of(term: number): readonly number[] | Int32Array {
    const list = this.#lists[term];
    if (list) return list;
    if (term >= this.#starts.length - 1) return NONE;
    return this.#packed.subarray(this.#starts[term], this.#starts[term + 1]);
  }

  /** Adds a document that comes after all others. */
  add(term: number, document: number, times: number): void {
    const posting = document * TF_STEP + Math.min(times, TF_STEP - 1);
    const list = this.#lists[term];
    // Most terms occur once, and a list that grows from empty reserves space for 17 numbers.
    if (list) list.push(posting);
    else this.#lists[term] = [...this.of(term), posting];
  }

  /**
   * Makes the postings of all documents anew, in short steps, which takes a fifth of the time of
   * adding each word. No document may be added meanwhile.
   */
  *pack(index: Documents, terms: number): Generator<void> {
    const starts = new Int32Array(terms + 1);
    const latest = new Int32Array(terms).fill(-1);
    for (let document = 0; document < index.documents; document++) {
      if (document % DOCUMENTS_AT_ONCE === 0) yield;
      const end = index.wordsEnd(document);
      for (let at = index.wordsFrom.at(document); at < end; at++) {
        const term = index.termOfWord[index.sequence.at(at)]!;
        if (latest[term] === document) continue;
        latest[term] = document;
        starts[term + 1]! += 1;
      }
    }
    for (let term = 0; term < terms; term++) starts[term + 1]! += starts[term]!;
    const packed = new Int32Array(starts[terms]!);
    const next = starts.slice(0, terms);
    latest.fill(-1);
    for (let document = 0; document < index.documents; document++) {
      if (document % DOCUMENTS_AT_ONCE === 0) yield;
      const end = index.wordsEnd(document);
      for (let at = index.wordsFrom.at(document); at < end; at++) {
        const term = index.termOfWord[index.sequence.at(at)]!;
        const place = next[term]!;
        if (latest[term] !== document) {
          latest[term] = document;
          packed[place] = document * TF_STEP + 1;
          next[term] = place + 1;
        } else if (packed[place - 1]! % TF_STEP < TF_STEP - 1) packed[place - 1]! += 1;
      }
    }
    this.#packed = packed;
    this.#starts = starts;
    this.#lists = [];
  }
}
