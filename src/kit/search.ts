import type { Ranked, Resemblance, SearchQuery } from '../core/search.ts';
import type { Db } from '../storage/database.ts';

/** A record that can be searched. */
interface Searched {
  id: string;
  text: string;
}

export interface Search {
  /**
   * Ranks the user's records of a kind in their current state: everything written before is found,
   * and nothing deleted. Must not run inside a transaction.
   */
  find(db: Db, place: { user_id: string; kind: string }, query: SearchQuery): Promise<Ranked>;
  /**
   * Returns, for each text, the other records that say nearly the same, best first. This hint
   * hardly delays a writer, because it uses only what the index has and what `wrote` added.
   */
  resembling(db: Db, user_id: string, texts: readonly Searched[]): Promise<Resemblance[][]>;
  /** Adds written records, so that `resembling` finds them at once. */
  wrote(user_id: string, records: readonly Searched[]): void;
}
