/**
 * Returns the same look-up, which the callers of one turn of the event loop share when they ask for
 * the same key. It starts after the last of them has asked, so nobody gets an answer that is older
 * than the question.
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
