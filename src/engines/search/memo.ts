/** The same function, which keeps what it made of a text until it has kept `most`; then it begins anew. */
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
