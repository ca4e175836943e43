/** The assembly: storage → engines → rooms → transports. */
import type { Config } from '../config.ts';
import type { Library } from '../engines/models/library.ts';
import type { Parts } from '../kit/context.ts';
import { startTracing } from '../transports/tracing/otlp.ts';
import { beginOpening } from './database.ts';
import { beginStart } from './start.ts';
import type { StartOptions } from './start.ts';

export interface Service extends AsyncDisposable {
  url: string;
  /** The parts that operations use, for tests of internals and for benchmarks. */
  parts: Parts;
  /** Resolves with a sentence when the service has failed and needs a restart. */
  fault: Promise<string>;
  /** Writes the changes that wait to be written together. */
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
  const load = () => import('./assemble.ts');
  // Loading keeps this thread busy for so long that a connection to a server may time out.
  if (config.storage.databaseUrl !== undefined) await load();
  const { opening, begun } = beginOpening(start);
  await begun;
  const [database, { assemble }] = await Promise.all([opening, load()]);
  const service = await assemble(start, database);
  const owned = stack.move();
  return { ...service, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
