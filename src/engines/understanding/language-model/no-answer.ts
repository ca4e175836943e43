/** Reason why there is no answer, as a sentence that quotes nothing from the endpoint. */
export class NoAnswer extends Error {}
