/** Opens the models for text that are installed here. Each starts with its first request. */
import { availableParallelism } from 'node:os';
import type { Config } from '../../config.ts';
import { httpSend } from '../../engines/text-models/send.ts';
import { EmbeddingsEndpoint, type Embedder } from '../../engines/search/embeddings-endpoint.ts';
import { ReadingEmbedder } from '../../engines/reading/embedder.ts';
import type { Reader } from '../../engines/reading/reader.ts';
import { fitsInMemory } from '../../engines/models/machine-memory.ts';
import type { Library } from '../../engines/models/library.ts';
import { localProtocol } from '../../engines/text-models/local-protocol.ts';
import type { TextModelKind } from '../../engines/text-models/messages.ts';
import { runtimeIn } from '../../engines/models/runtime.ts';
import { TextModel } from '../../engines/text-models/text-model.ts';
import type { LanguageModelOptions } from '../../engines/understanding/language-model/language-model.ts';
import type { Start } from '../start.ts';

export type InstalledModels = Readonly<Record<TextModelKind, TextModel | null>>;

export interface TextModels extends InstalledModels {
  /** Makes the vectors for search. */
  readonly embedder: Embedder | null;
}

/** The cache of 8,192 tokens of a model with 4 billion weights takes 1.2 GB. */
const CONTEXT_TOKENS = { 'language-model': 8_192, encoder: 2_048, reranker: 2_048 };

export async function openTextModels(
  { stack, log }: Pick<Start, 'stack' | 'log'>,
  library: Library,
): Promise<InstalledModels> {
  const runtime = runtimeIn(library.folder)?.href;
  const { usable } = await library.installed();
  const open = (kind: TextModelKind): TextModel | null => {
    const entry = usable.find(({ purpose }) => purpose.kind === kind);
    if (runtime === undefined || !entry || !fitsInMemory(entry.memoryBytes)) return null;
    const native = library.native(entry);
    if (native.kind !== 'gguf') return null;
    const start = {
      runtime,
      kind,
      file: native.files.model,
      threads: availableParallelism(),
      contextTokens: CONTEXT_TOKENS[kind],
    };
    const { id, memoryBytes } = entry;
    return stack.use(new TextModel({ name: id, start, memoryBytes, log }));
  };
  return {
    'language-model': open('language-model'),
    encoder: open('encoder'),
    reranker: open('reranker'),
  };
}

/**
 * A model on this machine writes some words a second, and reads less at once. The job that waits for it
 * ends after five minutes, and what was read has to be kept before.
 */
const LOCAL_DEADLINE_MS = 4 * 60_000;
const LOCAL_INPUT_CHARS = 12_000;
/** A model of 1.5 billion weights words what was read, but what it adds is seldom right (docs/local-models.md). */
const SMALL_BYTES = 3_000_000_000;

/** Chooses the configured endpoint, or else the model on this machine. Null without both. */
export function languageModelSource(
  { baseUrl, apiKey, model, ...settings }: Config['languageModel'],
  local: TextModel | null,
): (LanguageModelOptions & { isLocal: boolean }) | null {
  const { deadlineMs, maxInputChars, maxCalls, maxTokens } = settings;
  const limits = { deadlineMs, maxInputChars, maxCalls, maxTokens };
  if (baseUrl && model)
    return { send: httpSend(baseUrl, apiKey), model, isLocal: false, ...limits };
  if (!local) return null;
  return {
    send: localProtocol(local),
    model: local.name,
    isLocal: true,
    addsNothing: local.memoryBytes < SMALL_BYTES,
    ...limits,
    deadlineMs: Math.max(limits.deadlineMs, LOCAL_DEADLINE_MS),
    maxInputChars: Math.min(limits.maxInputChars, LOCAL_INPUT_CHARS),
  };
}

/** The value of `SVC_EMBEDDINGS_MODEL` for the reading network of the service. */
const BUILT_IN = 'builtin';

/** Chooses the configured endpoint or encoder, or else the model on this machine. Null without. */
export function openEmbedder(
  config: Pick<Config, 'embeddings'>,
  reader: Reader,
  local: TextModel | null,
): Embedder | null {
  const { baseUrl, apiKey, model } = config.embeddings;
  if (baseUrl && model) return new EmbeddingsEndpoint({ send: httpSend(baseUrl, apiKey), model });
  if (model === BUILT_IN) return new ReadingEmbedder(reader);
  return local && new EmbeddingsEndpoint({ send: localProtocol(local), model: local.name });
}
