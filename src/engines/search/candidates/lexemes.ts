/** The words by which PostgreSQL finds candidates, as parts of the texts of `tsvector` and `tsquery`. */

/** Raise it when the same text gets other lexemes. */
export const LEXEMES_VERSION = 1;

export const LEXEME = {
  term: (term: string) => term,
  /** A number or code without spaces and signs between its characters. */
  code: (characters: string) => `=${characters}`,
  label: (label: string) => `#${label}`,
  speaker: (label: string) => `@${label}`,
};

/** Returns a lexeme of this index, quoted; lexemes of other indexes begin with other numbers. */
export const quoted = (index: number, lexeme: string): string =>
  `'${index.toString(36)}:${lexeme.replace(/['\\]/g, '$&$&')}'`;
