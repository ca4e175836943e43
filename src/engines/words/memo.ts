/** Returns the function with a cache, which is cleared when it holds `most` results. */
export function memoised<T extends NonNullable<unknown>>(
  make: (text: string) => T,
  most: number,
): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= most) kept.clear();
    const made = make(text);
    kept.set(text, made);
    return made;
  };
}
