/** Numbers of all texts of the user, for an index that contains only some of them. */
export interface Corpus {
  documents: number;
  groups: number;
  /** The number of terms, which excludes stop words. */
  terms: number;
  /** The documents and groups that contain a term; terms that are missing are counted in the index. */
  frequencies: ReadonlyMap<string, { documents: number; groups: number }>;
}
