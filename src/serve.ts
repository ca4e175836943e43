/** The composition root: configuration → database → engines → rooms → doors. Read it aloud. */
import { join } from 'node:path';
import pino from 'pino';
import { chooseRecogniser } from './choose-recogniser.ts';
import type { Config } from './config.ts';
import { systemClock } from './core/clock.ts';
import type { Clock } from './core/clock.ts';
import { StartError } from './core/errors.ts';
import { uuidv7 } from './core/ids.ts';
import { sealWith } from './core/seal.ts';
import type { Log } from './core/log.ts';
import { authenticateSession, signInOperation, signOut } from './domains/accounts/accounts.ts';
import { knownDevices } from './domains/accounts/known-devices.ts';
import { prepareFirstOwner, setUpOwnerOperation } from './domains/accounts/first-owner.ts';
import { openIdentity } from './domains/accounts/identity.ts';
import { startForgettingFiles } from './domains/chat/forgetting.ts';
import { keepsAudio, startForgettingAudio } from './domains/recordings/audio.ts';
import { describingWork } from './domains/recordings/photos.ts';
import { summarisingWork } from './domains/understanding/summaries.ts';
import { createModelSummariser } from './engines/summaries/model-summariser.ts';
import { rulesSummariser } from './engines/summaries/rules-summariser.ts';
import type { Summariser } from './engines/summaries/summariser.ts';
import { processingWork } from './domains/understanding/processing.ts';
import { startSweeper } from './domains/conversations/sweeper.ts';
import { startDaySweeper } from './domains/days/day-sweeper.ts';
import { allCatalogue, allJobs, allRoutes } from './domains/index.ts';
import { allClients } from './domains/grants/clients.ts';
import { canonicalResource } from './domains/grants/resource.ts';
import { startForgettingGrants } from './domains/grants/forgetting.ts';
import { openAccessVerifier } from './domains/grants/verify.ts';
import { openKeyVerifier } from './domains/keys/verify.ts';
import { CatchUp } from './domains/listening/catch-up.ts';
import { LiveSessions } from './domains/listening/live-sessions.ts';
import type { LoadLimits } from './domains/listening/load.ts';
import { uploadOperations } from './domains/listening/uploads.ts';
import { Embeddings } from './domains/search/embeddings.ts';
import { queueRemaking, remakingWork } from './domains/voices/remaking.ts';
import { OwnSearch } from './domains/search/search.ts';
import { startAudioForwarder } from './domains/webhooks/audio-forwarder.ts';
import { Pulls } from './domains/models/pulls.ts';
import { startDispatcher } from './domains/webhooks/dispatcher.ts';
import type { Answerer } from './engines/answering/answerer.ts';
import { createModelAnswerer } from './engines/answering/model-answerer.ts';
import { quotingAnswerer } from './engines/answering/quoting.ts';
import { sileroWhenNeeded, startSilero } from './engines/voice-activity/silero.ts';
import { openVoiceActivity } from './engines/voice-activity/voice-activity.ts';
import { openRateLimiter } from './domains/requests/rate-limits.ts';
import { releaseClaims, startForgetting } from './domains/requests/idempotency.ts';
import { noRecogniser } from './engines/recognition/none.ts';
import type { Recogniser } from './engines/recognition/recogniser.ts';
import { BuiltInVoices } from './engines/voices/built-in.ts';
import { encodedVoices } from './engines/voices/encoded.ts';
import type { VoiceEncoder } from './engines/voices/encoder.ts';
import { createModelDescriber } from './engines/understanding/describer.ts';
import { createModelTranslator } from './engines/understanding/translator.ts';
import type { Translator } from './engines/understanding/translator.ts';
import type { Describer } from './engines/understanding/describer.ts';
import type { Maker } from './engines/understanding/maker.ts';
import { createLanguageModel } from './engines/understanding/language-model/language-model.ts';
import { RulesWorker } from './engines/understanding/rules-worker.ts';
import type { Library } from './engines/models/library.ts';
import type { Parts } from './kit/context.ts';
import { route } from './kit/route.ts';
import { openLibrary, openVoiceEncoder } from './local-models.ts';
import { findUnanswered } from './provider-check.ts';
import { openDatabase } from './storage/database.ts';
import type { Database } from './storage/database.ts';
import { requireSameSecret, secretOf } from './storage/installation.ts';
import { startJobs } from './storage/jobs.ts';
import { openJournals } from './storage/journals.ts';
import { migrate } from './storage/migrate.ts';
import { openOutbox } from './storage/outbox.ts';
import { buildApp, closeApp } from './transports/http/app.ts';
import { loggedRequest } from './transports/http/logged-request.ts';
import { Deadlines } from './transports/http/deadlines.ts';
import { mountHealth } from './transports/http/health.ts';
import { mountResumable } from './transports/http/resumable.ts';
import { mountReference } from './transports/http/reference.ts';
import { mountSetUpPage } from './transports/http/set-up.ts';
import { mountSignIn, signInRoutes } from './transports/http/sign-in.ts';
import { mountMcp } from './transports/mcp/endpoint.ts';
import type { McpEndpoint } from './transports/mcp/endpoint.ts';
import { serverFor } from './transports/mcp/server.ts';
import { mountOAuth } from './transports/oauth/oauth.ts';
import { mountListen } from './transports/websocket/listen.ts';

