import type { IndexPiece } from './index-piece.ts';
import { TextIndex } from './text-index.ts';
import type { IndexedGroup } from './text-index.ts';
import type { Vectors } from './vectors.ts';

const MAX_TEXTS = 2_000;
const MAX_WORDS = 40_000;
const MAX_VECTOR_BYTES = 2 * 1024 * 1024;

/**
 * Yields the content of an index without removed groups and their words. The index may change
 * between two pieces. A group that is added in the meantime comes later, even if it replaces a
 * group that was already yielded. A group that is removed after its piece was yielded stays in that
 * piece.
 */
export function* piecesOf(index: TextIndex, vectors?: Vectors): Generator<IndexPiece> {
  const numbers = { words: new Map<number, number>(), speakers: new Map<number, number>() };
  for (let next = 0; next < index.groups.length;) {
    const groups: IndexedGroup[] = [];
    const size = { texts: 0, words: 0, vectors: 0 };
    while (
      next < index.groups.length &&
      size.texts < MAX_TEXTS &&
      size.words < MAX_WORDS &&
      size.vectors < MAX_VECTOR_BYTES
    ) {
      const group = index.groups[next++];
      if (!group) continue;
      groups.push(group);
      size.texts += group.count;
      size.words += wordsOf(index, group);
      size.vectors += vectors?.of(group.id)?.values.byteLength ?? 0;
    }
    yield pieceOf(index, { groups, vectors, numbers });
  }
}

const wordsOf = (index: TextIndex, { first, count }: IndexedGroup): number =>
  count === 0 ? 0 : index.wordsEnd(first + count - 1) - index.wordsFrom.at(first);

function pieceOf(
  index: TextIndex,
  {
    groups,
    vectors,
    numbers,
  }: {
    groups: readonly IndexedGroup[];
    vectors: Vectors | undefined;
    numbers: { words: Map<number, number>; speakers: Map<number, number> };
  },
): IndexPiece {
  const words: string[] = [];
  const terms: string[] = [];
  const speakers: string[] = [];
  const labels = new Map<string, { number: number; set: readonly string[] }>();
  const wordOf = (word: number) => {
    const known = numbers.words.get(word);
    if (known !== undefined) return known;
    const text = index.words[word]!;
    const term = index.terms[index.termOfWord[word]!]!;
    words.push(text);
    terms.push(term === text ? '' : term);
    numbers.words.set(word, numbers.words.size);
    return numbers.words.size - 1;
  };
  const speakerOf = (speaker: number) => {
    const known = speaker < 0 ? speaker : numbers.speakers.get(speaker);
    if (known !== undefined) return known;
    speakers.push(index.speakers[speaker]!.key);
    numbers.speakers.set(speaker, numbers.speakers.size);
    return numbers.speakers.size - 1;
  };
  const labelsOf = (set: readonly string[]) => {
    const key = JSON.stringify(set);
    const known = labels.get(key) ?? { number: labels.size, set };
    labels.set(key, known);
    return known.number;
  };
  const documents = groups.flatMap(({ first, count }) =>
    Array.from({ length: count }, (_, place) => first + place),
  );
  const sequence = documents.flatMap((document) => index.wordsIn(document).map(wordOf));
  return {
    groups: {
      ids: groups.map(({ id }) => id),
      at: Float64Array.from(groups, ({ at }) => at),
      labels: Int32Array.from(groups, (group) => labelsOf(group.labels)),
      counts: Int32Array.from(groups, ({ count }) => count),
      vectors: vectors ? groups.map(({ id }) => vectors.of(id)) : [],
    },
    texts: {
      ids: groups.flatMap(({ id, first, count }) =>
        index.ids.slice(first, first + count).map((text) => (text === id ? '' : text)),
      ),
      forms: Int32Array.from(documents, (document) => index.formOf.at(document)),
      speakers: Int32Array.from(documents, (document) => speakerOf(index.speakerOf.at(document))),
      lengths: Int32Array.from(documents, (document) => index.lengthOf.at(document)),
      counts: Int32Array.from(
        documents,
        (document) => index.wordsEnd(document) - index.wordsFrom.at(document),
      ),
    },
    sequence: Int32Array.from(sequence),
    words,
    terms,
    speakers,
    labels: [...labels.values()].map(({ set }) => set),
  };
}

/**
 * Adds the next piece to an index that contains only the earlier pieces. After the last piece, the
 * index needs its postings (`packPostings`).
 */
export function addPiece(piece: IndexPiece, index: TextIndex, vectors?: Vectors): void {
  const { words, terms, speakers, groups } = piece;
  for (let place = 0; place < words.length; place++) {
    const word = words[place]!;
    index.addWord(word, terms[place]! || word);
  }
  for (const key of speakers) index.addSpeaker(key);
  index.appendPiece(piece);
  for (const [place, vector] of groups.vectors.entries()) {
    // The values may be a view of the bytes of the whole piece.
    if (vector) {
      const values = vector.values.slice();
      vectors?.putNormalised(groups.ids[place]!, { ...vector, values });
    }
  }
}

/** Copies an index without its removed groups, in short steps, and returns the copy. */
export function* compacted(index: TextIndex): Generator<void, TextIndex> {
  const fresh = new TextIndex();
  for (const piece of piecesOf(index)) {
    addPiece(piece, fresh);
    yield;
  }
  yield* fresh.packPostings();
  return fresh;
}
