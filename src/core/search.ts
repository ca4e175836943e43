/** The question and the answer of a search, for any ranker. */

/** Only what has these labels, and is of this time, is found. */
export interface SearchFilter {
  /** A group has to have one label of each list. */
  labels: readonly (readonly string[])[];
  /** Words that a group must not have. */
  without: readonly string[];
  /** A text has to be by a speaker with this label. */
  speaker: string | null;
  /** The end is exclusive. */
  from: Date | null;
  until: Date | null;
}

export const EVERYTHING: SearchFilter = {
  labels: [],
  without: [],
  speaker: null,
  from: null,
  until: null,
};

/** A time that a question is about; the end is exclusive. Milliseconds since 1970. */
export interface TimeSpan {
  from: number;
  until: number;
}

export interface SearchQuery {
  text: string;
  /** Groups of these times rank higher; others stay in the list. */
  times?: readonly TimeSpan[];
  /** The question as an embedding, when there is one. */
  vector?: Float32Array | null;
  limit: number;
  offset?: number;
  filter?: SearchFilter;
}

/** Groups are found as a whole (a conversation, a memory), because of their texts. Scores are 0 to 1. */
export interface Ranked {
  /** Best first. */
  groups: { id: string; score: number; texts: { id: string; score: number }[] }[];
  /** The number of groups that match well enough, over all pages. */
  total: number;
  /** The number of groups that have some word of the query but match too little of it. */
  below_threshold: number;
}

export interface Resemblance {
  id: string;
  /** 0 to 1. */
  likeness: number;
}
