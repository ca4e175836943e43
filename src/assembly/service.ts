/** The assembly: storage → engines → rooms → transports. */
import type { Config } from '../config.ts';
import type { Library } from '../engines/models/library.ts';
import type { Parts } from '../kit/context.ts';
import { openDoors } from './doors.ts';
import type { Below } from './rooms.ts';
import { openEngines } from './engines.ts';
import { openLibrary } from './choices/local-models.ts';
import { findUnanswered } from './provider-check.ts';
import type { UnansweredProviders } from './provider-check.ts';
import { openRooms } from './rooms.ts';
import { beginStart } from './start.ts';
import type { StartOptions } from './start.ts';
import { startTracing } from '../transports/tracing/otlp.ts';
import { openStorage } from './storage.ts';
import { findLocalServers } from '../engines/text-models/local-servers.ts';
import { openTextModels } from './choices/text-models.ts';
import type { TextModels } from './choices/text-models.ts';

export interface Service extends AsyncDisposable {
  url: string;
  /** The parts that operations use, for tests of internals and for benchmarks. */
  parts: Parts;
  /** Resolves with a sentence when the service has failed and needs a restart. */
  fault: Promise<string>;
  /** Writes changes that were delayed to combine writes. */
  flush(): Promise<void>;
  /** The models of this machine, which `fetchModels` downloads in the background. */
  library: Library;
  fetchModels(ids: readonly string[]): void;
  /** The link that creates the owner account; null when the account exists. */
  setUpLink: string | null;
  /** The state of the parts, as text for the terminal. */
  report: {
    database: string;
    durable: boolean;
    recogniser: string;
    understanding: string;
    /** The problem with the embeddings; null when there is none. */
    embeddings: string | null;
    /** A hint for a better set-up; null when there is none. */
    hint: string | null;
  };
}

export async function serve(config: Config, options: StartOptions = {}): Promise<Service> {
  await using stack = new AsyncDisposableStack();
  const start = beginStart(config, stack, options);
  stack.use(await startTracing(config.tracing, start.log));
  const library = start.replaced.library ?? openLibrary(config);
  const textModels = await openTextModels(start, library);
  const storage = await openStorage(start, textModels);
  const unanswered = findUnanswered(config);
  const hint = hintFor(config, textModels);
  const engines = await openEngines(start, library, textModels);
  const rooms = await openRooms(start, storage, engines);
  const below = { start, storage, engines, rooms };
  const url = await openDoors(below);
  const report = reportOf(below, await unanswered, await hint);
  const { owner, keys, accesses, pulls } = rooms;
  const owned = stack.move();
  return {
    url,
    parts: storage.parts,
    fault: storage.database.fault,
    flush: async () => void (await Promise.all([keys.flush(), accesses.flush()])),
    library,
    fetchModels: (ids) => ids.forEach((id) => pulls.start(id)),
    setUpLink: owner.token && `${config.server.baseUrl ?? url}/welcome?token=${owner.token}`,
    report,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function reportOf(
  { start: { config }, storage: { database }, engines: { recogniser, note, understanding } }: Below,
  silent: UnansweredProviders,
  hint: string | null,
): Service['report'] {
  const remark = (isSilent: boolean) => (isSilent ? ', which does not answer yet' : '');
  const { quality } = recogniser.capabilities;
  const words = `${recogniser.name}${remark(silent.recogniser)}, quality ${quality}`;
  return {
    database:
      database.kind === 'embedded'
        ? `embedded PostgreSQL in ${config.storage.dataDir}`
        : 'PostgreSQL at DATABASE_URL',
    durable: database.durable,
    recogniser: note ? `${words} (${note})` : words,
    understanding: `${understanding}${remark(silent.languageModel)}`,
    embeddings: silent.embeddings ? 'the endpoint does not answer yet' : null,
    hint,
  };
}

/** Names a language model that this machine has or could have. */
async function hintFor(
  { languageModel, server }: Config,
  { 'language-model': local }: TextModels,
): Promise<string | null> {
  if (languageModel.baseUrl || local) return null;
  const found = await findLocalServers();
  // The service may use the port of one of these programs itself.
  const other = found.find(({ baseUrl }) => new URL(baseUrl).port !== String(server.port));
  if (!other) {
    return 'For better summaries: commonplace models pull qwen3-4b, or SVC_LLM_BASE_URL (docs/local-models.md).';
  }
  const { name, baseUrl, models } = other;
  return `${name} runs here. For better summaries: SVC_LLM_BASE_URL=${baseUrl} SVC_LLM_MODEL=${models[0]}`;
}
