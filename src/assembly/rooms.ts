/**
 * The third step of startup. Starts the background work of the domains and creates the objects that
 * their routes need.
 */
import { join } from 'node:path';
import { accountDeleted, sessionVerifier } from '../domains/accounts/accounts.ts';
import { prepareFirstOwner } from '../domains/accounts/first-owner.ts';
import { openIdentity } from '../domains/accounts/identity.ts';
import { openFlows } from '../domains/accounts/oidc/flows.ts';
import { OidcProvider } from '../domains/accounts/oidc/provider.ts';
import { openChallenges } from '../domains/accounts/passkeys/challenges.ts';
import { startFileRetention } from '../domains/chat/files/files.ts';
import { startSweeper } from '../domains/conversations/sweeper.ts';
import { hearAnew } from '../domains/late-words/anew/hearing-anew.ts';
import { Renewals } from '../domains/understanding/renewal/renewal-sweeper.ts';
import { startDaySweeper } from '../domains/days/day-sweeper.ts';
import { ACCOUNT_DELETED } from '../domains/portability/erasure/erasure.ts';
import { recordKinds } from '../domains/changes/record-kinds.ts';
import { startActivityRetention } from '../domains/assistants/activity/activity.ts';
import { startGrantRetention } from '../domains/access/grants/retention.ts';
import { openAccessVerifier } from '../domains/access/grants/access-verifier.ts';
import { openKeyVerifier } from '../domains/access/keys/key-verifier.ts';
import { CatchUp } from '../domains/late-words/catch-up.ts';
import { adoptSound } from '../domains/late-words/vanished/adopt-sound.ts';
import { SamplePlayer } from '../domains/listening/demo/sample-player.ts';
import { LiveRequests } from '../domains/recorders/live-requests.ts';
import { LiveSessions } from '../domains/listening/live-sessions.ts';
import type { Listening } from '../domains/listening/session-opening.ts';
import { uploadOperations } from '../domains/late-words/uploads.ts';
import { Pulls } from '../domains/models/pulls.ts';
import { Importer } from '../domains/portability/importer.ts';
import { keepsAudio, startAudioRetention } from '../domains/recordings/audio.ts';
import type { AudioSettings } from '../domains/recordings/settings.ts';
import { startComparison, startRemoving, startStoring } from '../domains/recordings/storing.ts';
import { Quotas } from '../domains/quotas/quotas.ts';
import type { Context } from '../kit/context.ts';
import { startAnswerRetention } from '../domains/requests/idempotency.ts';
import { startSecurityRetention } from '../domains/accounts/security/security-log.ts';
import { openRateLimiter } from '../domains/requests/rate-limits.ts';
import { queueRemaking } from '../domains/voices/voiceprint-remaking.ts';
import { startDispatcher } from '../domains/webhooks/dispatcher.ts';
import { startForwarder } from '../domains/webhooks/forwarder.ts';
import {
  releaseEndpoints,
  startEndpointSender,
} from '../domains/webhooks/endpoints/endpoint-sender.ts';
import { hookTokens } from '../domains/connections/connection-hooks.ts';
import {
  releaseConnections,
  startConnectionRunner,
} from '../domains/connections/connection-runner.ts';
import { allConnectionKinds } from '../domains/index.ts';
import { startPushSender } from '../domains/push/push-sender.ts';
import { vapidOf } from '../domains/push/vapid.ts';
import { noRecogniser } from '../engines/recognition/no-recogniser.ts';
import { openJournals } from '../storage/journals.ts';
import { sealWith } from '../core/seal.ts';
import type { Engines } from './engines.ts';
import { startWorks } from './jobs.ts';
import type { Start } from './start.ts';
import type { Storage } from './storage.ts';

/** The parts on which the transports are built. */
export interface Below {
  start: Start;
  storage: Storage;
  engines: Engines;
  rooms: Rooms;
}

type Rooms = Awaited<ReturnType<typeof openRooms>>;

