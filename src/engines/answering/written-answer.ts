import { z } from 'zod';
import { tellingTerms } from '../words/terms.ts';
import { objectIn, withoutThoughts } from '../text-models/json-answer.ts';
import { keepingAddressesOf } from './addresses.ts';
import type { Answer, Evidence, Question } from './answerer.ts';
import { citationsAt, type Mark } from './citations.ts';

/** Models trained to answer in JSON may do so even if the prompt does not ask for it. */
const Written = z.object({ answer: z.string(), sources: z.array(z.int()).catch([]) });
const LONGEST_ANSWER = 5_000;
/** Some models write "[1, 2]" instead of "[1] [2]". */
const MARK = /( ?)[[【]\s*(\d+(?:\s*(?:[,;&–-]|and)\s*\d+)*)\s*[\]】]/g;
/** An incomplete mark, link, picture or tag at the end of the text. */
const UNFINISHED =
  /(?:!?[[【][^\]】]{0,300}|!?\[[^\]]{0,300}\](?:\([^)]{0,300}|\[[^\]]{0,300})|<\/?[a-z!][^<>]{0,300})$/i;

/** An answer that a model is still writing, with the part that can already be shown. */
export class WrittenAnswer {
  readonly #question: Question;
  readonly #evidence: Evidence;
  readonly #keepAddresses: (text: string) => string;
  #raw = '';
  /** The text without the model's reasoning. */
  #text = '';
  #stable = '';
  #shown = '';

  /** `given` is the prompt of the model. The answer may contain only addresses from the prompt. */
  constructor({
    question,
    evidence,
    given,
  }: {
    question: Question;
    evidence: Evidence;
    given: string;
  }) {
    this.#question = question;
    this.#evidence = evidence;
    this.#keepAddresses = keepingAddressesOf(given);
  }

  /** The text that `add` returned so far. */
  get shown(): string {
    return this.#shown;
  }

  /** True when the answer exceeds the maximum length. */
  get isFull(): boolean {
    return this.#text.trimEnd().length > LONGEST_ANSWER;
  }

