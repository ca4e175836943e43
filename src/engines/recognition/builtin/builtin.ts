/**
 * The recogniser that needs no download and no provider: Debian's pocketsphinx, for English only.
 * Half of the words of unfamiliar speakers are wrong (measurements.ts), so the quality is `low`.
 * This recogniser makes transcription possible on a new installation.
 */
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import koffi from 'koffi';
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { besideModule } from '../../supervision/worker-handle.ts';
import { WorkerPool } from '../../supervision/worker-pool.ts';
import { restorePunctuation } from '../punctuation/punctuation.ts';
import { SAMPLE_RATE, type RecognisedWord, type Recogniser } from '../recogniser.ts';
import { failureOfPool, type UtteranceEngine } from '../utterances/utterance-engine.ts';
import { utteranceRecogniser } from '../utterances/utterance-recogniser.ts';
import { BUILTIN_MEASURED } from './measurements.ts';
import { LIBRARY, MODEL_FOLDER } from './pocketsphinx.ts';

export interface DecodeRequest {
  pcm: Int16Array;
}

export interface BuiltinEngineOptions {
  log: Log;
  /**
   * The maximum number of child processes; each takes 95 MB and serves about nine people who talk
   * without a pause.
   */
  processes?: number;
  /** The child processes end after this time without an utterance. */
  idleMs?: number;
}

export interface BuiltinOptions extends BuiltinEngineOptions {
  voiceActivity: VoiceActivity;
  /** An engine of `builtinEngine`; the default is a new one. */
  engine?: UtteranceEngine | undefined;
}

export function builtinRecogniser({
  voiceActivity,
  log,
  engine = builtinEngine({ log }),
}: BuiltinOptions): Recogniser {
  const recogniser = utteranceRecogniser({ engine, voiceActivity, log });
  return { ...recogniser, measured: BUILTIN_MEASURED };
}

/** After this time without speech, the first words of the next session may take a second longer. */
const IDLE_MS = 600_000;

export function builtinEngine({
  log,
  processes,
  idleMs = IDLE_MS,
}: BuiltinEngineOptions): UtteranceEngine {
  const size = processes ?? availableParallelism();
  const pool = new WorkerPool<DecodeRequest, RecognisedWord[]>({
    name: 'pocketsphinx',
    kind: 'process',
    entry: besideModule(import.meta, 'decoder-process'),
    size,
    log,
    budgetMs,
    idleMs,
  });
  return {
    name: 'pocketsphinx',
    capabilities: {
      partials: false,
      diarization: false,
      punctuation: true,
      wordTimes: true,
      languages: ['en'],
      quality: 'low',
      local: true,
    },
    // Short pieces reduce the accuracy of this engine. The word error rate is 18 % when the same
    // speech is cut after 0.8 to 1 seconds of silence, and 86 % when it is cut after 0.6. Early
    // transcription starts after the post-roll and has the rest of the silence to finish. Longer
    // pre- and post-rolls do not help: 26.6 to 27.6 % of 183 words are wrong.
    segmenter: { endSeconds: 0.9, preRollSeconds: 0.5, postRollSeconds: 0.3 },
    eager: () => pool.waiting === 0,
    available: async () => whatIsMissing(),
    warm: () => pool.warm(),
    async transcribe(pcm, { signal }) {
      const words = await pool.run({ pcm }, signal).catch((error: unknown) => {
        throw failureOfPool(error, 'The built-in recogniser');
      });
      return restorePunctuation(words ?? []);
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/**
 * The engine is ten times faster than speech, so transcription never takes twice the length of a
 * piece.
 */
function budgetMs({ pcm }: DecodeRequest): number {
  return 10_000 + (pcm.length / SAMPLE_RATE) * 2_000;
}

function whatIsMissing(): Awaited<ReturnType<Recogniser['available']>> {
  const missing: string[] = [];
  try {
    koffi.load(LIBRARY).unload();
  } catch {
    missing.push('libpocketsphinx3');
  }
  if (!existsSync(MODEL_FOLDER)) missing.push('pocketsphinx-en-us');
  if (missing.length === 0) return { ok: true };
  const packages = missing.join(' ');
  return {
    ok: false,
    reason: `The built-in recogniser needs Debian's ${missing.join(' and ')}: apt-get install ${packages}`,
  };
}
