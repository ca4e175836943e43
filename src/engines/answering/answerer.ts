/** Answers questions from search results, either by quoting them or with a language model. */

/** Each item of evidence keeps its id from the search, so that the answer can name its sources. */
interface Named {
  id: string;
}

export interface Question {
  text: string;
  at: Date;
  /** The IANA time zone of the user who asks. */
  timezone: string;
  /** Earlier messages of this chat, oldest first. */
  history?: readonly Said[];
  /** Leaves source numbers out of the text, for clients that show the sources beside the answer. */
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
  /** A sentence that explains why memories could not be searched; the answer begins with it. */
  closed?: string | null;
}

/**
 * A part of an answer with all its sources; if one of the sources is gone, the part must not be
 * shown.
 */
export interface AnswerPart {
  text: string;
  from: string[];
}

export interface Answer {
  /** The parts in order; they refer to conversations as `[1]`, `[2]`: the positions in `used`. */
  parts: AnswerPart[];
  /** Indices into the evidence's conversations. */
  used: number[];
  /** Ids of the memories that the answer mentions. */
  remembered: string[];
}

/**
 * Yields pieces of the text as they are written, and returns the whole answer. The complete answer
 * begins with the text that was yielded.
 */
export type Answering = AsyncGenerator<string, Answer>;

export interface Answerer {
  readonly name: string;
  /**
   * Always returns an answer, even if the model fails, because quoting always works. If the signal
   * is aborted, the answer ends with the words yielded so far; without any, throws the signal's
   * reason.
   */
  answer(
    question: Question,
    evidence: Evidence,
    options: { signal?: AbortSignal | undefined },
  ): Answering;
}
