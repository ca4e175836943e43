import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the range from which systems take ports for connections and for servers on port 0. */
const [FIRST, LAST] = [15_000, 32_000];

/**
 * Returns a port that nothing uses. It is drawn at random from ports that no program gets without
 * asking for them, so it is still free when the test uses it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST));
    const server = createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}
