/**
 * Wraps a look-up so that callers who ask for the same key in one turn of the event loop share one
 * call. The call starts after the last of them has asked, so nobody gets an answer older than the
 * question.
 */
export function oncePerTurn<Answer>(
  lookUp: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const asked = new Map<string, Promise<Answer>>();
  return (key) => {
    const waiting = asked.get(key);
    if (waiting) return waiting;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    asked.set(key, promise);
    setImmediate(() => {
      asked.delete(key);
      resolve(lookUp(key));
    });
    return promise;
  };
}
