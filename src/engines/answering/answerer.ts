/** Answers questions from search results: by quoting them, or with a language model. */

/**
 * Each item of evidence keeps its id from the search, so that the answer can name the parts it
 * used.
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
  /** Omits source numbers from the text, for clients that show the sources beside the answer. */
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
  /** Events, with the id of the conversation that mentions them and its subject (`about`). */
  events: readonly (Named & { title: string; description: string; about: string; at: Date })[];
  memories: readonly (Named & { content: string })[];
  /** Passages of files that were sent with the question. */
  files?: readonly { name: string; passages: readonly string[] }[];
  tasks: readonly (Named & { description: string; due_at: Date | null })[];
  /** A sentence about why memories could not be searched; the answer begins with it. */
  closed?: string | null;
}

/** A piece of an answer with all its sources; it must not be shown when one of them is gone. */
export interface AnswerPart {
  text: string;
  from: string[];
}

export interface Answer {
  /** Parts in order, which refer to conversations as `[1]`, `[2]`: their positions in `used`. */
  parts: AnswerPart[];
  /** Indices into the evidence's conversations. */
  used: number[];
  /** Ids of the memories that the answer mentions. */
  remembered: string[];
}

/**
 * Yields pieces of the text as they are written, and returns the whole answer. The whole answer
 * begins with the yielded text.
 */
export type Answering = AsyncGenerator<string, Answer>;

export interface Answerer {
  readonly name: string;
  /**
   * Always answers, even when a model fails, because quoting always works. When the signal is
   * aborted, the answer ends with the yielded words; if there are none, throws the signal's reason.
   */
  answer(
    question: Question,
    evidence: Evidence,
    options: { signal?: AbortSignal | undefined },
  ): Answering;
}
