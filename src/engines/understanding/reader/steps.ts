/** The limits of the steps into which a score is cut. */
const STEPS = [-4, -2.5, -1.2, 0, 1.5];

export const stepOf = (score: number): number => STEPS.filter((limit) => score >= limit).length;

/** Returns one feature for each step that a score reaches. */
export const stepFeatures = (name: string, score: number): string[] =>
  Array.from({ length: stepOf(score) }, (_, step) => `${name} ${step}`);
