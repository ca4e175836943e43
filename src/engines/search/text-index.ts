import { Growing } from './growing-array.ts';
import { FORM, formOf } from './ranking/turn-form.ts';
import { isStopWord, lettersOf, termOf, wordsOf } from './words.ts';

/** A unit of search results: a conversation with its turns, or one memory. */
export interface SearchGroup {
  id: string;
  /** The time of the conversation or memory, in milliseconds since 1970. */
  at: number;
  /** The values that filters compare: `category:work`, `folder:…`. */
  labels: readonly string[];
  /** The texts in order; neighbouring texts give each other context. */
  texts: readonly SearchText[];
}

export interface SearchText {
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
  terms: ReadonlySet<string>;
  labels: readonly string[];
}

interface Text extends Omit<SearchText, 'text' | 'whole'> {
  words: readonly string[];
  form: number;
}

/** A posting is `document * TF_STEP + times`, so a list of postings holds only small integers. */
export const TF_STEP = 16;
const GONE = -1;
const COMPACT_FROM = 2_000;

/**
 * An inverted index in memory, of one user's texts of one kind. The class only stores data; the
 * ranking code reads its fields. Documents have numbers, and the numbers of a group are
 * consecutive.
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
  readonly words: string[] = [];
  readonly termOfWord: number[] = [];
  /** The letters of each word (`lettersOf`). */
  readonly lettersOf = new Growing(Int32Array);
  readonly postings: number[][] = [];
  readonly speakers: IndexedSpeaker[] = [];
  liveDocuments = 0;
  liveGroups = 0;
  liveTerms = 0;

  readonly #groupNumbers = new Map<string, number>();
  readonly #wordNumbers = new Map<string, number>();
  readonly #termNumbers = new Map<string, number>();
  readonly #speakerNumbers = new Map<string, number>();

  get documents(): number {
    return this.ids.length;
  }

  /** The approximate size in memory, in bytes. */
  get size(): number {
    return this.sequence.length * 20 + this.documents * 150 + this.words.length * 150;
  }

  /** True when removed documents take more space than the others. */
  get wasteful(): boolean {
    const dead = this.documents - this.liveDocuments;
    return dead > COMPACT_FROM && dead > this.liveDocuments;
  }

  /** Adds a group; replaces a group with the same id. */
  put({ texts, ...group }: SearchGroup): void {
    this.#append(
      group,
      texts.map(({ text, whole, ...rest }) => ({
        ...rest,
        words: wordsOf(text),
        form: formOf(text) | (whole ? FORM.whole : 0),
      })),
    );
  }

  remove(id: string): void {
    const number = this.#groupNumbers.get(id);
    const group = number === undefined ? undefined : this.groups[number];
    if (!group) return;
    for (let document = group.first; document < group.first + group.count; document++) {
      this.groupOf.set(document, GONE);
    }
    this.#groupNumbers.delete(id);
    this.groups[number!] = undefined;
    this.liveGroups -= 1;
    this.liveDocuments -= group.count;
    this.liveTerms -= group.length;
  }

  /** Returns a copy of the index without removed documents. */
  compacted(): TextIndex {
    const fresh = new TextIndex();
    fresh.#copySpeakers(this);
    for (const group of this.groups) {
      if (!group) continue;
      const texts = Array.from({ length: group.count }, (_, place) => {
        const document = group.first + place;
        const words = this.wordsIn(document).map((word) => this.words[word]!);
        const form = this.formOf.at(document);
        return { id: this.ids[document]!, words, form, speaker: this.speakerOf.at(document) };
      });
      fresh.#append(group, texts);
    }
    return fresh;
  }

  /** Returns the words of a document as numbers, in order. */
  wordsIn(document: number): number[] {
    const words: number[] = [];
    const end =
      document + 1 < this.documents ? this.wordsFrom.at(document + 1) : this.sequence.length;
    for (let at = this.wordsFrom.at(document); at < end; at++) words.push(this.sequence.at(at));
    return words;
  }

  /** Returns the number of the first document of a group. */
  firstOf(group: string): number | undefined {
    const number = this.#groupNumbers.get(group);
    return number === undefined ? undefined : this.groups[number]!.first;
  }

  /** Returns whether a document contains these consecutive words. */
  says(document: number, phrase: readonly number[]): boolean {
    const words = this.wordsIn(document);
    return words.some((_, start) => phrase.every((word, place) => words[start + place] === word));
  }

  wordNumber(word: string): number | undefined {
    return this.#wordNumbers.get(word);
  }

  termNumber(term: string): number | undefined {
    return this.#termNumbers.get(term);
  }

  #append(
    { id, at, labels }: Pick<SearchGroup, 'id' | 'at' | 'labels'>,
    texts: readonly (Omit<Text, 'speaker'> & { speaker?: Speaker | number })[],
  ): void {
    this.remove(id);
    const first = this.documents;
    const number = this.groups.length;
    let length = 0;
    for (const { id: textId, words, form, speaker } of texts) {
      const document = this.ids.push(textId) - 1;
      this.groupOf.push(number);
      this.formOf.push(form);
      this.speakerOf.push(typeof speaker === 'number' ? speaker : this.#speaker(speaker));
      this.wordsFrom.push(this.sequence.length);
      const terms = this.#post(document, words);
      this.lengthOf.push(terms);
      length += terms;
    }
    this.groups.push({ id, at, labels, first, count: texts.length, length });
    this.#groupNumbers.set(id, number);
    this.liveGroups += 1;
    this.liveDocuments += texts.length;
    this.liveTerms += length;
  }

  /** Adds the words of a document to the postings; returns the number of its terms. */
  #post(document: number, words: readonly string[]): number {
    const times = new Map<number, number>();
    let length = 0;
    for (const word of words) {
      const number = this.#word(word);
      this.sequence.push(number);
      const term = this.termOfWord[number]!;
      times.set(term, (times.get(term) ?? 0) + 1);
      if (!isStopWord(word)) length += 1;
    }
    for (const [term, count] of times) {
      this.postings[term]!.push(document * TF_STEP + Math.min(count, TF_STEP - 1));
    }
    return length;
  }

  #word(word: string): number {
    const known = this.#wordNumbers.get(word);
    if (known !== undefined) return known;
    const number = this.words.push(word) - 1;
    this.#wordNumbers.set(word, number);
    this.termOfWord.push(this.#term(termOf(word)));
    this.lettersOf.push(lettersOf(word));
    return number;
  }

  #term(term: string): number {
    const known = this.#termNumbers.get(term);
    if (known !== undefined) return known;
    const number = this.postings.push([]) - 1;
    this.#termNumbers.set(term, number);
    return number;
  }

  #speaker(speaker: Speaker | undefined): number {
    if (!speaker) return GONE;
    const key = JSON.stringify(speaker);
    const known = this.#speakerNumbers.get(key);
    if (known !== undefined) return known;
    const terms = new Set(wordsOf(speaker.name).map(termOf));
    const number = this.speakers.push({ terms, labels: speaker.labels }) - 1;
    this.#speakerNumbers.set(key, number);
    return number;
  }

  #copySpeakers(from: TextIndex): void {
    this.speakers.push(...from.speakers);
    for (const [key, number] of from.#speakerNumbers) this.#speakerNumbers.set(key, number);
  }
}
