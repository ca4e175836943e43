import type { IndexChange } from '../../engines/search/search-worker.ts';
import type { Db } from '../../storage/database.ts';
import type { Embeddings } from './embeddings.ts';
import { groupsOf } from './groups.ts';
import * as sql from './search.sql.ts';
import type { SearchPlace, TextRow } from './search.sql.ts';
import { SliceQueue } from './slice-queue.ts';

/** The number of ids to read at once. */
const MAX_IDS = 500;
/**
 * The maximum number of texts in a slice. Reading 500 rows takes a few milliseconds. A conversation
 * with more texts is a separate slice.
 */
const MAX_TEXTS = 500;

interface Slice {
  ids: string[];
  texts: number;
}

type Read = () => Promise<{ change: IndexChange; texts: number }>;

/** Reads the content of indexes from the database in slices. */
export class IndexFeed {
  readonly #db: Db;
  readonly #embeddings: Embeddings | null;
  readonly #queue = new SliceQueue();

  constructor(db: Db, embeddings: Embeddings | null) {
    this.#db = db;
    this.#embeddings = embeddings;
  }

  /**
   * Passes these groups, or all groups of an index, to `update`. An index gets one slice at a time,
   * so that requests of other users can run in between.
   */
  async run(
    place: SearchPlace,
    ids: readonly string[] | 'all',
    update: (change: IndexChange) => Promise<void>,
  ): Promise<void> {
    let done = 0;
    let indexed = Promise.resolve();
    for await (const read of this.#readers(place, ids)) {
      const leave = await this.#queue.enter(done);
      try {
        const { change, texts } = await read();
        await indexed;
        indexed = update(change).finally(leave);
        // The next slice, or the end, reports the failure.
        indexed.catch(() => {});
        done += texts;
      } catch (error) {
        leave();
        throw error;
      }
    }
    await indexed;
  }

  /** Yields functions that read one slice each. */
  async *#readers(place: SearchPlace, ids: readonly string[] | 'all'): AsyncGenerator<Read> {
    const { user_id, kind } = place;
    if (ids === 'all' && kind !== 'conversations') return yield* this.#pages({ user_id, kind });
    for await (const page of ids === 'all' ? this.#stored(place) : pagesOf(ids)) {
      for (const slice of await this.#slices(place, page)) {
        yield async () => ({ change: await this.#read(place, slice.ids), texts: slice.texts });
      }
    }
  }

  /** Reads groups of one text each in the order of their ids, which needs one query per slice. */
  async *#pages(place: Parameters<typeof sql.selectTextsAfter>[1]): AsyncGenerator<Read> {
    const position = { after: null as string | null, isLast: false };
    while (!position.isLast) {
      yield async () => {
        const { after } = position;
        const rows = await sql.selectTextsAfter(this.#db, place, { after, limit: MAX_TEXTS });
        position.after = rows.at(-1)?.group_id ?? after;
        position.isLast = rows.length < MAX_TEXTS;
        return { change: await this.#change(place, rows), texts: rows.length };
      };
    }
  }

  /** Yields the ids of all groups of an index. */
  async *#stored(place: SearchPlace): AsyncGenerator<string[]> {
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await sql.selectGroupIds(this.#db, place, { after, limit: MAX_IDS });
      if (ids.length > 0) yield ids;
      if (ids.length < MAX_IDS) return;
      after = ids.at(-1)!;
    }
  }

  async #slices(place: SearchPlace, ids: readonly string[]): Promise<Slice[]> {
    const counts =
      place.kind === 'conversations'
        ? await sql.countSegmentsOfAll(this.#db, place.user_id, ids)
        : new Map<string, number>();
    const slices: Slice[] = [];
    for (const id of ids) {
      const texts = (counts.get(id) ?? 0) + 1;
      const last = slices.at(-1);
      if (last && last.texts + texts <= MAX_TEXTS) {
        last.ids.push(id);
        last.texts += texts;
      } else slices.push({ ids: [id], texts });
    }
    return slices;
  }

  /** Reads the content of these groups for an index. */
  async #read(place: SearchPlace, ids: readonly string[]): Promise<IndexChange> {
    const change = await this.#change(place, await sql.selectTexts(this.#db, place, ids));
    const found = new Set(change.groups.map(({ id }) => id));
    return { ...change, removed: ids.filter((id) => !found.has(id)) };
  }

  async #change(place: SearchPlace, rows: readonly TextRow[]): Promise<IndexChange> {
    const groups = groupsOf(rows);
    return { groups, removed: [], vectors: await this.#embeddings?.ofGroups(place, groups) };
  }
}

function* pagesOf(ids: readonly string[]): Generator<readonly string[]> {
  for (let start = 0; start < ids.length; start += MAX_IDS) yield ids.slice(start, start + MAX_IDS);
}
