/** Why a model is not here, or not right; a sentence for people. */
export class ModelError extends Error {}
