import type { Ranked, Resemblance, SearchQuery } from '../core/search.ts';
import type { Db } from '../storage/database.ts';

/** A record that can be searched. */
interface Searched {
  id: string;
  text: string;
}

export interface Search {
  /**
   * Ranks the user's records of a kind as they are at this moment: what was written before is found,
   * what was deleted is not. Must not run inside a transaction.
   */
  find(db: Db, place: { user_id: string; kind: string }, query: SearchQuery): Promise<Ranked>;
  /**
   * For each text the records, other than that of its id, that say nearly the same, best first. A hint
   * that costs a writer next to nothing: it knows what it was told of (`wrote`).
   */
  resembling(db: Db, user_id: string, texts: readonly Searched[]): Promise<Resemblance[][]>;
  /** These records are written: from now on `resembling` knows them. */
  wrote(user_id: string, records: readonly Searched[]): void;
}
