import type { IncomingMessage } from 'node:http';

/**
 * The maximum number of chunks that wait for the disk; beyond it, reading from the network pauses.
 */
const MAX_WAITING = 64;

/**
 * Yields all received data, including data from just before the connection broke, which a stream
 * would discard. On a bad network, this can be most of the data. Call this function as soon as the
 * response arrives, because it misses earlier data.
 */
export function received(response: IncomingMessage): AsyncGenerator<Uint8Array> {
  const waiting: Uint8Array[] = [];
  let error: Error | undefined;
  let isOver = false;
  let news = Promise.withResolvers<void>();
  const tell = () => {
    news.resolve();
    news = Promise.withResolvers();
  };
  response.on('data', (chunk: Uint8Array) => {
    waiting.push(chunk);
    if (waiting.length >= MAX_WAITING) response.pause();
    tell();
  });
  // A `close` event follows every error.
  response.once('error', (cause) => (error = cause));
  response.once('close', () => {
    isOver = true;
    tell();
  });
  return (async function* chunks() {
    try {
      for (;;) {
        const chunk = waiting.shift();
        if (chunk) {
          if (waiting.length === 0) response.resume();
          yield chunk;
        } else if (error) throw error;
        else if (isOver) return;
        else await news.promise;
      }
    } finally {
      response.destroy();
    }
  })();
}
