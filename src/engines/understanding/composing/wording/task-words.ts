/** What the languages need to word a task. */

/** Who takes part in a task that was said. */
export interface Persons {
  /** True when the task is for somebody else than the speaker. */
  isAsked: boolean;
  /** Null when the name is not known. */
  speaker: string | null;
  listener: string | null;
  /** True when the task is for another person than the user. */
  isOthers: boolean;
}

export interface TaskWording {
  /** Fillers and polite words that may be left out everywhere. */
  plain(said: string): string;
  /** An instruction; null when the words tell none. */
  instruction(plain: string, persons: Persons): string | null;
  /** Matches an instruction with a pronoun that stands for a thing: "Send it". */
  points: RegExp;
  /** Whether an instruction needs words from elsewhere: "Do it". */
  isLight(instruction: string): boolean;
}
