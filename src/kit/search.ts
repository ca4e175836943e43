import type { Ranked, Resemblance, SearchQuery } from '../core/search.ts';
import type { Db } from '../storage/database.ts';

/** A record that can be searched. */
interface Searched {
  id: string;
  text: string;
}

export interface Search {
  /**
   * Ranks the user's records of one kind in their current state: finds every committed record and
   * no deleted one. Must not be called inside a transaction.
   */
  find(db: Db, place: { user_id: string; kind: string }, query: SearchQuery): Promise<Ranked>;
  /**
   * Returns, for each text, the other records that say nearly the same, the most similar first. The
   * function uses only indexed data and the records passed to `wrote`, so it hardly delays a
   * writer.
   */
  resembling(db: Db, user_id: string, texts: readonly Searched[]): Promise<Resemblance[][]>;
  /** Orders texts that were found for a question; null without a model that can. */
  order: ((question: string, texts: readonly string[]) => Promise<number[]>) | null;
  /** Adds new records, so that `resembling` finds them immediately. */
  wrote(user_id: string, records: readonly Searched[]): void;
}
