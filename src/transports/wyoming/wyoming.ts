/** Listens for clients of the Wyoming protocol, such as Home Assistant (docs/house.md). */
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { WyomingConnection } from './connection.ts';
import type { WyomingParts } from './connection.ts';
import { refuse } from './refusal.ts';

const MAX_CONNECTIONS = 32;
/** When the service stops, words that are still recognised have this long. */
const WORDS_MS = 3_000;

/** Opens the door. Rejects when the address cannot be used. */
export async function openWyoming(
  { host, port }: { host: string; port: number },
  parts: WyomingParts,
): Promise<AsyncDisposable> {
  const open = new Map<Socket, { connection: WyomingConnection; running: Promise<void> }>();
  // A client that has sent everything may close its side before it reads the words.
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    // A connection that breaks is not an error of the service.
    socket.on('error', () => {});
    if (open.size >= MAX_CONNECTIONS) {
      return refuse(socket, 'Too many connections are open. Try again later.');
    }
    const connection = new WyomingConnection(socket, parts);
    open.set(socket, { connection, running: connection.run() });
    socket.once('close', () => open.delete(socket));
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      const all = [...open.values()];
      for (const { connection } of all) connection.stop();
      const ends = Promise.all(all.map(({ running }) => running));
      await Promise.race([ends, wait(WORDS_MS, null, { ref: false })]);
      for (const socket of open.keys()) socket.destroySoon();
      await closed;
    },
  };
}
