/** The reason why a model is missing or broken, as a sentence for people. */
export class ModelError extends Error {}
