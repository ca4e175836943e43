import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface TcpProxy extends AsyncDisposable {
  port: number;
  /** Closes all connections and refuses new ones, like a stopped server. */
  cut(): void;
  /** Keeps connections open but passes no data, like a network that drops packets. */
  freeze(): void;
  /** Passes all data again. */
  mend(): void;
}

/**
 * Opens a proxy between a client and a server on the loopback interface, which can fail like a
 * network.
 */
export async function openTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'frozen' = 'open';
  const server = createServer((inside) => {
    if (state === 'cut') return void inside.resetAndDestroy();
    const outside = connect(target);
    const pair = [inside, outside] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [outside, inside]] as const) {
      from.on('data', (bytes) => void to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        pairs.delete(pair);
      });
      if (state === 'frozen') from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const [inside, outside] of pairs) {
        inside.resetAndDestroy();
        outside.destroy();
      }
    },
    freeze() {
      state = 'frozen';
      for (const sockets of pairs) for (const socket of sockets) socket.pause();
    },
    mend() {
      state = 'open';
      for (const sockets of pairs) for (const socket of sockets) socket.resume();
    },
    async [Symbol.asyncDispose]() {
      for (const sockets of pairs) for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
