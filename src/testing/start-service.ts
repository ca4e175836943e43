import { readConfig } from '../config.ts';
import { serve } from '../assembly/service.ts';
import type { Service } from '../assembly/service.ts';
import type { Replacements } from '../assembly/replacements.ts';
import { ApiUser } from './clients/api-user.ts';
import { openConformanceProxy } from './mcp/conformance.ts';
import { createTestDatabase, databaseOwner } from './postgres.ts';
import { copyTemplate, OWNER, ownerSession, removeFolder } from './template.ts';

export { OWNER };

const OF_FIRST_START = /^(?:SVC_(?:OWNER|TIMEZONE|DATA_DIR)|DATABASE_URL)/;

export interface TestService extends AsyncDisposable {
  /** Through a proxy that lets pass only what the OpenAPI document promises. */
  url: string;
  service: Service;
  /** The owner, signed in. */
  owner: ApiUser;
}

/**
 * The whole service on a free port, over a database of its own: embedded, or on the PostgreSQL
 * server of `COMMONPLACE_TEST_DATABASE_URL`. `environment` are settings as an operator gives them.
 */
export async function startService({
  environment = {},
  ...replacements
}: Replacements & { environment?: Record<string, string> } = {}): Promise<TestService> {
  await using stack = new AsyncDisposableStack();
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  // A test that names an owner, a timezone or a store of its own wants a first start of its own.
  const isUsual = !Object.keys(environment).some((name) => OF_FIRST_START.test(name));
  const kind = isUsual ? 'owned' : 'fresh';
  const database = serverUrl ? stack.use(await createTestDatabase(serverUrl, kind)) : null;
  const folder = copyTemplate(kind);
  stack.defer(() => removeFolder(folder));
  const config = readConfig({
    PORT: '0',
    SVC_DATA_DIR: folder,
    SVC_RECOGNISER: 'none',
    SVC_MODELS: 'off',
    SVC_RATE_LIMIT: 'off',
    SVC_LOG_LEVEL: 'error',
    SVC_OWNER_EMAIL: OWNER.email,
    SVC_OWNER_PASSWORD: OWNER.password,
    SVC_TIMEZONE: 'Europe/Lisbon',
    ...(database && { DATABASE_URL: database.url }),
    ...environment,
  });
  const service = stack.use(await serve(config, { warm: false, ...replacements }));
  const { url } = stack.use(await openConformanceProxy(service.url));
  const session = serverUrl ? databaseOwner() : ownerSession();
  const owner =
    isUsual && session
      ? new ApiUser(url, session.token, session.id)
      : await ApiUser.signIn(url, OWNER);
  const owned = stack.move();
  return { url, service, owner, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
