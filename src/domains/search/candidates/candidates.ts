import { randomUUID } from 'node:crypto';
import { EVERYTHING } from '../../../core/search.ts';
import type { Ranked, SearchQuery } from '../../../core/search.ts';
import {
  TURNS_OF_WINDOW,
  wantedLabels,
  wantedWords,
} from '../../../engines/search/candidate-words.ts';
import type { Corpus, WantedWord } from '../../../engines/search/candidate-words.ts';
import type { SearchWorker } from '../../../engines/search/search-worker.ts';
import type { SearchGroup } from '../../../engines/search/text-index.ts';
import type { Db } from '../../../storage/database.ts';
import { selectChangedIds } from '../../changes/log.ts';
import type { Embeddings } from '../embeddings.ts';
import { groupsOf, groupsWithGaps } from '../groups.ts';
import { selectTexts, selectWindowTexts } from '../search.sql.ts';
import type { TextRow } from '../search.sql.ts';
import { SliceQueue } from '../slice-queue.ts';
import type { CandidateIndex } from './candidates.sql.ts';
import {
  countMatches,
  readWords,
  selectBestWindows,
  selectGroupsAt,
  selectLengths,
} from './finding.sql.ts';
import type { CandidateWindow } from './finding.sql.ts';

/** A word in more windows than this finds only some of them. */
const MAX_WINDOWS_OF_WORD = 2_000;
/** Once rarer words have found this many windows, more frequent words add none, as in the ranker. */
const ENOUGH_WINDOWS = 600;
const MAX_PAIRED = 4;
/** The texts that are ranked, for each result that is asked for: indexing one takes some 30 µs. */
const TEXTS_OF_RESULT = 3;
const MIN_TEXTS = 300;
const MAX_TEXTS = 1_500;
/** Windows of conversations; their neighbours are read too. */
const MAX_WINDOWS = 100;
const MAX_GROUPS_AT = 300;
/** The changed groups that the words in the database lack and that a search reads itself. */
const MAX_CHANGED = { memories: 500, action_items: 500, conversations: 50 };
/** A word occurs in a little more turns than windows of turns. */
const TURNS_WITH_WORD = 1.2;

interface Found {
  word: WantedWord;
  /** The query that found it: the word itself, or longer or similar words. */
  query: string;
  isExact: boolean;
  windows: number;
  groups: number;
  documents: number;
}

interface LookedUp {
  windows: CandidateWindow[];
  /** The number of terms of each conversation. */
  lengths: ReadonlyMap<string, number>;
  corpus: Corpus;
}

/**
 * Ranks some texts of a user without an index of all of them: those that contain the rarest words
 * of the question, by the words in the database. The texts themselves are read when they are
 * ranked, so that changed and deleted ones are never found by their former words.
 */
export class Candidates {
  readonly #db: Db;
  readonly #worker: SearchWorker;
  readonly #embeddings: Embeddings | null;
  /** Leaves most connections of the process to others. */
  readonly #queue = new SliceQueue();

  constructor(db: Db, worker: SearchWorker, embeddings: Embeddings | null) {
    this.#db = db;
    this.#worker = worker;
    this.#embeddings = embeddings;
  }