  /** Returns the new complete text: whole words, without unfinished marks and links. */
  add(piece: string): string {
    this.#raw += piece;
    this.#text = withoutThoughts(this.#raw).trimStart();
    const stable = stableText(this.#text.slice(0, LONGEST_ANSWER));
    // Most pieces end inside a word, so they add no complete word.
    if (stable === this.#stable) return '';
    this.#stable = stable;
    const more = this.#restOf(this.#read(stable).text);
    this.#shown += more;
    return more;
  }

  /** Returns the part of an answer that has not been shown yet. */
  restOf({ parts }: Answer): string {
    return this.#restOf(parts.map(({ text }) => text).join(''));
  }

  #restOf(text: string): string {
    return text.startsWith(this.#shown) ? text.slice(this.#shown.length) : '';
  }

  /** Returns the complete answer; null when the model wrote no text that can be shown. */
  finish(): Answer | null {
    const text = this.#text.trimEnd();
    if (!isObject(text)) return this.#answer(text);
    const written = Written.safeParse(objectIn(text));
    return written.success ? this.#answer(written.data.answer.trim(), written.data.sources) : null;
  }

  /** Returns the part of the answer that has been shown. */
  shownAnswer(): Answer {
    return this.#answer(this.#stable)!;
  }

  /** Parses the model's text, and drops addresses and source numbers that the model invented. */
  #read(written: string, listed: readonly number[] = []): Read {
    const { conversations, memories, tasks } = this.#evidence;
    const text = this.#keepAddresses(written.slice(0, LONGEST_ANSWER));
    const cited = [...text.matchAll(MARK)].flatMap(([, , marked]) => numbersIn(marked!));
    const most = conversations.length + memories.length + tasks.length;
    const numbers = [...new Set([...cited, ...listed])].filter(
      (number) => number >= 1 && number <= most,
    );
    const used = numbers.filter((number) => number <= conversations.length);
    const marks: Mark[] = [];
    let renumbered = '';
    let at = 0;
    for (const { 0: mark, 1: space, 2: marked, index } of text.matchAll(MARK)) {
      const numbersHere = numbersIn(marked!);
      renumbered += text.slice(at, index);
      marks.push({ end: renumbered.length, numbers: numbersHere });
      // Sources are numbered in the order of `used`, so [1] is the first source of the answer.
      const places = this.#question.unmarked ? [] : numbersHere.map((each) => used.indexOf(each));
      const written = places.filter((place) => place >= 0).map((place) => `[${place + 1}]`);
      if (written.length > 0) renumbered += space + written.join(' ');
      at = index + mark.length;
    }
    return { text: renumbered + text.slice(at), marked: text, marks, numbers, used };
  }

  /** Returns null when no part of the text can be shown. */
  #answer(written: string, listed?: readonly number[]): Answer | null {
    const { text, marked, marks, numbers, used } = this.#read(written, listed);
    if (text === '') return null;
    const [question, evidence] = [this.#question, this.#evidence];
    const { conversations, memories, tasks } = evidence;
    const notes = [...conversations, ...memories, ...tasks];
    const named = numbers.map((number) => notes[number - 1]!.id);
    const from = cameFrom(marked, { named, question, evidence });
    const citations = citationsAt(marks, { text, question, evidence });
    return {
      parts: [{ text, from, ...(citations.length > 0 && { citations }) }],
      used: used.map((number) => number - 1),
      remembered: memories.map(({ id }) => id).filter((id) => named.includes(id)),
    };
  }
}

interface Read {
  /** The text as shown to the user. */
  text: string;
  /** The text with the source numbers as the model wrote them. */
  marked: string;
  /** The places of the source numbers in `text`. */
  marks: readonly Mark[];
  /** The numbers of the cited notes, counted from 1. */
  numbers: readonly number[];
  /** The indices of the cited notes that are conversations. */
  used: readonly number[];
}

/** Returns the complete words of a text before any unfinished mark or link. */
function stableText(text: string): string {
  if (isObject(text)) return '';
  const words = text.slice(0, /\s\S*$/.exec(text)?.index ?? 0);
  return words.slice(0, UNFINISHED.exec(words)?.index).trimEnd();
}

function isObject(text: string): boolean {
  return text.startsWith('{') || text.startsWith('```');
}

const numbersIn = (marked: string): number[] => (marked.match(/\d+/g) ?? []).map(Number);

/**
 * Returns all possible sources of an answer. Models forget to cite short notes and cannot cite
 * their own earlier answers. Therefore a note whose words occur in the answer counts as a source.
 * Without any citation, every note may be a source.
 */
function cameFrom(
  answer: string,
  {
    named,
    question,
    evidence,
  }: { named: readonly string[]; question: Question; evidence: Evidence },
): string[] {
  const { conversations, events, memories, tasks } = evidence;
  const short = [
    ...events.map(({ id, title, description }) => ({ id, text: `${title} ${description}` })),
    ...memories.map(({ id, content }) => ({ id, text: content })),
    ...tasks.map(({ id, description }) => ({ id, text: description })),
  ];
  const earlier = (question.history ?? []).filter(({ sources }) => sources.length > 0);
  if (named.length === 0) {
    return [
      ...new Set([
        ...[...conversations, ...short].map(({ id }) => id),
        ...earlier.flatMap(({ sources }) => sources),
      ]),
    ];
  }
  const asked = new Set(tellingTerms(question.text));
  const said = new Set(tellingTerms(answer).filter((term) => !asked.has(term)));
  const echoes = ({ text }: { text: string }) => tellingTerms(text).some((term) => said.has(term));
  const echoed = [
    ...short.filter(echoes).map(({ id }) => id),
    ...earlier.filter(echoes).flatMap(({ sources }) => sources),
  ];
  return [...new Set([...named, ...echoed])];
}
