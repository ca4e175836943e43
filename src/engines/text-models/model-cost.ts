/** The number of requests to a model, and of the tokens that they used. */
export interface ModelCost {
  calls: number;
  tokens: number;
}

const LETTERS_PER_TOKEN = 4;

/** Estimates tokens, for endpoints that report none. */
export const tokensIn = (letters: number): number => Math.ceil(letters / LETTERS_PER_TOKEN);
