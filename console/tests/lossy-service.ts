import { freePort } from '../../src/testing/servers/free-port.ts';
import { openTcpProxy } from '../../src/testing/servers/proxies/tcp-proxy.ts';
import type { TcpProxy } from '../../src/testing/servers/proxies/tcp-proxy.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';

interface LossyService extends AsyncDisposable {
  /** The address behind the network, which is the origin of the console. */
  url: string;
  network: TcpProxy;
  service: TestService;
}

/** Starts a service behind a network that a test can cut. */
export async function startLossyService({
  environment,
  ...options
}: Parameters<typeof startService>[0] = {}): Promise<LossyService> {
  await using stack = new AsyncDisposableStack();
  const port = await freePort();
  const network = stack.use(await openTcpProxy({ host: '127.0.0.1', port }));
  const url = `http://127.0.0.1:${network.port}`;
  const service = stack.use(
    await startService({
      ...options,
      environment: { PORT: String(port), SVC_BASE_URL: url, ...environment },
    }),
  );
  const owned = stack.move();
  return { url, network, service, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
