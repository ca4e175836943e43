/** The reason why there is no answer, as a sentence without any text from the endpoint. */
export class NoAnswer extends Error {}
