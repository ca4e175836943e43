/** Returns the search parameters of an address that have the right type. */
export function known<T extends Record<string, 'string' | 'number' | 'boolean'>>(
  search: Record<string, unknown>,
  types: T,
) {
  return Object.fromEntries(
    Object.entries(types).flatMap(([name, type]) => {
      // The router reads a text such as `2024` as a number.
      const value = type === 'string' ? String(search[name] ?? '') : search[name];
      return typeof value === type && value !== '' ? [[name, value]] : [];
    }),
  ) as { [N in keyof T]?: Value[T[N]] | undefined };
}

export const oneOf = <const Word extends string>(value: unknown, words: readonly Word[]) =>
  words.find((word) => word === value);

interface Value {
  string: string;
  number: number;
  boolean: boolean;
}
