/** Recognisers that run a sherpa-onnx model on this machine, in child processes. */
import { availableParallelism } from 'node:os';
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { besideModule } from '../../supervision/worker-handle.ts';
import { WorkerPool } from '../../supervision/worker-pool.ts';
import { restorePunctuation } from '../punctuation/punctuation.ts';
import { SAMPLE_RATE, type RecognisedWord, type Recogniser } from '../recogniser.ts';
import { failureOfPool, type UtteranceEngine } from '../utterances/utterance-engine.ts';
import { utteranceRecogniser } from '../utterances/utterance-recogniser.ts';
import {
  MODEL_CURE,
  missingFileOf,
  modelArguments,
  type StreamingModel,
  type UtteranceModel,
} from './native-model.ts';
import { StreamPool } from './stream-pool.ts';
import { streamingRecogniser } from './streaming-recogniser.ts';

/** A speech recognition model and its known properties. */
export interface LocalModel {
  id: string;
  native: StreamingModel | UtteranceModel;
  /** True when the model writes punctuation and capital letters itself. */
  punctuates: boolean;
  /** True when the model returns the time of each word. */
  wordTimes: boolean;
  languages: readonly string[] | 'any';
  quality: Recogniser['capabilities']['quality'];
}

/** The request to a child process that transcribes whole utterances. */
export interface UtteranceRequest {
  pcm: Int16Array;
  /** BCP 47, or 'multi'. */
  language: string;
}

export interface LocalRecogniserParts {
  model: LocalModel;
  voiceActivity: VoiceActivity;
  log: Log;
  /** The maximum number of child processes, each of which loads the whole model. */
  processes?: number;
  /** For tests: the module of another engine that uses the same messages. */
  entry?: URL;
  heartBeatMs?: number;
  backOffMs?(deaths: number): number;
}

/** The silence that ends an utterance; Whisper hears long pieces better (see whisper.ts). */
const END_SECONDS: Partial<Record<LocalModel['native']['kind'], number>> = { whisper: 0.9 };

export function localRecogniser(parts: LocalRecogniserParts): Recogniser {
  const { kind } = parts.model.native;
  return kind === 'streaming-transducer' ? streaming(parts) : byUtterance(parts);
}

function streaming({ model, voiceActivity, log, processes, entry, ...rest }: LocalRecogniserParts) {
  const pool = new StreamPool({
    name: nameOf(model),
    entry: entry ?? besideModule(import.meta, 'streaming-process'),
    argv: modelArguments(model.native),
    size: processes ?? defaultProcesses(),
    log,
    ...rest,
  });
  return streamingRecogniser({
    name: nameOf(model),
    capabilities: capabilitiesOf(model, { partials: true }),
    available: () => availabilityOf(model),
    pool,
    write: writerOf(model),
    voiceActivity,
    log,
  });
}

function byUtterance(parts: LocalRecogniserParts): Recogniser {
  const { model, voiceActivity, log, processes, entry } = parts;
  const pool = new WorkerPool<UtteranceRequest, RecognisedWord[]>({
    name: nameOf(model),
    kind: 'process',
    entry: entry ?? besideModule(import.meta, 'utterance-process'),
    argv: modelArguments(model.native),
    size: processes ?? defaultProcesses(),
    log,
    budgetMs: ({ pcm }) => 30_000 + (pcm.length / SAMPLE_RATE) * 4_000,
    ...(parts.backOffMs && { backOffMs: parts.backOffMs }),
  });
  const write = writerOf(model);
  const engine: UtteranceEngine = {
    name: nameOf(model),
    capabilities: capabilitiesOf(model, { partials: false }),
    segmenter: { endSeconds: END_SECONDS[model.native.kind] ?? 0.6 },
    eager: () => pool.waiting === 0,
    available: () => availabilityOf(model),
    warm: () => pool.warm(),
    async transcribe(pcm, { language, signal }) {
      const words = await pool.run({ pcm, language }, signal).catch((error: unknown) => {
        throw failureOfPool(error, nameOf(model), MODEL_CURE);
      });
      return write(words ?? []);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
  return utteranceRecogniser({ engine, voiceActivity, log });
}

/** Without this check, four processes would have to fail before another recogniser takes over. */
async function availabilityOf({ id, native }: LocalModel): ReturnType<Recogniser['available']> {
  const file = await missingFileOf(native);
  if (file === undefined) return { ok: true };
  return {
    ok: false,
    reason: `The file ${file} of the model ${id} is missing. Fetch it with: commonplace models pull ${id}.`,
  };
}

function defaultProcesses(): number {
  return Math.max(1, availableParallelism() - 1);
}

function nameOf({ id }: LocalModel): string {
  return `sherpa-${id}`;
}

function capabilitiesOf(
  { wordTimes, languages, quality }: LocalModel,
  { partials }: { partials: boolean },
): Recogniser['capabilities'] {
  const ours = { diarization: false, punctuation: true, local: true };
  return { ...ours, partials, wordTimes, languages, quality };
}

/**
 * Models trained on books write only capital letters. For such models, and for models without
 * punctuation, rules restore the sentences.
 */
function writerOf({ punctuates }: LocalModel) {
  if (punctuates) return (words: RecognisedWord[]) => ({ text: textOf(words), words });
  return (words: RecognisedWord[]) => {
    const shouted = words.length > 0 && words.every(({ text }) => text === text.toUpperCase());
    const calm = (word: RecognisedWord) => ({ ...word, text: word.text.toLowerCase() });
    return restorePunctuation(shouted ? words.map(calm) : words);
  };
}

function textOf(words: readonly RecognisedWord[]): string {
  return words.map(({ text }) => text).join(' ');
}
