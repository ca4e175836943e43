/** The last step of startup. Mounts every transport on the one server, and starts to listen. */
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { signInOperation, signOut } from '../domains/accounts/accounts.ts';
import { describeSetUp, setUpOwnerOperation } from '../domains/accounts/first-owner.ts';
import { linkOidcOperation, startOidcOperation } from '../domains/accounts/oidc/oidc.ts';
import {
  finishOidcLinkOperation,
  finishOidcOperation,
} from '../domains/accounts/oidc/oidc-sign-in.ts';
import { signUpWithPasskeyOperation } from '../domains/accounts/invitations/passkey-sign-up.ts';
import { passkeySignIn } from '../domains/accounts/passkeys/passkey-sign-in.ts';
import { knownDevices } from '../domains/accounts/known-devices.ts';
import { allClients } from '../domains/access/grants/clients.ts';
import { canonicalResource } from '../domains/access/grants/resource.ts';
import { resourceUpdates } from '../domains/assistants/resource-updates.ts';
import { allCatalogue, allRoutes } from '../domains/index.ts';
import { route } from '../kit/route.ts';
import type { Route } from '../kit/route.ts';
import { buildApp, closeApp } from '../transports/http/app.ts';
import { readStoredBytes } from '../domains/statistics/store-facts.ts';
import { makeSnapshot } from '../storage/backup/snapshot-folder.ts';
import { administer } from '../domains/accounts/administration.ts';
import { administerQuotas } from '../domains/quotas/quotas.ts';
import { eraseAccount } from '../domains/portability/erasure/erasure.ts';
import { publicNetwork } from '../domains/webhooks/guarded-request.ts';
import { openControlSocket } from '../transports/control/control-socket.ts';
import { mountConsole } from '../transports/http/console.ts';
import { Deadlines } from '../transports/http/deadlines.ts';
import type { Door } from '../transports/http/route-mounting.ts';
import { mountOidc, oidcSignInRoutes } from '../transports/http/oidc/oidc-sign-in.ts';
import { mountDiscovery } from '../transports/http/documents/discovery.ts';
import { mountReference } from '../transports/http/documents/reference.ts';
import { mountResumable } from '../transports/http/resumable.ts';
import { mountSetUpPage } from '../transports/http/set-up.ts';
import { mountSignIn, signInRoutes } from '../transports/http/sign-in.ts';
import { mountMcp } from '../transports/mcp/endpoint.ts';
import { serverFor } from '../transports/mcp/server.ts';
import { mountOAuth } from '../transports/oauth/oauth.ts';
import { mountOmiSound } from '../transports/http/streams/omi-sound.ts';
import { mountListen } from '../transports/websocket/listen.ts';
import { prefixOf } from '../transports/http/request/path-prefix.ts';
import { traceRequests } from '../transports/tracing/http-spans.ts';
import { keepLoadHistory } from '../domains/statistics/load-history.ts';
import { backupSchedule } from '../examination/backups.ts';
import { examineRunning } from '../examination/running.ts';
import type { Examinations } from '../examination/running.ts';
import { FINDINGS } from '../examination/store.ts';
import type { OperatorParts } from '../domains/statistics/operator.ts';
import { listenOn } from './listen.ts';
import { mountFigures } from './metrics.ts';
import { mountReadiness } from './readiness.ts';
import type { Below } from './rooms.ts';

/** When the service stops, devices have this long to close their sockets. */
const SOCKETS_MS = 3_000;

