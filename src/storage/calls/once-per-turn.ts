/**
 * Wraps a look-up so that callers with the same key in one turn of the event loop share a single
 * call. The call starts after the last caller has asked, so no answer is older than its request.
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