const MIB = 1024 * 1024;

/** What a test may put in the place of a part. */
export interface Replacements {
  clock?: Clock;
  recogniser?: Recogniser;
  library?: Library;
  maker?: Maker;
  voiceEncoder?: VoiceEncoder;
  /** When sessions give way to others. */
  load?: Partial<LoadLimits>;
  /** What assistants are offered. */
  mcp?: Partial<Pick<McpEndpoint, 'serverFor' | 'keepAliveMs'>>;
}

export interface Service extends AsyncDisposable {
  url: string;
  /** What operations lean on: for tests that look behind the doors, and for benchmarks. */
  parts: Parts;
  /** Resolves with a sentence when the service cannot go on and has to be started anew. */
  fault: Promise<string>;
  /** Writes what is held back to save writes. */
  flush(): Promise<void>;
  /** The link that creates the owner account; null when there is one. */
  setUpLink: string | null;
  /** What works and how well, in words for the terminal. */
  report: {
    database: string;
    durable: boolean;
    recogniser: string;
    understanding: string;
    /** What is wrong with the embeddings; null when nothing is. */
    embeddings: string | null;
    /** What would make it better; null when there is nothing to say. */
    hint: string | null;
  };
}

export async function serve(
  config: Config,
  {
    progress = () => {},
    clock = systemClock,
    warm = true,
    ...replaced
  }: Replacements & {
    progress?: (step: string) => void;
    /** Whether the threads of voices and of the understanding start before they are needed. */
    warm?: boolean;
  } = {},
): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const logger = pino({ level: config.server.logLevel, serializers: { req: loggedRequest } });
  const log: Log = logger;

  progress(config.storage.databaseUrl ? 'Connecting to PostgreSQL' : 'Opening the database');
  const database = stack.use(
    await openDatabase({
      url: config.storage.databaseUrl,
      folder: config.storage.dataDir,
      minFreeBytes: config.storage.minFreeMib * MIB,
      log,
    }),
  );
  const { db } = database;
  await migrate({ database, log });
  const secret = secretOf(config.storage);
  await requireSameSecret(db, secret);
  const unanswered = findUnanswered(config);

  const journals = stack.use(await openJournals(join(config.storage.dataDir, 'sound')));
  const outbox = stack.use(await openOutbox({ db, log }));
  const jobs = stack.use(await startJobs({ database, jobs: allJobs, log }));
  const embeddings = await Embeddings.open({ db, clock, log }, config.embeddings);
  stack.use(embeddings);
  const search = stack.use(new OwnSearch({ db, clock, log, embeddings }));
  const requireRoom = () => database.requireRoom();
  const processId = journals.id;
  const parts: Parts = {
    db,
    clock,
    newId: uuidv7,
    processId,
    log,
    jobs,
    outbox,
    search,
    requireRoom,
  };
  await releaseClaims(parts, journals.ended);

  progress('Starting the recogniser');
  const voiceActivity = stack.use(
    await openVoiceActivity(log, warm ? startSilero : sileroWhenNeeded),
  );
  const library = replaced.library ?? openLibrary(config);
  const { recogniser, note, model } = replaced.recogniser
    ? { recogniser: replaced.recogniser, note: null, model: null }
    : await chooseRecogniser(config.listening, { voiceActivity, log, library });
  stack.use(recogniser);

  const rules = stack.use(new RulesWorker());
  if (warm) rules.warm();
  const { maker, understanding, answerer, summariser } = chooseMaker(config.languageModel, {
    rules,
    log,
  });
  const encoder =
    replaced.voiceEncoder ??
    stack.adopt(await openVoiceEncoder(library, log), async (opened) =>
      opened?.[Symbol.asyncDispose](),
    );
  const voices = encoder ? encodedVoices(encoder) : stack.use(new BuiltInVoices());
  const processing = processingWork(replaced.maker ?? maker, {
    summariser,
    discard: config.discard,
    understanding: config.understanding,
    voices,
  });
  const describer = chooseDescriber(config.languageModel);
  const translator = chooseTranslator(config.languageModel);
  const works = [
    processing,
    summarisingWork(summariser),
    remakingWork(voices),
    ...(describer ? [describingWork(describer)] : []),
  ];
  for (const { job, run } of works) {
    await jobs.work(job, (payload, attempt) => {
      const { user_id } = payload as { user_id: string };
      const context = { ...parts, actor: { kind: 'job', user_id } as const, ip: null };
      return run(context, payload, attempt);
    });
  }

  const baseUrl = config.server.baseUrl ?? `http://${config.server.host}:${config.server.port}`;
  const identity = openIdentity({ db, secret, baseUrl });
  const owner = await prepareFirstOwner({ db, identity, settings: config.accounts });
  const keys = stack.use(openKeyVerifier({ db, log }));
  const accesses = stack.use(openAccessVerifier({ db, clock, log }));
  // On a free port the address is known only when somebody listens on it.
  let url = baseUrl;
  const site = () => config.server.baseUrl ?? url;
  const sessions = new LiveSessions(replaced.load);
  const catchUp = stack.use(
    new CatchUp({
      parts,
      recogniser,
      voices,
      root: journals.folder,
      isBusy: () => sessions.load.isBusy,
      keepsAudio: (context) => keepsAudio(context, config.audio),
      keepDays: config.audio.days,
    }),
  );
  // Before the sweeper moves on what still waits for its words.
  await catchUp.claim();
  stack.use(startSweeper(parts, config.listening));
  stack.use(startDaySweeper(parts));

  stack.use(startForgetting(parts));
  stack.use(startForgettingFiles(parts));
  stack.use(startForgettingGrants(parts));
  stack.use(startForgettingAudio(parts, config.audio));
  const rateLimiter = stack.use(
    openRateLimiter({ db, clock, log, limits: config.requests.rateLimit }),
  );

  const door = {
    parts,
    rateLimiter,
    deadlines: new Deadlines(),
    site,
    authenticator: {
      session: (token: string) => authenticateSession(db, token, clock.now()),
      key: (key: string) => keys.verify(key, clock.now()),
      accessToken: (token: string) => accesses.verify(token, canonicalResource(site())),
      site,
    },
  };
  const setUp = route(setUpOwnerOperation(identity, owner), {
    method: 'POST',
    path: '/v1/auth/set-up',
    credential: 'none',
  });
  const seal = sealWith(secret, 'webhooks');
  const dispatcher = stack.use(startDispatcher(parts, { seal, settings: config.webhooks }));
  const audioForwarder = stack.use(startAudioForwarder(parts));
  const webhooks = { seal, settings: config.webhooks, dispatcher, audio: audioForwarder };
  await queueRemaking(parts, voices);
  const voiceParts = { voiceActivity, voices, site };
  const uploads = uploadOperations({ catchUp });
  const pulls = stack.use(new Pulls({ library, clock, log }));
  const models = { library, pulls, inUse: [model, voices.model].filter((id) => id !== null) };
  const routes = [
    ...allRoutes({
      live: sessions,
      webhooks,
      chat: { answerer, recogniser, files: { describer, mostMib: config.chat.filesMib } },
      uploads,
      translator,
      audio: config.audio,
      models,
      voices: voiceParts,
      summariser,
      embeddings,
    }),
    setUp,
  ];
  const devices = knownDevices(secret);
  const signing = signInRoutes({ signIn: signInOperation(identity, devices), signOut });
  const { trustedProxies } = config.server;
  const app = await buildApp({ door, routes, logger, trustedProxies });
  const unfinished = join(config.storage.dataDir, 'uploads');
  stack.use(await mountResumable(app, door, { folder: unfinished, take: uploads.take }));
  stack.defer(async () => {
    await closeApp(app, door);
    await sessions.empty();
  });
  mountSetUpPage(app);
  mountReference(app, [...routes, ...Object.values(signing)], config.server.baseUrl ?? '/');
  const secure = baseUrl.startsWith('https:');
  await mountSignIn(app, door, { ...signing, secure, devices, clock });
  await mountOAuth(app, {
    door,
    secret,
    secure,
    devices,
    clock,
    signIn: signing.signIn.operation,
    clients: allClients(config.grants.clients),
    lifetimes: config.grants,
    limited: config.requests.rateLimit !== null,
  });
  await mountListen(app, door, {
    recogniser,
    sessions,
    hasRoom: () => !database.disk.isLow,
    tap: audioForwarder,
    describesPhotos: describer !== null,
    voices,
    translator: translator ?? undefined,
    kept: catchUp,
    keepsAudio: (context) => keepsAudio(context, config.audio),
    deaf: noRecogniser(voiceActivity),
  });
  const catalogue = allCatalogue({ site, answerer });
  stack.use(
    await mountMcp(app, door, {
      serverFor: (context) => serverFor(catalogue, context),
      ...replaced.mcp,
      tools: catalogue.tools,
      publicUrl: site,
      origins: config.server.mcpOrigins,
    }),
  );
  let fault: string | null = null;
  void database.fault.then((sentence) => (fault = sentence));
  mountHealth(app, {
    fault: () => fault,
    readiness: async () => ({
      ready: await answers(database),
      database: database.kind,
      durable: database.durable,
      disk: {
        free_mib: Math.floor(database.disk.freeBytes / MIB),
        takes_new_data: !database.disk.isLow,
      },
      recogniser: {
        name: recogniser.name,
        quality: recogniser.capabilities.quality,
        languages: recogniser.capabilities.languages,
        note,
        ...(recogniser.measured && { measured: recogniser.measured }),
      },
      voice_check: {
        model: voices.model,
        ...(voices.measured && { measured: voices.measured }),
      },
      voice_activity: voiceActivity.kind,
      understanding,
      listening_sessions: sessions.size,
    }),
  });

  url = await listen(app, config.server);
  const silent = await unanswered;
  const remark = (isSilent: boolean) => (isSilent ? ', which does not answer yet' : '');
  const owned = stack.move();
  return {
    url,
    parts,
    fault: database.fault,
    flush: async () => void (await Promise.all([keys.flush(), accesses.flush()])),
    setUpLink: owner.token && `${config.server.baseUrl ?? url}/setup?token=${owner.token}`,
    report: {
      database:
        database.kind === 'embedded'
          ? `embedded PostgreSQL in ${config.storage.dataDir}`
          : 'PostgreSQL at DATABASE_URL',
      durable: database.durable,
      recogniser: `${recogniser.name}${remark(silent.recogniser)}, quality ${recogniser.capabilities.quality}${note ? ` (${note})` : ''}`,
      understanding: `${understanding}${remark(silent.languageModel)}`,
      embeddings: silent.embeddings ? 'the endpoint does not answer yet' : null,
      hint: config.languageModel.baseUrl
        ? null
        : 'For better summaries: SVC_LLM_BASE_URL and SVC_LLM_MODEL (docs/configuration.md).',
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function chooseMaker(
  { baseUrl, model, ...rest }: Config['languageModel'],
  { rules, log }: { rules: Maker; log: Log },
): { maker: Maker; understanding: string; answerer: Answerer; summariser: Summariser } {
  if (!baseUrl || !model) {
    return {
      maker: rules,
      understanding: 'built-in rules',
      answerer: quotingAnswerer,
      summariser: rulesSummariser,
    };
  }
  const options = { baseUrl, model, ...rest };
  return {
    maker: createLanguageModel(options, { rules, log }),
    answerer: createModelAnswerer(options, log),
    summariser: createModelSummariser(options, { rules: rulesSummariser, log }),
    understanding: `${model}, then built-in rules`,
  };
}

function chooseTranslator({ baseUrl, apiKey, model }: Config['languageModel']): Translator | null {
  return baseUrl && model ? createModelTranslator({ baseUrl, apiKey, model }) : null;
}

function chooseDescriber({
  baseUrl,
  visionModel,
  apiKey,
}: Config['languageModel']): Describer | null {
  return baseUrl && visionModel
    ? createModelDescriber({ baseUrl, apiKey, model: visionModel })
    : null;
}

async function listen(
  app: Awaited<ReturnType<typeof buildApp>>,
  { host, port }: Config['server'],
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(
        `Port ${port} on ${host} is in use. Stop what uses it, or choose another with PORT.`,
        { cause },
      );
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new StartError(`Cannot listen on ${host}:${port} (${code}). Check HOST and PORT.`, {
        cause,
      });
    }
    throw cause;
  }
}

async function answers({ db }: Database): Promise<boolean> {
  return db
    .selectFrom('users')
    .select('id')
    .limit(1)
    .execute()
    .then(
      () => true,
      () => false,
    );
}
