/** Answering questions from what was found: built-in by quoting, or by a language model. */

/**
 * Evidence carries the id that its finder gave it, so that the answer can name the parts it used.
 */
interface Named {
  id: string;
}

export interface Question {
  text: string;
  at: Date;
  /** IANA zone of who asks. */
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
  /** By the id of the conversation in which each was heard of, and `about` what that was. */
  events: readonly (Named & { title: string; description: string; about: string; at: Date })[];
  memories: readonly (Named & { content: string })[];
  /** Passages of files that were given with the question. */
  files?: readonly { name: string; passages: readonly string[] }[];
  tasks: readonly (Named & { description: string; due_at: Date | null })[];
  /** Says that memories could not be looked through, and why. The answer begins with it. */
  closed?: string | null;
}

/** A piece of an answer, and all that it may come from: without one of them it must not be told. */
export interface AnswerPart {
  text: string;
  from: string[];
}

export interface Answer {
  /** One after the other. They refer to conversations as `[1]`, `[2]`: their places in `used`. */
  parts: AnswerPart[];
  /** Places in the evidence's conversations. */
  used: number[];
  /** Ids of the memories that it tells of. */
  remembered: string[];
}

export interface Answerer {
  readonly name: string;
  /** Resolves whatever happens to a model: quoting is always there. */
  answer(question: Question, evidence: Evidence): Promise<Answer>;
}
