/**
 * Conversations written for this project, with the notes of a careful reader. `score.test.ts`
 * checks the score of the built-in rules on them. All of them begin on Thursday 12 March 2026 at
 * 10:00 in Lisbon. The user is Nora, and the user's segments start with "Nora".
 */
export interface OwnConversation {
  name: string;
  lines: readonly string[];
  category: readonly string[];
  /** The title must contain one of these, in any case. */
  title: readonly string[];
  /** The title and the overview together must contain all of these: the others, and the matter. */
  overview: readonly string[];
  /** Words of the task, with its local due day. */
  tasks?: readonly (readonly [words: string, due: string | null])[];
  /** Words of the title, with the local start. */
  events?: readonly (readonly [words: string, start: string])[];
  /** Words of the memories. */
  memories?: readonly string[];
  worthless?: true;
}
