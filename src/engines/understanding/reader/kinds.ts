export const KINDS = ['task', 'event', 'fact'] as const;
export type Kind = (typeof KINDS)[number];

/** Returns the index of a kind in the array of scores that the model `items` gives. */
export const placeOf = (kind: Kind): number => KINDS.indexOf(kind);