/** Returns the address at which the service listens. */
export async function openDoors(below: Below): Promise<string> {
  const { config, stack, log } = below.start;
  // When the system chooses the port, the address is known only after the server listens.
  let url = below.rooms.baseUrl;
  const site = () => config.server.baseUrl ?? url;
  const door = doorOf(below, site);
  const backups = backupSchedule(config, log, below.start.backups);
  const { storage, rooms } = below;
  const examinations = examineRunning({
    database: storage.database,
    files: storage.parts.files,
    storage: config.storage,
    sessions: rooms.sessions,
  });
  const routes = routesOf(below, { site, backups, live: examinations.live });
  const { trustedProxies, allowedOrigins, ...server } = config.server;
  const connections = { total: server.connections, perAddress: server.connectionsPerAddress };
  const { vitals } = below.start;
  const prefix = prefixOf(config.server.baseUrl);
  const app = await buildApp({
    door,
    routes,
    logger: log,
    trustedProxies,
    allowedOrigins,
    prefix,
    connections,
    bodyMs: below.start.replaced.bodyMs,
  });
  app.addHook('onResponse', (_request, reply, done) => {
    vitals.noteResponse(reply.elapsedTime);
    done();
  });
  stack.use(await keepLoadHistory(vitals, historyOf(below)));
  traceRequests(app);
  mountFigures(app, below, { examinations, backups });
  const uploads = { folder: join(config.storage.dataDir, 'uploads'), allowedOrigins };
  stack.use(await mountResumable(app, door, { ...uploads, uploads: below.rooms.uploads }));
  stack.defer(async () => {
    const { sample, sessions } = below.rooms;
    const closing = closeApp(app, door);
    // Devices usually close their sockets at once. A client that is slower must not take the time
    // in which sessions store their last words.
    await Promise.race([closing, wait(SOCKETS_MS, null, { ref: false })]);
    await Promise.all([closing, sample.stop(), sessions.empty()]);
  });
  mountSetUpPage(app);
  await mountConsole(app);
  await mountAccess(app, door, { below, routes });
  await mountListen(app, door, below.rooms.listening);
  await mountOmiSound(app, door, { ...below.rooms, hooks: below.rooms.connections.hooks });
  await mountAssistants(app, door, below);
  mountReadiness(app, below, examinations);
  await openControl(below, examinations);
  url = await listenOn(app, config.server);
  return url;
}

function historyOf({ start: { config, log }, storage, rooms }: Below) {
  return {
    file: join(config.storage.dataDir, 'load-history.json'),
    log,
    measure: async () => {
      const stored_bytes = await readStoredBytes(storage.database.db);
      return { words_behind_seconds: rooms.sessions.load.behindSeconds, stored_bytes };
    },
  };
}

/** Commands of the operator reach the service through a socket in the data folder. */
async function openControl(
  { start, storage, rooms }: Below,
  examinations: Examinations,
): Promise<void> {
  const { config, stack, log } = start;
  const { db, outbox } = storage.parts;
  const { identity } = rooms;
  const erase = (user_id: string) => eraseAccount({ db, outbox }, user_id);
  const quota = (user_id: string, words: readonly string[]) =>
    administerQuotas(rooms.quotas, storage.parts, user_id, words);
  const parts = { db, outbox, identity, erase, quota, timezone: config.accounts.timezone };
  const run = async (words: readonly string[]) => {
    if (words[0] === FINDINGS) return [JSON.stringify((await examinations.stored()).findings)];
    if (words[0] !== 'snapshot') return administer(parts, words);
    await makeSnapshot(storage.database, config.storage.dataDir, words[1]);
    return [];
  };
  stack.use(await openControlSocket({ folder: config.storage.dataDir, run, log }));
}

function doorOf({ start, storage, rooms }: Below, site: () => string): Door {
  const { clock } = start;
  return {
    parts: storage.parts,
    rateLimiter: rooms.rateLimiter,
    deadlines: new Deadlines(),
    heartbeatMs: start.replaced.heartbeatMs,
    site,
    authenticator: {
      session: (token) => rooms.verifySession(token, clock.now()),
      key: (key) => rooms.keys.verify(key, clock.now()),
      accessToken: (token) => rooms.accesses.verify(token, canonicalResource(site())),
      site,
    },
  };
}

