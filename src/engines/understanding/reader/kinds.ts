export const KINDS = ['task', 'event', 'fact'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the place of a kind in the scores of the model `items`. */
export const placeOf = (kind: Kind): number => KINDS.indexOf(kind);
