/** Assembles the service on an open database: engines → rooms → doors. */
import type { Config } from '../config.ts';
import { findLocalServers } from '../engines/text-models/local-servers.ts';
import { BuiltInReader } from '../engines/reading/reader.ts';
import { isSound } from '../examination/finding.ts';
import type { Finding } from '../examination/finding.ts';
import { examineProviders } from '../examination/providers.ts';
import type { Database } from '../storage/database.ts';
import { openLibrary } from './choices/local-models.ts';
import { openEmbedder, openTextModels } from './choices/text-models.ts';
import type { TextModels } from './choices/text-models.ts';
import { openDoors } from './doors.ts';
import { openEngines } from './engines.ts';
import { openRooms } from './rooms.ts';
import type { Below } from './rooms.ts';
import type { Service } from './service.ts';
import type { Start } from './start.ts';
import { openStorage } from './storage.ts';
import { startWyoming } from './wyoming.ts';

export async function assemble(
  start: Start,
  database: Database,
): Promise<Omit<Service, keyof AsyncDisposable>> {
  const { config, replaced, stack, log } = start;
  const library = replaced.library ?? openLibrary(config);
  const reader = replaced.reader ?? stack.use(new BuiltInReader(log));
  const installed = await openTextModels(start, library);
  const textModels = { ...installed, embedder: openEmbedder(config, reader, installed.encoder) };
  const storage = await openStorage(start, database, textModels);
  const providers = examineProviders(config);
  const hint = hintFor(config, textModels);
  const engines = await openEngines(start, library, { textModels, reader });
  const rooms = await openRooms(start, storage, engines);
  const below = { start, storage, engines, rooms };
  const url = await openDoors(below);
  await startWyoming(below);
  const report = reportOf(below, await providers, await hint);
  const { owner, keys, accesses, pulls } = rooms;
  const { waiting } = storage.parts;
  return {
    url,
    parts: storage.parts,
    fault: Promise.race([database.fault, ...(waiting ? [waiting.fault] : [])]),
    flush: async () => void (await Promise.all([keys.flush(), accesses.flush()])),
    library,
    fetchModels: (ids) => ids.forEach((id) => pulls.start(id)),
    setUpLink: owner.token && `${config.server.baseUrl ?? url}/welcome?token=${owner.token}`,
    report,
  };
}

function reportOf(
  { start: { config }, storage: { database }, engines: { recogniser, note, understanding } }: Below,
  providers: readonly Finding[],
  hint: string | null,
): Service['report'] {
  const isSilent = (name: string) => !isSound(providers, name);
  const remark = (name: string) => (isSilent(name) ? ', which does not answer yet' : '');
  const { quality } = recogniser.capabilities;
  const words = `${recogniser.name}${remark('recogniser')}, quality ${quality}`;
  return {
    database:
      database.kind === 'embedded'
        ? `embedded PostgreSQL in ${config.storage.dataDir}`
        : 'PostgreSQL at DATABASE_URL',
    durable: database.durable,
    recogniser: note ? `${words} (${note})` : words,
    understanding: `${understanding}${remark('language model')}`,
    embeddings: isSilent('embeddings') ? 'the endpoint does not answer yet' : null,
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
