/** The number of colours, of which the user has the first one. */
export const COLOURS = 8;
export const MY_COLOUR = 0;

/**
 * Returns the colour of a person, who has the same one everywhere. The service chooses the ids so
 * that the first seven people differ: `src/domains/people/person-colours.ts`.
 */
export const colourOfPerson = (id: string): number =>
  1 + (Number.parseInt(id.slice(-4), 16) % (COLOURS - 1));
