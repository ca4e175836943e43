/** Why there is no answer, in a sentence without a word of the endpoint's own. */
export class NoAnswer extends Error {}
