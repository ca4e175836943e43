import type { Corpus } from './candidates/corpus.ts';
import { Growing } from './arrays/growing-array.ts';
import { NumberedTexts } from './arrays/numbered-texts.ts';
import { Postings } from './arrays/postings.ts';
import type { IndexPiece } from './index-piece.ts';
import { FORM, formOf } from './ranking/turn-form.ts';
import { isStopWord, lettersOf, termOf, wordsOf } from '../words/terms.ts';

/** A unit of search results: a conversation with its turns, or one memory. */
export interface SearchGroup {
  id: string;
  /** The time of the conversation or memory, in milliseconds since 1970. */
  at: number;
  /** The values that filters compare: `category:work`, `folder:…`. */
  labels: readonly string[];
  /** The texts in order; neighbouring texts give each other context. */
  texts: readonly IndexText[];
  /** The number of terms in all texts, for a group of which some texts are missing. */
  length?: number | undefined;
}

export interface IndexText {
  id: string;
  text: string;
  speaker?: Speaker;
  /** True for a text about all turns, such as a title; it has no neighbours and comes first. */
  whole?: boolean;
}

export interface Speaker {
  name: string;
  labels: readonly string[];
}

export interface IndexedGroup {
  id: string;
  at: number;
  labels: readonly string[];
  /** The texts of the group are `count` documents, starting with document `first`. */
  first: number;
  count: number;
  /** The number of terms in all texts of the group. */
  length: number;
}

export interface IndexedSpeaker {
  /** The speaker as JSON, the form in which the index stores speakers. */
  key: string;
  terms: ReadonlySet<string>;
  labels: readonly string[];
}

/** A text whose words and speaker are numbers of an index. */
export interface IndexedText {
  id: string;
  /** Its words are the elements of `sequence` from `start` to `end` (exclusive). */
  sequence: ArrayLike<number>;
  start: number;
  end: number;
  form: number;
  speaker: number;
  /** The number of terms, which excludes stop words. */
  length: number;
}

const GONE = -1;
const COMPACT_FROM = 2_000;

/** The number of occurrences of each term in a document; zeroed after use. */
let times = new Int32Array(1024);

/**
 * An in-memory inverted index of one user's texts of one kind. The class only stores data, which
 * the ranking code reads. Documents have numbers, and the documents of a group are consecutive.
 */
export class TextIndex {
  readonly groups: (IndexedGroup | undefined)[] = [];
  readonly ids: string[] = [];
  readonly groupOf = new Growing(Int32Array);
  readonly lengthOf = new Growing(Int32Array);
  readonly formOf = new Growing(Int32Array);
  readonly speakerOf = new Growing(Int32Array);
  /** For each document, the index in `sequence` at which its words start. */
  readonly wordsFrom = new Growing(Int32Array);
  /** The words of all documents one after another, as indices into `words`. */
  readonly sequence = new Growing(Int32Array);
  readonly termOfWord: number[] = [];
  /** The letters of each word (`lettersOf`). */
  readonly lettersOf = new Growing(Int32Array);
  readonly postings = new Postings();
  readonly speakers: IndexedSpeaker[] = [];
  liveDocuments = 0;
  liveGroups = 0;
  liveTerms = 0;
  /** Null when the index contains all texts. */
  corpus: Corpus | null = null;

  readonly #words = new NumberedTexts();
  readonly #terms = new NumberedTexts();
  /** The ids of the groups. */
  readonly #groupIds = new NumberedTexts();
  readonly #speakerNumbers = new Map<string, number>();

  get words(): readonly string[] {
    return this.#words.texts;
  }

  get terms(): readonly string[] {
    return this.#terms.texts;
  }

  get documents(): number {
    return this.ids.length;
  }

  /** The approximate size in memory, in bytes. */
  get size(): number {
    return this.sequence.length * 20 + this.documents * 150 + this.words.length * 150;
  }

  /** True when removed documents take more space than the remaining documents. */
  get wasteful(): boolean {
    const dead = this.documents - this.liveDocuments;
    return dead > COMPACT_FROM && dead > this.liveDocuments;
  }

  /** Adds a group; replaces a group with the same id. */
  put({ texts, ...group }: SearchGroup): void {
    this.append(
      group,
      texts.map((text) => this.analyse(text)),
    );
  }

