/** Answers questions from search results: built-in by quoting, or by a language model. */

/**
 * Evidence carries the id that its finder gave it, so that the answer can name the parts it used.
 */
interface Named {
  id: string;
}

export interface Question {
  text: string;
  at: Date;
  /** IANA zone of the asker. */
  timezone: string;
  /** Earlier messages of this chat, oldest first. */
  history?: readonly Said[];
  /** For clients that show the sources beside an answer: the text carries no numbers for them. */
  unmarked?: boolean;
}

interface Said {
  sender: 'human' | 'ai';
  text: string;
  /** The sources of an answer. */
  sources: readonly string[];
}

/** The search results for a question, best first. */
export interface Evidence {
  conversations: readonly (Named & {
    title: string;
    overview: string;
    at: Date;
    quotes: readonly { speaker: string; text: string }[];
  })[];
  /** Events under the id of the conversation that mentions them; `about` is its subject. */
  events: readonly (Named & { title: string; description: string; about: string; at: Date })[];
  memories: readonly (Named & { content: string })[];
  /** Passages of files that came with the question. */
  files?: readonly { name: string; passages: readonly string[] }[];
  tasks: readonly (Named & { description: string; due_at: Date | null })[];
  /** A sentence that says why memories could not be searched. The answer begins with it. */
  closed?: string | null;
}

/**
 * A piece of an answer with all its sources: when one source is missing, the piece must not be
 * told.
 */
export interface AnswerPart {
  text: string;
  from: string[];
}

export interface Answer {
  /** Parts in order. They refer to conversations as `[1]`, `[2]`: their places in `used`. */
  parts: AnswerPart[];
  /** Indices into the evidence's conversations. */
  used: number[];
  /** Ids of the memories that the answer mentions. */
  remembered: string[];
}

/**
 * Yields pieces of the text as they are written, and returns the whole answer. Its text begins with
 * the pieces.
 */
export type Answering = AsyncGenerator<string, Answer>;

export interface Answerer {
  readonly name: string;
  /**
   * Answers whatever happens to a model, because quoting always works. When the signal is aborted,
   * the answer ends with the words that were yielded; throws the signal's reason if there are none.
   */
  answer(
    question: Question,
    evidence: Evidence,
    options: { signal?: AbortSignal | undefined },
  ): Answering;
}
