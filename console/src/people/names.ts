/** Returns whether the service takes both for the name of one person. */
export const isSameName = (one: string, other: string): boolean =>
  comparable(one) === comparable(other);

const comparable = (name: string): string =>
  name.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
