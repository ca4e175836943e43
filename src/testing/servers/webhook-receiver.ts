import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { soon } from '../eventually.ts';

export interface Received {
  method: string;
  url: URL;
  headers: IncomingHttpHeaders;
  bytes: Buffer;
  /** The bytes as text. */
  body: string;
}

export interface WebhookReceiver extends AsyncDisposable {
  url: string;
  received: Received[];
  /**
   * Returns the status of the response; a promise makes the receiver slow, and 0 closes the
   * connection without a response.
   */
  answer: (request: Received) => number | Promise<number>;
  /** Waits until this many requests have arrived. */
  until(count: number): Promise<void>;
}

/** Starts a receiver of webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const waiting: { count: number; resolve: () => void }[] = [];
  const receiver: Omit<WebhookReceiver, 'url' | typeof Symbol.asyncDispose> = {
    received: [],
    answer: () => 200,
    async until(count) {
      if (receiver.received.length >= count) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.push({ count, resolve });
      await soon(`${count} requests`, promise);
    },
  };
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const received = {
      method: request.method!,
      url: new URL(request.url!, 'http://receiver'),
      headers: request.headers,
      bytes,
      body: String(bytes),
    };
    receiver.received.push(received);
    for (const { count, resolve } of waiting) if (receiver.received.length >= count) resolve();
    const status = await receiver.answer(received);
    if (status === 0) return void request.socket.destroy();
    response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