  /** Converts a text for `append`. */
  analyse({ id, text, whole, speaker }: IndexText): IndexedText {
    const words = wordsOf(text);
    return {
      id,
      sequence: words.map((word) => this.#words.get(word) ?? this.addWord(word, termOf(word))),
      start: 0,
      end: words.length,
      form: formOf(text) | (whole ? FORM.whole : 0),
      speaker: speaker ? this.#speaker(speaker) : GONE,
      length: words.reduce((sum, word) => sum + (isStopWord(word) ? 0 : 1), 0),
    };
  }

  /** Adds a group of converted texts; replaces a group with the same id. */
  append(
    { id, at, labels, length }: Omit<SearchGroup, 'texts'>,
    texts: readonly IndexedText[],
  ): void {
    const first = this.documents;
    for (const text of texts) {
      const document = this.ids.push(text.id) - 1;
      this.formOf.push(text.form);
      this.speakerOf.push(text.speaker);
      this.wordsFrom.push(this.sequence.length);
      this.lengthOf.push(text.length);
      for (let at = text.start; at < text.end; at++) this.sequence.push(text.sequence[at]!);
      this.#post(document, text);
    }
    this.#group({ id, at, labels, first, count: texts.length }, length);
  }

  /** Adds the groups of a piece. They have no postings until `packPostings`. */
  appendPiece({ groups, texts, labels, sequence }: Omit<IndexPiece, 'words' | 'terms'>): void {
    const base = this.documents;
    let from = this.sequence.length;
    for (const count of texts.counts) {
      this.wordsFrom.push(from);
      from += count;
    }
    this.sequence.pushAll(sequence);
    this.formOf.pushAll(texts.forms);
    this.speakerOf.pushAll(texts.speakers);
    this.lengthOf.pushAll(texts.lengths);
    for (let place = 0; place < groups.ids.length; place++) {
      const id = groups.ids[place]!;
      const first = this.documents;
      const count = groups.counts[place]!;
      for (let n = 0; n < count; n++) this.ids.push(texts.ids[this.documents - base] || id);
      const at = groups.at[place]!;
      this.#group({ id, at, labels: labels[groups.labels[place]!]!, first, count });
    }
  }

  /** Adds a group whose documents were added; replaces a group with the same id. */
  #group({ id, at, labels, first, count }: Omit<IndexedGroup, 'length'>, all?: number): void {
    this.remove(id);
    const number = this.groups.length;
    let length = 0;
    for (let document = first; document < first + count; document++) {
      this.groupOf.push(number);
      length += this.lengthOf.at(document);
    }
    this.groups.push({ id, at, labels, first, count, length: all ?? length });
    this.#groupIds.add(id);
    this.liveGroups += 1;
    this.liveDocuments += count;
    this.liveTerms += length;
  }

  /** Adds a word that the index does not contain; returns its number. */
  addWord(word: string, term: string): number {
    const number = this.#words.add(word);
    this.termOfWord.push(this.#term(term));
    this.lettersOf.push(lettersOf(word));
    return number;
  }

  /** Adds a speaker that the index does not contain; returns the number of the speaker. */
  addSpeaker(key: string): number {
    const { name, labels } = JSON.parse(key) as Speaker;
    const terms = new Set(wordsOf(name).map(termOf));
    const number = this.speakers.push({ key, terms, labels }) - 1;
    this.#speakerNumbers.set(key, number);
    return number;
  }

  remove(id: string): void {
    const number = this.#groupIds.get(id);
    const group = number === undefined ? undefined : this.groups[number];
    if (!group) return;
    for (let document = group.first; document < group.first + group.count; document++) {
      this.groupOf.set(document, GONE);
    }
    this.groups[number!] = undefined;
    this.liveGroups -= 1;
    this.liveDocuments -= group.count;
    this.liveTerms -= group.length;
  }

  /** Returns the words of a document as numbers, in order. */
  wordsIn(document: number): number[] {
    const words: number[] = [];
    const end = this.wordsEnd(document);
    for (let at = this.wordsFrom.at(document); at < end; at++) words.push(this.sequence.at(at));
    return words;
  }

  /** Returns the index in `sequence` after the last word of a document. */
  wordsEnd(document: number): number {
    return document + 1 < this.documents ? this.wordsFrom.at(document + 1) : this.sequence.length;
  }

  /** Returns the number of the first document of a group. */
  firstOf(group: string): number | undefined {
    const number = this.#groupIds.get(group);
    return number === undefined ? undefined : this.groups[number]?.first;
  }

  /** Returns whether a document contains these consecutive words. */
  says(document: number, phrase: readonly number[]): boolean {
    const words = this.wordsIn(document);
    return words.some((_, start) => phrase.every((word, place) => words[start + place] === word));
  }

  wordNumber(word: string): number | undefined {
    return this.#words.get(word);
  }

  termNumber(term: string): number | undefined {
    return this.#terms.get(term);
  }

  /** Makes the postings of all documents, in short steps. No document may be added meanwhile. */
  packPostings(): Generator<void> {
    return this.postings.pack(this, this.terms.length);
  }

  /** Adds the words of a document to the postings. */
  #post(document: number, text: Pick<IndexedText, 'sequence' | 'start' | 'end'>): void {
    const { sequence, start, end } = text;
    const { termOfWord, postings } = this;
    for (let place = start; place < end; place++) times[termOfWord[sequence[place]!]!]! += 1;
    for (let place = start; place < end; place++) {
      const term = termOfWord[sequence[place]!]!;
      const count = times[term]!;
      if (count === 0) continue;
      times[term] = 0;
      postings.add(term, document, count);
    }
  }

  #term(term: string): number {
    const known = this.#terms.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.add(term);
    if (number >= times.length) times = new Int32Array(times.length * 2);
    return number;
  }

  #speaker(speaker: Speaker): number {
    const key = JSON.stringify(speaker);
    return this.#speakerNumbers.get(key) ?? this.addSpeaker(key);
  }
}
