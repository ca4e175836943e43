import type { IncomingMessage } from 'node:http';

const MAX_SWALLOWED_BYTES = 8 * 1024 * 1024;
const SWALLOW_MS = 2_000;

/**
 * Reads the rest of a refused body, up to a limit. A client that is disconnected while it sends
 * would see a broken connection instead of the answer.
 */
export async function swallow(request: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  request.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > MAX_SWALLOWED_BYTES) resolve();
  });
  for (const event of ['end', 'close', 'error']) request.once(event, () => resolve());
  const patience = setTimeout(resolve, SWALLOW_MS);
  if (request.readableEnded || request.destroyed) resolve();
  request.resume();
  await promise;
  clearTimeout(patience);
}