export async function openRooms(start: Start, storage: Storage, engines: Engines) {
  const { config, stack, clock, log } = start;
  const { parts } = storage;
  startWorks(start, parts, engines);
  const access = await openAccess(start, storage);
  const quotas = new Quotas(config.quotas);
  const listening = await openListening(start, storage, engines, quotas);
  stack.use(startSweeper(parts, config.listening));
  stack.use(startDaySweeper(parts));
  openRenewals(start, storage, engines, listening);
  stack.use(startAnswerRetention(parts));
  stack.use(startFileRetention(parts));
  stack.use(startGrantRetention(parts));
  stack.use(startActivityRetention(parts));
  stack.use(startSecurityRetention(parts));
  stack.use(startAudioRetention(parts, config.audio));
  stack.use(startStoring(parts));
  stack.use(startComparison(parts));
  const removing = stack.use(startRemoving(parts));
  const limits = config.requests.rateLimit;
  // Runs in every process, also for accounts that another process deletes.
  stack.defer(
    parts.outbox.subscribe(accountDeleted, ({ user_id }) => {
      removing.nudge();
      const forget = async () => {
        const ended = listening.sessions.end(user_id, ACCOUNT_DELETED);
        await listening.catchUp.forget(user_id);
        // A session may also leave sound behind when it ends.
        await ended;
        await listening.catchUp.forget(user_id);
      };
      forget().catch((err: unknown) => log.error({ err }, 'sound of a deleted account is left'));
    }),
  );
  const rateLimiter = stack.use(openRateLimiter({ db: parts.db, clock, log, limits }));
  await releaseEndpoints(parts, storage.journals.ended);
  const webhooks = openWebhooks(start, storage, engines);
  const push = openPush(start, storage, access.baseUrl);
  const connections = await openConnections(start, storage);
  await queueRemaking(parts, engines.voices);
  const uploads = uploadOperations({ catchUp: listening.catchUp, quotas });
  const pulls = stack.use(new Pulls({ library: engines.library, clock, log }));
  const live = listeningParts(start, storage, engines, {
    sessions: listening.sessions,
    kept: listening.catchUp,
    quotas,
    audioListener: webhooks.forwarder,
  });
  const sample = new SamplePlayer({
    listening: live,
    keepsSound: config.audio.keep !== 'off',
    speed: start.replaced.sampleSpeed,
  });
  const requests = stack.use(new LiveRequests(live, { clock, log }));
  const importer = stack.use(await openImporter(start, storage));
  const adopting = parts.waiting?.adoptWith({
    sound: (file) => adoptSound(parts, listening.catchUp, file),
    import: (file) => importer.adopt(file),
  });
  if (adopting) stack.use(adopting);
  return {
    ...access,
    ...listening,
    rateLimiter,
    webhooks,
    push,
    connections,
    uploads,
    pulls,
    listening: live,
    requests,
    sample,
    importer,
    quotas,
  };
}

/** Opens the parts that identify callers. */
async function openAccess(
  { config, stack, clock, log }: Start,
  { database, parts, secret }: Storage,
) {
  const { db, requireRoom } = parts;
  const baseUrl = config.server.baseUrl ?? `http://${config.server.host}:${config.server.port}`;
  const identity = openIdentity({ db, secret, baseUrl });
  const owner = await prepareFirstOwner({ db, identity, settings: config.accounts });
  const keys = stack.use(openKeyVerifier({ database, clock, log }));
  const accesses = stack.use(openAccessVerifier({ db, clock, log, requireRoom }));
  const { issuer, clientId } = config.oidc;
  const oidc =
    issuer && clientId
      ? new OidcProvider({ ...config.oidc, issuer, clientId }, () => clock.now())
      : null;
  const signingIn = { oidc, flows: openFlows(secret), challenges: openChallenges(secret) };
  const verifySession = sessionVerifier(database);
  return { baseUrl, identity, owner, keys, accesses, verifySession, ...signingIn };
}

