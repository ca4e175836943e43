/**
 * Fills a template from a transcript: by rules where possible, otherwise by the configured language
 * model.
 */
import type { Transcript } from '../understanding/maker.ts';

export interface SummaryTemplate {
  id: string;
  name: string;
  /** The user's description of the summary. */
  prompt: string;
}

/** The known facts about a conversation, for templates. */
export interface Material {
  transcript: Transcript;
  title: string;
  overview: string;
  action_items: readonly { description: string; due_at: Date | null }[];
  events: readonly { title: string; start: Date; duration: number }[];
}

export interface Summary {
  /** The summary as Markdown. */
  content: string;
  model_calls: number;
  model_tokens: number;
}

export interface Summariser {
  canFill(template: SummaryTemplate): boolean;
  /** Throws `Unfillable` when no summary is possible. The message of the error is for the user. */
  fill(
    template: SummaryTemplate,
    material: Material,
    options: { signal: AbortSignal },
  ): Promise<Summary>;
}

export class Unfillable extends Error {
  readonly model_calls: number;
  readonly model_tokens: number;

  constructor(message: string, cost = { model_calls: 0, model_tokens: 0 }) {
    super(message);
    this.model_calls = cost.model_calls;
    this.model_tokens = cost.model_tokens;
  }
}

export const NEEDS_MODEL =
  'This template needs a language model. Set SVC_LLM_BASE_URL and SVC_LLM_MODEL, then run it again.';
