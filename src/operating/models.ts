/** `commonplace models …`: the models of this machine. */
import { createInterface } from 'node:readline/promises';
import { readConfig } from '../config.ts';
import { StartError } from '../core/errors.ts';
import type { Library, LibraryModel } from '../engines/models/library.ts';
import { DEFAULT_MODELS, type ModelEntry } from '../engines/models/manifest.ts';
import { ModelError } from '../engines/models/model-error.ts';
import { megabytes } from '../engines/models/model-pull.ts';
import { openLibrary } from '../assembly/choices/local-models.ts';
import { parseCommandLine } from './arguments.ts';
import { examineModels } from './models-doctor.ts';
import { showProgress } from './progress.ts';

const USAGE = `Usage:
  commonplace models list                       list available and installed models
  commonplace models pull [ID …] [--yes]        fetch; without an id: ${DEFAULT_MODELS.join(' and ')}
      --from-file ARCHIVE   take this file instead of downloading
      --sha256 HASH         for a model without a known hash
  commonplace models verify [ID …]              check the installed files
  commonplace models remove ID …
  commonplace models doctor                     what fits this machine, and how fast it is
All take --json. SVC_MODELS_DIR, SVC_MODELS_MIRROR, HTTPS_PROXY: docs/recognisers.md
and docs/local-models.md`;

const OPTIONS = {
  json: { type: 'boolean', default: false },
  yes: { type: 'boolean', default: false },
  'from-file': { type: 'string' },
  sha256: { type: 'string' },
} as const;

interface Order {
  library: Library;
  ids: string[];
  json: boolean;
  yes: boolean;
  fromFile: string | undefined;
  sha256: string | undefined;
}

const ACTIONS: Record<string, (order: Order) => Promise<void>> = {
  list,
  pull,
  verify,
  remove,
  doctor: ({ library }) => examineModels(library, console.log),
};

export async function operateModels(...words: string[]): Promise<void> {
  const { positionals, values } = parseCommandLine(words, OPTIONS, USAGE);
  const [action = '', ...ids] = positionals;
  const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (!run) throw new StartError(USAGE);
  const library = openLibrary(readConfig(process.env));
  const { json, yes, 'from-file': fromFile, sha256 } = values;
  try {
    await run({ library, ids, json, yes, fromFile, sha256 });
  } catch (error) {
    if (error instanceof ModelError) throw new StartError(error.message);
    throw error;
  }
}

async function list({ library, json }: Order): Promise<void> {
  const models = await library.list();
  if (json) return print(models.map(asJson));
  for (const { entry, installed, partBytes } of models) {
    const part = partBytes > 0 ? `${megabytes(partBytes)} downloaded` : '';
    const unchecked = entry.sha256 ? '' : 'needs --sha256: its hash is not known';
    const state = installed
      ? `installed ${installed.installed_at.slice(0, 10)}`
      : part || unchecked;
    console.log(`${entry.id.padEnd(22)} ${megabytes(entry.bytes).padStart(7)}  ${state}`);
    console.log(`    ${entry.title}. ${describe(entry)}`);
  }
  console.log(`\nFolder: ${library.folder}. Fetch with: commonplace models pull [ID]`);
}

async function pull({ library, ids, json, yes, fromFile, sha256 }: Order): Promise<void> {
  const wanted = ids.length > 0 ? ids : DEFAULT_MODELS;
  if ((fromFile || sha256) && wanted.length !== 1) {
    throw new StartError(`Name exactly one model with --from-file or --sha256.\n${USAGE}`);
  }
  const entries: ModelEntry[] = [];
  for (const id of wanted) {
    const entry = library.entry(id);
    // Skips undamaged models, and downloads damaged models again.
    const damages = fromFile || sha256 ? null : await library.verify(id);
    if (damages?.length !== 0) entries.push(entry);
    else if (!json) console.log(`${id} is already installed.`);
  }
  for (const entry of entries) console.error(`${entry.title}\n    ${describe(entry)}`);
  if (!yes && entries.length > 0) await askFor(entries);
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  for (const { id } of entries) {
    const progress = showProgress(id, process.stderr);
    try {
      await library.pull(id, {
        signal: stop.signal,
        onProgress: progress.update,
        now: () => new Date(),
        fromFile,
        sha256,
      });
    } catch (error) {
      if (!stop.signal.aborted) throw error;
      throw new StartError(
        'Stopped. The downloaded part is kept: run the command again to resume.',
      );
    } finally {
      progress.end();
    }
    if (!json) console.log(`${id} is installed. The service uses it after its next start.`);
  }
  if (json) print((await library.list()).filter(isOneOf(wanted)).map(asJson));
}

async function verify({ library, ids, json }: Order): Promise<void> {
  const here = (await library.list()).filter(({ installed }) => installed !== null);
  const wanted = ids.length > 0 ? ids : here.map(({ entry }) => entry.id);
  const results: object[] = [];
  for (const id of wanted) {
    const damages = await library.verify(id);
    results.push({ id, installed: damages !== null, damages: damages ?? [] });
    if (damages === null || damages.length > 0) process.exitCode = 1;
    if (json) continue;
    if (damages === null) console.log(`${id}: not installed`);
    else if (damages.length === 0) console.log(`${id}: unchanged`);
    for (const { path, problem } of damages ?? []) console.log(`${id}: ${path} is ${problem}`);
  }
  if (json) print(results);
  else if (process.exitCode) console.log('Fetch it again: commonplace models pull ID');
  else if (wanted.length === 0) console.log('No models are installed.');
}

async function remove({ library, ids, json }: Order): Promise<void> {
  if (ids.length === 0) throw new StartError(USAGE);
  const results: object[] = [];
  for (const id of ids) {
    const removed = await library.remove(id);
    results.push({ id, removed });
    if (!json) console.log(removed ? `${id}: removed` : `${id}: was not installed`);
  }
  if (json) print(results);
}

/** A longer list of languages would hide the rest of the line. */
const MAX_NAMED_LANGUAGES = 9;

function describe({ purpose, licence, bytes, diskBytes, memoryBytes }: ModelEntry): string {
  const languages = purpose.kind === 'recogniser' ? purpose.languages : [];
  const isMany = languages === 'any' || languages.length > MAX_NAMED_LANGUAGES;
  const known = isMany ? 'many languages' : languages.join(', ');
  const quality = purpose.kind === 'recogniser' ? `quality ${purpose.quality}, ${known}; ` : '';
  const sizes = `${megabytes(bytes)} to download, ${megabytes(diskBytes)} on disk, ${megabytes(memoryBytes)} of memory`;
  return `${quality}${sizes}. Licence: ${licence.name} (${licence.url})`;
}

async function askFor(entries: readonly ModelEntry[]): Promise<void> {
  const names = [...new Set(entries.map(({ licence }) => licence.name))].join(' and ');
  if (!process.stdin.isTTY) {
    throw new StartError(`Add --yes to accept the licence (${names}).`);
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await lines.question(`Fetch, and accept the licence (${names})? [y/N] `);
    if (!/^y(es)?$/i.test(answer.trim())) throw new StartError('No model was fetched.');
  } finally {
    lines.close();
  }
}

function asJson({ entry, installed, partBytes }: LibraryModel) {
  const { native: _files, ...known } = entry;
  return { ...known, installed, part_bytes: partBytes };
}

function isOneOf(ids: readonly string[]) {
  return ({ entry }: LibraryModel) => ids.includes(entry.id);
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}
