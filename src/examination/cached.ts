/** Keeps the result of `read` for a while. Callers that come meanwhile share it. */
export function cached<T>(read: () => Promise<T>, freshMs: number): () => Promise<T> {
  let last: { at: number; value: Promise<T> } | undefined;
  return () => {
    if (!last || performance.now() - last.at > freshMs)
      last = { at: performance.now(), value: read() };
    return last.value;
  };
}