/** Continues the imports of processes that have ended. */
async function openImporter({ config, stack }: Start, { parts }: Storage): Promise<Importer> {
  const files = stack.use(await openJournals(join(config.storage.dataDir, 'imports')));
  const importer = new Importer(parts, files.folder);
  await importer.resume();
  return importer;
}

async function openListening(
  { config, stack, replaced }: Start,
  { parts, journals }: Storage,
  { recogniser, voices }: Engines,
  quotas: Quotas,
) {
  const sessions = new LiveSessions(replaced.load);
  const catchUp = stack.use(
    new CatchUp({
      parts,
      recogniser,
      voices,
      root: journals.folder,
      waiting: parts.waiting,
      isBusy: () => sessions.load.isBusy,
      keepsAudio: (context) => mayKeep(context, config.audio, quotas),
      keepDays: config.audio.days,
    }),
  );
  // Must run before the sweeper processes conversations that still wait for words.
  await catchUp.claim();
  return { sessions, catchUp };
}

/** Without a language model and a better recogniser, what was asked for waits. */
function openRenewals(
  { stack }: Start,
  { parts }: Storage,
  { renewers, recogniser, voices }: Engines,
  { sessions, catchUp }: Awaited<ReturnType<typeof openListening>>,
): void {
  const { writer, better } = renewers;
  if (writer === null && better === null) return;
  const isBusy = () => sessions.load.isBusy;
  stack.use(
    new Renewals(parts, renewers, (context, id) =>
      catchUp.afterRecordings((signal) =>
        hearAnew(context, id, { recogniser, voices, renewers, isBusy, signal }),
      ),
    ),
  );
}

/** Returns the parts that live sessions share. */
function listeningParts(
  { config }: Start,
  { database }: Storage,
  { recogniser, describer, voices, translator, voiceActivity }: Engines,
  parts: Pick<Listening, 'sessions' | 'kept' | 'audioListener' | 'quotas'>,
): Listening {
  return {
    ...parts,
    recogniser,
    vadOnly: noRecogniser(voiceActivity),
    hasRoom: () => !database.disk.isLow,
    describesPhotos: describer !== null,
    voices,
    translator: translator ?? undefined,
    keepsAudio: (context) => mayKeep(context, config.audio, parts.quotas),
  };
}

/** Returns whether the user wants the sound kept and has not reached the quota. */
async function mayKeep(context: Context, audio: AudioSettings, quotas: Quotas): Promise<boolean> {
  return (await keepsAudio(context, audio)) && quotas.mayKeepSound(context);
}

function openWebhooks(
  { config, stack }: Start,
  { parts, secret, watch }: Storage,
  { summariser }: Engines,
) {
  const settings = config.webhooks;
  const seal = sealWith(secret, 'webhooks');
  const dispatcher = stack.use(startDispatcher(parts, { seal, settings }));
  const forwarder = stack.use(startForwarder(parts, dispatcher));
  const kinds = recordKinds(summariser);
  const sender = stack.use(startEndpointSender(parts, { seal, settings, kinds, watch }));
  return { seal, settings, dispatcher, forwarder, endpoints: { seal, settings, kinds, sender } };
}

function openPush({ config, stack }: Start, { parts, secret }: Storage, baseUrl: string) {
  // Push services want an address of the operator, and Apple's takes only public ones.
  const contact = () => (baseUrl.startsWith('https:') ? baseUrl : 'mailto:commonplace@localhost');
  const push = {
    seal: sealWith(secret, 'push'),
    vapid: vapidOf(secret, contact),
    settings: config.webhooks,
  };
  stack.use(startPushSender(parts, push));
  return push;
}

async function openConnections({ config, stack }: Start, { parts, secret, journals }: Storage) {
  await releaseConnections(parts, journals.ended);
  const given = {
    seal: sealWith(secret, 'connections'),
    settings: config.webhooks,
    kinds: allConnectionKinds,
  };
  const runner = stack.use(startConnectionRunner(parts, given));
  return { ...given, hooks: hookTokens(secret), runner };
}
