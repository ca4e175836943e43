import type { GroupVectors } from './vectors.ts';

/**
 * A part of an index, in which words, speakers and labels are numbers. A piece contains the words
 * and speakers that earlier pieces lack; their numbers follow those of the earlier pieces.
 */
export interface IndexPiece {
  words: string[];
  /** The term of each new word; an empty text means that the term equals the word. */
  terms: string[];
  speakers: string[];
  /** The different sets of labels in this piece. */
  labels: (readonly string[])[];
  groups: {
    ids: string[];
    at: Float64Array;
    labels: Int32Array;
    /** The number of texts. */
    counts: Int32Array;
    vectors: (GroupVectors | undefined)[];
  };
  texts: {
    /** Empty for a text that has the id of its group. */
    ids: string[];
    forms: Int32Array;
    speakers: Int32Array;
    lengths: Int32Array;
    /** The number of words. */
    counts: Int32Array;
  };
  /** The words of all texts one after another. */
  sequence: Int32Array;
}
