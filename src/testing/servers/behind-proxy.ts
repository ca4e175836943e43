import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import type { ApiKey, ApiUser } from '../clients/api-user.ts';
import { createTestDatabase } from '../postgres.ts';
import { startService } from '../start-service.ts';
import { openTcpProxy } from './proxies/tcp-proxy.ts';
import type { TcpProxy } from './proxies/tcp-proxy.ts';

export interface Place extends AsyncDisposable {
  owner: ApiUser;
  key: ApiKey;
  proxy: TcpProxy;
  /** A direct connection that does not go through the proxy. */
  observer: pg.Client;
  untilReady(): Promise<void>;
  untilAnswered(answers: readonly unknown[], count: number): Promise<void>;
}

/** Starts a service whose connection to its PostgreSQL server can fail. */
export async function startBehindProxy(given: Record<string, string> = {}): Promise<Place> {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(
    await createTestDatabase(process.env['COMMONPLACE_TEST_DATABASE_URL']!),
  );
  const { hostname, port } = new URL(url);
  const proxy = stack.use(await openTcpProxy({ host: hostname, port: Number(port) }));
  const through = new URL(url);
  through.port = String(proxy.port);
  const environment = { DATABASE_URL: through.href, SVC_LOG_LEVEL: 'silent', ...given };
  const { owner } = stack.use(await startService({ environment }));
  const key = await owner.key(['memories:read', 'memories:write', 'action_items:write']);
  const observer = new pg.Client({ connectionString: url });
  await observer.connect();
  stack.defer(() => observer.end());
  stack.defer(() => proxy.mend());
  const until = async (holds: () => Promise<boolean> | boolean) => {
    while (!(await holds())) await wait(20);
  };
  const owned = stack.move();
  return {
    owner,
    key,
    proxy,
    observer,
    untilReady: () => until(async () => (await fetch(new URL('/readyz', owner.url))).ok),
    untilAnswered: (answers, count) => until(() => answers.length >= count),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
