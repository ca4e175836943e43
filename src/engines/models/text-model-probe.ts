/** Runs a model for text once, in a process, because a bad model can crash its process. */
import { availableParallelism } from 'node:os';
import { silentLog } from '../../core/log.ts';
import type { TextModelKind, TextRequest } from '../text-models/messages.ts';
import { runtimeIn } from './runtime.ts';
import { NoTextModel, TextModel } from '../text-models/text-model.ts';
import type { ModelEntry } from './manifest.ts';
import type { Probe } from './probe.ts';

const REQUESTS: Readonly<Record<TextModelKind, TextRequest>> = {
  'language-model': { kind: 'write', system: 'Answer shortly.', user: 'Hello', maxTokens: 4 },
  encoder: { kind: 'embed', texts: ['Hello'] },
  reranker: { kind: 'rank', query: 'Hello', texts: ['Hello', 'Goodbye'] },
};
const CONTEXT_TOKENS = 512;

export async function probeTextModel({
  entry,
  folder,
  file,
  signal,
}: {
  entry: ModelEntry;
  /** The folder of all models, which contains the runtime. */
  folder: string;
  file: string;
  signal: AbortSignal;
}): Promise<Probe> {
  const runtime = runtimeIn(folder)?.href;
  const { kind } = entry.purpose;
  if (runtime === undefined || kind === 'recogniser' || kind === 'speaker') {
    return { ok: false, reason: 'The runtime of models for text is not installed.' };
  }
  await using model = new TextModel({
    name: entry.id,
    start: { runtime, kind, file, threads: availableParallelism(), contextTokens: CONTEXT_TOKENS },
    memoryBytes: entry.memoryBytes,
    log: silentLog,
  });
  try {
    await model.ask(REQUESTS[kind], signal);
    return { ok: true };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof NoTextModel) return { ok: false, reason: error.message };
    throw error;
  }
}
