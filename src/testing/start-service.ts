import { readFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import type { Service } from '../assembly/service.ts';
import type { Replacements } from '../assembly/replacements.ts';
import type { BuiltInReader } from '../engines/reading/reader.ts';
import type { ReadingMaker } from '../engines/understanding/reading-maker.ts';
import { bundleFlags } from './bundle/bundle.ts';
import { usePackages } from './bundle/packages.ts';
import { ApiUser } from './clients/api-user.ts';
import type { DocumentCache } from './mcp/conformance.ts';
import { documentOfSources } from './mcp/document-file.ts';
import { COMPILED_FOLDER } from './quick-node.ts';
import { copyTemplate, OWNER, ownerSession, removeFolder, temporaryFolder } from './template.ts';

export { OWNER };

enableCompileCache(COMPILED_FOLDER);
// Threads, such as that of the database, read this variable.
process.env['NODE_COMPILE_CACHE'] ??= COMPILED_FOLDER;
// `npm test` loads the whole service as one file.
if (process.env['NODE_TEST_CONTEXT'] && bundleFlags().length === 0) usePackages();

/**
 * The services of a process share one reader, because loading it takes longer than most tests. It
 * keeps no state between conversations.
 */
let reader: BuiltInReader | undefined;
let rules: ReadingMaker | undefined;
const documentCache: DocumentCache = { through: documentOfSources };

/**
 * V8 shares compiled WebAssembly among the threads of a process as long as one of them holds it.
 * This variable holds it, so the embedded database is compiled once for all services, which saves a
 * fifth of each start.
 */
let postgres: Promise<unknown> | undefined;
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<unknown> };

async function compilePostgres(): Promise<unknown> {
  const file = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'));
  return WebAssembly.compile(await readFile(file));
}

const USUAL: Readonly<Record<string, string>> = {
  SVC_OWNER_EMAIL: OWNER.email,
  SVC_OWNER_PASSWORD: OWNER.password,
  SVC_TIMEZONE: 'Europe/Lisbon',
};
/**
 * The beginning and the end of a connection take a twentieth of a second of CPU time, and each
 * service opens as many connections as it may. `npm run test:all` uses the usual number.
 */
const FEW_CONNECTIONS: Readonly<Record<string, string>> = process.env['COMMONPLACE_TEST_ALL']
  ? {}
  : { SVC_DATABASE_CONNECTIONS: '4' };
const OF_FIRST_START = /^(?:SVC_(?:OWNER|TIMEZONE|DATA_DIR)|DATABASE_URL)/;

export interface TestService extends AsyncDisposable {
  /**
   * The address of a proxy that passes only requests and answers that match the OpenAPI document.
   */
  url: string;
  service: Service;
  /** The signed-in owner; nobody when the first start made no owner. */
  owner: ApiUser;
}

/**
 * Starts the whole service on a free port, with a separate database: embedded, or on the PostgreSQL
 * server of `COMMONPLACE_TEST_DATABASE_URL`. `environment` contains settings as an operator sets
 * them.
 */
export async function startService({
  environment = {},
  ...replacements
}: Replacements & { environment?: Record<string, string> } = {}): Promise<TestService> {
  await using stack = new AsyncDisposableStack();
  const serverUrl = process.env['COMMONPLACE_TEST_DATABASE_URL'];
  const { readConfig, serve, builtinEngine, BuiltInReader, ReadingMaker } = await loadService();
  reader ??= new BuiltInReader();
  rules ??= new ReadingMaker({ reader });
  const server = serverUrl ? await import('./postgres.ts') : null;
  // A test that sets another owner, time zone or store needs a separate first start, which hashes
  // the password twice.
  const isUsual = !Object.entries(environment).some(
    ([name, value]) => OF_FIRST_START.test(name) && value !== USUAL[name],
  );
  const kind = isUsual ? 'owned' : 'fresh';
  const database = server && stack.use(await server.createTestDatabase(serverUrl!, kind));
  const ofTest = environment['SVC_DATA_DIR'];
  const folder = ofTest ?? (database ? temporaryFolder() : copyTemplate(kind));
  if (ofTest === undefined) stack.defer(() => removeFolder(folder));
  const config = readConfig({
    PORT: '0',
    SVC_DATA_DIR: folder,
    SVC_RECOGNISER: 'none',
    SVC_MODELS: 'off',
    SVC_RATE_LIMIT: 'off',
    SVC_LOG_LEVEL: 'error',
    ...USUAL,
    ...(database && { DATABASE_URL: database.url, ...FEW_CONNECTIONS }),
    ...environment,
  });
  const loading = import('./mcp/conformance.ts');
  const service = stack.use(
    await serve(config, {
      reader,
      rules,
      builtinEngine,
      hintPatienceMs: 30_000,
      startsSearch: false,
      ...replacements,
    }),
  );
  const { openConformanceProxy } = await loading;
  const { url } = stack.use(await openConformanceProxy(service.url, documentCache));
  const session = server ? server.databaseOwner() : ownerSession();
  const owner = service.setUpLink
    ? new ApiUser(url, '', '')
    : isUsual && session
      ? new ApiUser(url, session.token, session.id)
      : await ApiUser.signIn(url, OWNER);
  const owned = stack.move();
  return { url, service, owner, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

/** The cache of compiled code applies only to modules that are imported after it was enabled. */
async function loadService() {
  const [config, service, speech, reading, maker] = await Promise.all([
    import('../config.ts'),
    import('../assembly/service.ts'),
    import('./speech/shared-recognition.ts'),
    import('../engines/reading/reader.ts'),
    import('../engines/understanding/reading-maker.ts'),
    process.env['COMMONPLACE_TEST_DATABASE_URL'] ? null : (postgres ??= compilePostgres()),
  ]);
  return { ...config, ...service, ...speech, ...reading, ...maker };
}
