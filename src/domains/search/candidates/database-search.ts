import type { Clock } from '../../../core/clock.ts';
import type { Log } from '../../../core/log.ts';
import type { Ranked, SearchQuery } from '../../../core/search.ts';
import type { SearchWorker } from '../../../engines/search/search-worker.ts';
import type { Db } from '../../../storage/database.ts';
import type { Embeddings } from '../embeddings.ts';
import type { SearchPlace } from '../search.sql.ts';
import { CandidateIndexes } from './candidate-indexes.ts';
import { Candidates } from './candidates.ts';
import { selectIndex } from './candidates.sql.ts';
import type { CandidateIndex } from './candidates.sql.ts';

export interface DatabaseSearchOptions {
  /** The smallest index whose words are also stored in the database. */
  minTexts?: number;
  /** The time between two looks for texts that have changed. */
  sweepMs?: number;
}

/** Opening a smaller index takes less than half a second. */
const MIN_TEXTS = 20_000;
/** More than a text of a usual length takes in an index. */
const MAX_TEXT_BYTES = 4_000;

/** Searches texts by their words in PostgreSQL, without an index in memory. */
export class DatabaseSearch implements AsyncDisposable {
  readonly #db: Db;
  readonly #indexes: CandidateIndexes;
  readonly #candidates: Candidates;
  /** The smallest index whose words are stored. An index without room in memory is larger. */
  readonly minTexts: number;

  constructor(
    parts: { db: Db; clock: Clock; log: Log; worker: SearchWorker; embeddings: Embeddings | null },
    { maxBytes, minTexts = MIN_TEXTS, sweepMs }: DatabaseSearchOptions & { maxBytes: number },
  ) {
    this.#db = parts.db;
    this.#indexes = new CandidateIndexes(parts, { worker: parts.worker, sweepMs });
    this.#candidates = new Candidates(parts.db, parts.worker, parts.embeddings);
    this.minTexts = Math.min(minTexts, Math.ceil(maxBytes / MAX_TEXT_BYTES));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#indexes[Symbol.asyncDispose]();
  }

  /** Stores the words of a user, and brings them up to date, in the background. */
  want(place: SearchPlace): Promise<void> {
    return this.#indexes.want(place);
  }

  /** Returns null while not all words are stored. */
  indexOf(place: SearchPlace): Promise<CandidateIndex | null> {
    return selectIndex(this.#db, place);
  }

  /** Returns null when the words lag behind and could not be brought up to date. */
  async rank(index: CandidateIndex, query: SearchQuery): Promise<Ranked | null> {
    const ranked = await this.#candidates.rank(index, query);
    if (ranked) return ranked;
    await this.#indexes.want(index);
    const current = await this.indexOf(index);
    return current && this.#candidates.rank(current, query);
  }
}
