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

/** What a pronoun of a task stands for, as it was said in the turns around. */
export interface Thing {
  /** Without an article. */
  words: string;
  /** The article or possessive before it, in lower case. */
  determiner: string | null;
}

export interface TaskWording {
  /** Fillers and polite words that may be left out everywhere. */
  plain(said: string): string;
  /** An instruction; null when the words tell none. */
  instruction(plain: string, persons: Persons): string | null;
  /** The instruction with a thing instead of its pronoun; null without such a pronoun. */
  withThing(instruction: string, thing: Thing): string | null;
  /** Matches an instruction that needs words from elsewhere: "Do it". */
  isLight(instruction: string): boolean;
}
