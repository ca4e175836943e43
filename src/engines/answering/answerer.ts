/** Answering questions from what was found: built-in by quoting, or by a language model. */

export interface Question {
  text: string;
  at: Date;
  /** IANA zone of who asks. */
  timezone: string;
  /** What was said in this chat before, oldest first. */
  history?: readonly { sender: 'human' | 'ai'; text: string }[];
}

/** What was found for a question, best first. */
export interface Evidence {
  conversations: readonly {
    title: string;
    overview: string;
    at: Date;
    quotes: readonly { speaker: string; text: string }[];
  }[];
  memories: readonly string[];
  /** Passages of files that were given with the question. */
  files?: readonly { name: string; passages: readonly string[] }[];
  tasks: readonly { description: string; due_at: Date | null }[];
}

export interface Answer {
  /** Refers to conversations as `[1]`, `[2]`: their places in `used`. */
  text: string;
  /** Places in the evidence's conversations. */
  used: number[];
}

export interface Answerer {
  readonly name: string;
  /** Resolves whatever happens to a model: quoting is always there. */
  answer(question: Question, evidence: Evidence): Promise<Answer>;
}
