/** Answers questions from search results, by reading them or with a language model. */
import { z } from 'zod';
import type { ModelCost } from '../text-models/model-cost.ts';

/** Each item of evidence has the id from the search, so that the answer can name its sources. */
interface Named {
  id: string;
}

export interface Question {
  text: string;
  /** The text with the earlier question to which it refers; default: the text. */
  meant?: string;
  /** True when it asks for the tasks, appointments or talks themselves, not for what they say. */
  wantsRecords?: boolean;
  at: Date;
  /** The IANA time zone of the user. */
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
    /** ISO 639-1. */
    language?: string | null;
    /** True for one of the latest, which the search did not find: the answer may be in it. */
    isGuess?: boolean;
    /** Every turn. */
    spoken?: readonly { speaker: string; isUser: boolean; text: string }[];
  })[];
  /** Events, each with the id and the subject (`about`) of the conversation that mentions it. */
  events: readonly (Named & { title: string; description: string; about: string; at: Date })[];
  memories: readonly (Named & {
    content: string;
    /** When it was last told. */
    at?: Date;
    /** True for one of the latest, which the search did not find. */
    isGuess?: boolean;
  })[];
  /** Passages of files that were sent with the question. */
  files?: readonly { name: string; passages: readonly string[] }[];
  tasks: readonly (Named & { description: string; due_at: Date | null })[];
  /**
   * A sentence that explains why memories were not searched. The answer begins with this sentence.
   */
  closed?: string | null;
}

/** A place at which a model cited a note. */
export const Citation = z
  .object({
    end: z
      .int()
      .min(0)
      .describe('The place of the citation: the number of UTF-16 code units of `text` before it.'),
    kind: z.enum(['conversation', 'memory', 'task']).describe('The kind of the source.'),
    id: z.string().describe('The id of the source.'),
    quote: z
      .string()
      .nullable()
      .describe('The words of the source that support the text; null when none were found.'),
  })
  .meta({ id: 'Citation' });
export type Citation = z.output<typeof Citation>;

/**
 * A part of an answer with all sources of the part. If a source is deleted, the part must not be
 * shown.
 */
export interface AnswerPart {
  text: string;
  from: string[];
  /** The places at which a model cited a source, if it did. */
  citations?: Citation[];
}

export interface Answer {
  /**
   * The parts in order. Marks such as `[1]` in the parts cite conversations by their positions in
   * `used`.
   */
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
   * Returns an answer even if the model fails, because quoting always works. If the signal aborts,
   * the answer ends with the words yielded so far; if there are none, throws the reason of the
   * signal. Before the end, in every case, calls `onCost` if a model was asked.
   */
  answer(
    question: Question,
    evidence: Evidence,
    options: { signal?: AbortSignal | undefined; onCost?: (cost: ModelCost) => void },
  ): Answering;
}