  /** Returns null when too many texts have changed since the words were stored. */
  async rank(index: CandidateIndex, query: SearchQuery): Promise<Ranked | null> {
    const changes = { user_id: index.user_id, kinds: [index.kind] };
    const changed = await selectChangedIds(this.#db, changes, index.mark);
    if (changed.ids.length > MAX_CHANGED[index.kind]) return null;
    const leave = await this.#queue.enter(0);
    const found = await this.#lookUp(index, query).finally(leave);
    const groups = await this.#read(index, found, changed.ids);
    const vectors = query.vector ? await this.#embeddings?.ofGroups(index, groups) : undefined;
    const name = `candidates ${randomUUID()}`;
    try {
      await this.#worker.update(name, { groups, removed: [], vectors });
      return await this.#worker.rank(name, query, found.corpus);
    } finally {
      this.#worker.drop(name).catch(() => {});
    }
  }

  #lookUp(index: CandidateIndex, query: SearchQuery): Promise<LookedUp> {
    const { filter = EVERYTHING, times = [] } = query;
    return readWords(this.#db, async (tx) => {
      const found = await this.#count(tx, index, query.text);
      const rarest = found.toSorted((one, other) => one.documents - other.documents);
      const windows: CandidateWindow[] = [];
      if (rarest.length > 0) {
        const weights = rarest.map((word) => ({
          query: word.query,
          weight: Math.log(1 + index.documents / (word.documents + 0.5)),
        }));
        const isNarrow = [filter.from, filter.until, filter.ids].some((each) => each);
        const from = lookUps(rarest, isNarrow ? Infinity : ENOUGH_WINDOWS);
        const labels = wantedLabels(query, index.number);
        const best = { from, weights, labels, filter, ...sizesOf(index, query) };
        windows.push(...(await selectBestWindows(tx, index, best)));
      }
      if (times.length > 0) {
        const then = await selectGroupsAt(tx, index, { times, limit: MAX_GROUPS_AT });
        windows.push(...then.map((id) => ({ id, place: 0 })));
      }
      const isWhole = index.kind !== 'conversations' || windows.length === 0;
      const ids = [...new Set(windows.map(({ id }) => id))];
      const lengths = isWhole ? new Map() : await selectLengths(tx, index, ids);
      return { windows, lengths, corpus: corpusOf(index, found) };
    });
  }

  /** Finds how many texts have each word, or else longer or similar words. */
  async #count(tx: Db, index: CandidateIndex, text: string): Promise<Found[]> {
    const found: Found[] = [];
    let open = wantedWords(text, index.number).map((word) => ({
      word,
      queries: [word.exact, ...word.otherwise],
    }));
    for (let step = 0; open.length > 0; step++) {
      const queries = open.map(({ queries: [query] }) => query!);
      const counts = await countMatches(tx, index, { queries, most: MAX_WINDOWS_OF_WORD });
      for (const [place, { word }] of open.entries()) {
        const count = counts[place]!;
        if (count.windows === 0) continue;
        found.push({
          word,
          query: queries[place]!,
          isExact: step === 0,
          ...known(index, word, count),
        });
      }
      open = open
        .filter((_, place) => counts[place]!.windows === 0)
        .map(({ word, queries: [, ...rest] }) => ({ word, queries: rest }))
        .filter(({ queries: rest }) => rest.length > 0);
    }
    return found;
  }

  /** Reads the current texts of the candidates and of everything that has changed. */
  async #read(
    index: CandidateIndex,
    { windows, lengths }: LookedUp,
    changed: readonly string[],
  ): Promise<SearchGroup[]> {
    const fresh = new Set(changed);
    const known = windows.filter(({ id }) => !fresh.has(id));
    const whole = await selectTexts(this.#db, index, [
      ...fresh,
      ...(index.kind === 'conversations' ? [] : known.map(({ id }) => id)),
    ]);
    if (index.kind !== 'conversations') return groupsOf(whole);
    const parts = groupsWithGaps(await this.#readWindows(index, known));
    return [
      ...groupsOf(whole),
      ...parts.map((group) => ({ ...group, length: lengths.get(group.id) })),
    ];
  }

  /** Reads these windows of conversations with their neighbours. */
  async #readWindows(
    { user_id }: CandidateIndex,
    found: readonly CandidateWindow[],
  ): Promise<TextRow[]> {
    const windows = found.flatMap(({ id, place }) =>
      [place - 1, place, place + 1].map((each) => ({ id, place: each })),
    );
    return selectWindowTexts(this.#db, user_id, { windows, turns: TURNS_OF_WINDOW });
  }
}

/** Returns the number of windows to read, and the average number of terms in one. */
function sizesOf(
  { kind, terms, documents }: CandidateIndex,
  { limit, offset = 0 }: SearchQuery,
): { limit: number; average: number } {
  const average = Math.max(1, terms / Math.max(1, documents));
  if (kind === 'conversations') return { limit: MAX_WINDOWS, average: TURNS_OF_WINDOW * average };
  const wanted = (offset + limit) * TEXTS_OF_RESULT;
  return { limit: Math.min(MAX_TEXTS, Math.max(MIN_TEXTS, wanted)), average };
}

/** Completes the counts of a word that were cut off, with those of its last complete count. */
function known(
  { kind, common, common_documents, common_groups }: CandidateIndex,
  { term }: WantedWord,
  count: { windows: number; groups: number },
): Pick<Found, 'windows' | 'groups' | 'documents'> {
  const place = common.indexOf(term);
  const turns = kind === 'conversations' ? TURNS_WITH_WORD : 1;
  if (count.windows < MAX_WINDOWS_OF_WORD || place < 0) {
    return { ...count, documents: Math.round(count.windows * turns) };
  }
  const documents = Math.max(count.windows, common_documents[place]!);
  return { ...count, documents, groups: Math.max(count.groups, common_groups[place]!) };
}

/**
 * Returns the queries that find candidates; the rarest word comes first. Further words add none once
 * `enough` windows are found.
 */
function lookUps(rarest: readonly Found[], enough: number): { query: string; most: number }[] {
  const most = MAX_WINDOWS_OF_WORD;
  const all = rarest.map(({ query }) => `(${query})`);
  const queries = [{ query: all.join(' & '), most }];
  for (const [place, one] of all.slice(0, MAX_PAIRED).entries()) {
    for (const other of all.slice(place + 1, MAX_PAIRED)) {
      queries.push({ query: `${one} & ${other}`, most });
    }
  }
  let sum = 0;
  for (const { query, windows } of rarest) {
    if (sum >= enough) break;
    queries.push({ query, most });
    sum += windows;
  }
  return queries;
}

function corpusOf({ documents, groups, terms }: CandidateIndex, found: readonly Found[]): Corpus {
  const exact = found.filter(({ isExact }) => isExact);
  return {
    documents,
    groups,
    terms,
    frequencies: new Map(
      exact.map(({ word, ...counts }) => [
        word.term,
        { documents: counts.documents, groups: counts.groups },
      ]),
    ),
  };
}
