/**
 * Conversations written for this project, with what a careful person would note down. The score of
 * the built-in rules on them is held by `score.test.ts`. All of them begin on Thursday 12 March 2026
 * at 10:00 in Lisbon; the user is Nora. A segment of the user starts with "Nora".
 */
export interface OwnConversation {
  name: string;
  lines: readonly string[];
  category: readonly string[];
  /** One of these is in the title, whatever the case. */
  title: readonly string[];
  /** All of these are in the overview. */
  overview: readonly string[];
  /** Words of the task, and its local due day. */
  tasks?: readonly (readonly [words: string, due: string | null])[];
  /** Words of the title, and its local start. */
  events?: readonly (readonly [words: string, start: string])[];
  /** Words of what is remembered. */
  memories?: readonly string[];
  worthless?: true;
}
