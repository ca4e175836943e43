/** A library for tests. A server offers one small model that really runs. */
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeStreamingModel } from '../recognition/local/testing-models.ts';
import { Library } from './library.ts';
import type { ModelEntry } from './manifest.ts';
import {
  archiveOf,
  startReleases,
  type Behaviour,
  type ReleaseServer,
} from './testing-releases.ts';

export const NAMES = ['encoder.onnx', 'decoder.onnx', 'joiner.onnx', 'tokens.txt'] as const;

/** Returns an archive that contains the model and these additional files. */
export async function modelArchive(more: Record<string, Uint8Array | string>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'model-'));
  await writeStreamingModel(folder);
  const files: Record<string, Uint8Array | string> = {};
  for (const name of NAMES) files[`model/${name}`] = await readFile(join(folder, name));
  await rm(folder, { recursive: true });
  return archiveOf({ ...files, ...more });
}

export function testEntry(file: Uint8Array, changes: Partial<ModelEntry> = {}): ModelEntry {
  const [encoder, decoder, joiner, tokens] = NAMES;
  return {
    id: 'tiny',
    title: 'Hears low and high',
    purpose: {
      kind: 'recogniser',
      languages: ['en'],
      quality: 'medium',
      punctuates: false,
      wordTimes: true,
    },
    path: 'asr-models/tiny.tar.bz2',
    bytes: file.length,
    diskBytes: 10_000,
    sha256: createHash('sha256').update(file).digest('hex'),
    licence: { name: 'CC0', url: 'https://example.org/licence' },
    memoryBytes: 1,
    native: { kind: 'streaming-transducer', files: { encoder, decoder, joiner, tokens } },
    ...changes,
  };
}

export interface TestLibrary extends AsyncDisposable {
  library: Library;
  server: ReleaseServer;
}

export async function startLibrary({
  file,
  behaviours = ['serves'],
  changes = {},
  environment = {},
  offline = false,
}: {
  file: Uint8Array;
  behaviours?: readonly Behaviour[];
  changes?: Partial<ModelEntry>;
  environment?: Record<string, string>;
  offline?: boolean;
}): Promise<TestLibrary> {
  const server = await startReleases(file, behaviours);
  const folder = await mkdtemp(join(tmpdir(), 'library-'));
  const models = [testEntry(file, changes)];
  const library = new Library({ folder, offline, mirror: `${server.url}/`, environment, models });
  return {
    library,
    server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}
