/** The question and the answer of a search, for any ranker. */

/** Restricts results to these labels and this time. */
export interface SearchFilter {
  /** A group must have at least one label from each of these lists. */
  labels: readonly (readonly string[])[];
  /** Words that must not occur in a group. */
  without: readonly string[];
  /** Restricts results to texts whose speaker has this label. */
  speaker: string | null;
  /** The end is exclusive. */
  from: Date | null;
  until: Date | null;
  /** Restricts results to these groups. */
  ids?: readonly string[] | null;
}

export const EVERYTHING: SearchFilter = {
  labels: [],
  without: [],
  speaker: null,
  from: null,
  until: null,
};

/** A time that a question refers to; the end is exclusive. Milliseconds since 1970. */
export interface TimeSpan {
  from: number;
  until: number;
}

export interface SearchQuery {
  text: string;
  /** Groups from these times rank higher; all other groups stay in the list. */
  times?: readonly TimeSpan[];
  /** The embedding of the question, when there is one. */
  vector?: Float32Array | null;
  limit: number;
  offset?: number;
  filter?: SearchFilter;
}

/** A result is a group of texts, such as a conversation or a memory. Scores are 0 to 1. */
export interface Ranked {
  /** Best first. */
  groups: { id: string; score: number; texts: { id: string; score: number }[] }[];
  /** The total number of matching groups on all pages. */
  total: number;
  /** The number of groups that contain a word of the query but match too little of it. */
  below_threshold: number;
}

export interface Resemblance {
  id: string;
  /** 0 to 1. */
  likeness: number;
}
