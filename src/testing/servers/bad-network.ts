import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

const PASSED_ON = ['authorization', 'content-type', 'idempotency-key', 'if-match'];

export interface BadNetwork extends AsyncDisposable {
  url: string;
  /** The number of answers that were lost after the request was processed. */
  lost: number;
  /** The number of answers with status 429. */
  limited: number;
  /** Also loses the answer to the next request. */
  loseNextAnswer(): void;
}

/** Opens a proxy that loses the answer to one request: the one with the number `loses`. */
export async function openBadNetwork(
  target: string,
  { loses = 0, onLimited = () => {} }: { loses?: number; onLimited?: () => void } = {},
): Promise<BadNetwork> {
  const network: Pick<BadNetwork, 'lost' | 'limited'> = { lost: 0, limited: 0 };
  let losing = loses;
  let requests = 0;
  const server = createServer(async (request, response) => {
    const headers = PASSED_ON.map((name) => [name, request.headers[name]] as const).filter(
      (pair): pair is [string, string] => typeof pair[1] === 'string',
    );
    const body = await buffer(request);
    const answer = await fetch(new URL(request.url!, target), {
      method: request.method!,
      headers,
      ...(body.length > 0 && { body }),
    });
    requests += 1;
    if (requests === losing) {
      network.lost += 1;
      response.destroy();
      return;
    }
    if (answer.status === 429) {
      network.limited += 1;
      onLimited();
    }
    const told = ['Content-Type', 'Retry-After', 'ETag'].flatMap((name) => {
      const value = answer.headers.get(name);
      return value === null ? [] : [[name, value]];
    });
    response.writeHead(answer.status, Object.fromEntries(told));
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(network, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    loseNextAnswer: () => void (losing = requests + 1),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
