import { once } from 'node:events';
import { createServer, request as send } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';

export interface PathProxy extends AsyncDisposable {
  /** The public address of the service. */
  url: string;
  /** The addresses outside of the path that were asked for. */
  strays: string[];
  /** The address of the service behind the proxy. */
  target: string;
}

/**
 * A proxy that gives the service a path of its site, and the documents about this path at the root.
 * Everything else on the site is missing.
 */
export async function openPathProxy(
  path: string,
  { strips }: { strips: boolean },
): Promise<PathProxy> {
  const strays: string[] = [];
  const onward = ({ url = '/' }: IncomingMessage): string | null => {
    if (url.startsWith('/.well-known/') && url.includes(path)) return url;
    if (url !== path && !url.startsWith(`${path}/`)) {
      strays.push(url);
      return null;
    }
    return strips ? url.slice(path.length) || '/' : url;
  };
  const server = createServer((asked, answer) => {
    const to = onward(asked);
    if (to === null) return void answer.writeHead(404).end('Not here.');
    const { method, headers } = asked;
    const forwarded = send(new URL(to, proxy.target), { method, headers }, (given) => {
      answer.writeHead(given.statusCode!, given.rawHeaders);
      given.pipe(answer);
    });
    forwarded.on('error', () => answer.destroy());
    answer.on('close', () => forwarded.destroy());
    asked.pipe(forwarded);
  });
  server.on('upgrade', (asked: IncomingMessage, socket, head: Buffer) => {
    const to = onward(asked);
    if (to === null) return void socket.end('HTTP/1.1 404 Not Found\r\n\r\n');
    const { hostname, port } = new URL(proxy.target);
    const behind = connect(Number(port), hostname, () => {
      const { rawHeaders } = asked;
      const lines = rawHeaders.flatMap((name, at) =>
        at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
      );
      behind.write(`GET ${to} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      behind.write(head);
      behind.pipe(socket).pipe(behind);
    });
    for (const end of [behind, socket]) {
      end.on('error', () => {});
      end.on('close', () => (behind.destroy(), socket.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: PathProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    strays,
    target: '',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
  return proxy;
}
