import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Adds a credential to each request, for clients that cannot send one. */
export async function openAuthorisingProxy(
  target: string,
  credential: string,
): Promise<AsyncDisposable & { url: string }> {
  const { hostname, port } = new URL(target);
  const server = createServer((request, response) => {
    const upstream = httpRequest(
      {
        hostname,
        port,
        method: request.method,
        path: request.url,
        headers: { ...request.headers, authorization: `Bearer ${credential}` },
      },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      },
    );
    upstream.on('error', () => response.destroy());
    response.on('close', () => response.writableFinished || upstream.destroy());
    request.pipe(upstream);
  });
  server.keepAliveTimeout = 0;
  const { promise, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await promise;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}