function routesOf(
  { start, storage, engines, rooms }: Below,
  { site, ...operator }: { site: () => string } & Pick<OperatorParts, 'backups' | 'live'>,
): Route[] {
  const { config } = start;
  const { answerer, recogniser, describer, voices, voiceActivity, library, model, textModels } =
    engines;
  const setUp = route(setUpOwnerOperation(rooms.identity, rooms.owner), {
    method: 'POST',
    path: '/v1/auth/set-up',
    credential: 'none',
  });
  const setUpState = route(describeSetUp, {
    method: 'GET',
    path: '/v1/auth/set-up',
    credential: 'none',
  });
  return [
    ...allRoutes({
      live: rooms.sessions,
      webhooks: rooms.webhooks,
      push: rooms.push,
      connections: rooms.connections,
      requests: rooms.requests,
      chat: { answerer, recogniser, files: { describer, maxMib: config.chat.filesMib } },
      uploads: rooms.uploads,
      translator: engines.translator,
      audio: config.audio,
      models: {
        library,
        pulls: rooms.pulls,
        inUse: [model, voices.model, ...textModels].filter((id) => id !== null),
        providers: engines.providers,
      },
      voices: { voiceActivity, voices, site },
      summariser: engines.summariser,
      renewers: engines.renewers,
      watch: storage.watch,
      accounts: {
        identity: rooms.identity,
        challenges: rooms.challenges,
        oidc: rooms.oidc,
        owner: rooms.owner,
        signUp: config.accounts.signUp,
        site,
      },
      embeddings: storage.embeddings,
      sample: rooms.sample,
      importer: rooms.importer,
      quotas: rooms.quotas,
      operator: { ...operator, vitals: start.vitals, quotas: rooms.quotas },
    }),
    setUp,
    setUpState,
  ];
}

/** Signing in, the consent of assistants, and the reference of all routes. */
async function mountAccess(
  app: FastifyInstance,
  door: Door,
  { below, routes }: { below: Below; routes: readonly Route[] },
): Promise<void> {
  const { start, storage, rooms } = below;
  const { config, clock } = start;
  const { secret } = storage;
  const devices = knownDevices(secret);
  const { identity, challenges, oidc } = rooms;
  const { signUp, timezone, securityContact: contact } = config.accounts;
  const signing = signInRoutes({
    signIn: signInOperation(identity, devices),
    signInWithPasskey: passkeySignIn({ identity, challenges, site: door.site, oidc }),
    signUpWithPasskey: signUpWithPasskeyOperation({
      identity,
      challenges,
      site: door.site,
      signUp,
      owner: rooms.owner,
    }),
    signOut,
  });
  const oidcParts = { identity, oidc, flows: rooms.flows, signUp, timezone, site: door.site };
  const oidcSigning = oidcSignInRoutes({
    start: startOidcOperation(oidcParts),
    link: linkOidcOperation(oidcParts),
  });
  const described = [...routes, ...Object.values(signing), ...Object.values(oidcSigning)];
  mountReference(app, described, config.server.baseUrl ?? '/');
  mountDiscovery(app, { site: door.site, contact, clock });
  const browser = { secure: rooms.baseUrl.startsWith('https:'), devices, clock };
  await mountSignIn(app, door, { ...signing, ...browser });
  mountOidc(app, door, {
    ...oidcSigning,
    ...browser,
    flows: rooms.flows,
    finish: finishOidcOperation(oidcParts),
    finishLink: finishOidcLinkOperation(oidcParts),
  });
  await mountOAuth(app, {
    door,
    secret,
    ...browser,
    oidcName: oidc?.name ?? null,
    signIn: signing.signIn.operation,
    registered: allClients(config.grants.clients),
    documents: config.grants.unknownClients
      ? (start.replaced.clientDocuments ?? { network: publicNetwork, port: '' })
      : null,
    lifetimes: config.grants,
    limited: config.requests.rateLimit !== null,
  });
}

async function mountAssistants(
  app: FastifyInstance,
  door: Door,
  { start, engines, storage }: Below,
): Promise<void> {
  const { answerTokens } = start.config.server;
  const { answerer } = engines;
  const catalogue = allCatalogue({ site: door.site, answerTokens, answerer });
  start.stack.use(
    await mountMcp(app, door, {
      serverFor: (context, era) =>
        serverFor(catalogue, context, { answerTokens, site: door.site, era }),
      updates: resourceUpdates({ summariser: engines.summariser, watch: storage.watch }),
      ...start.replaced.mcp,
      tools: catalogue.tools,
      publicUrl: door.site,
      origins: [...start.config.server.mcpOrigins, ...start.config.server.allowedOrigins],
    }),
  );
}
