/** Reason why a model is missing or broken; a sentence for people. */
export class ModelError extends Error {}
