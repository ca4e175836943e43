/**
 * The recogniser that the service brings along: Whisper base (OpenAI, MIT) as an int8 network, in
 * child processes. It needs no download and no provider.
 */
import { availableParallelism } from 'node:os';
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { besideModule } from '../../supervision/worker-handle.ts';
import { WorkerPool } from '../../supervision/worker-pool.ts';
import { SAMPLE_RATE, spokenLanguage, type Recogniser } from '../recogniser.ts';
import { failureOfPool, type UtteranceEngine } from '../utterances/utterance-engine.ts';
import { utteranceRecogniser } from '../utterances/utterance-recogniser.ts';
import { WHISPER_MEASURED } from './measurements.ts';
import type { HeardSpeech, SpeechRequest } from './speech.ts';
import { KNOWN_LANGUAGES, POOR_LANGUAGES } from './vocabulary.ts';
import { damageOfWhisper } from './whisper-files.ts';

export interface WhisperEngineOptions {
  log: Log;
  /** The maximum number of child processes; each takes up to 400 MB while somebody speaks. */
  processes?: number;
  /** The child processes end after this time without an utterance. */
  idleMs?: number;
}

export interface WhisperOptions extends WhisperEngineOptions {
  voiceActivity: VoiceActivity;
  /** An engine of `whisperEngine`; the default is a new one. */
  engine?: UtteranceEngine | undefined;
}

/** The value of `stt_provider`. */
export const WHISPER = 'whisper-base';

export function whisperRecogniser({
  voiceActivity,
  log,
  engine = whisperEngine({ log }),
}: WhisperOptions): Recogniser {
  const recogniser = utteranceRecogniser({ engine, voiceActivity, log });
  return { ...recogniser, measured: WHISPER_MEASURED };
}

/** After this time without speech, the first words take half a second longer. */
const IDLE_MS = 60_000;
/**
 * One person never has more than a draft, an early start and a final waiting. A second process, with
 * its memory, starts only when there is more.
 */
const WAITING_PER_PROCESS = 3;

export function whisperEngine({
  log,
  processes = Math.min(2, availableParallelism()),
  idleMs = IDLE_MS,
}: WhisperEngineOptions): UtteranceEngine {
  const pool = new WorkerPool<SpeechRequest, HeardSpeech>({
    name: WHISPER,
    kind: 'process',
    entry: besideModule(import.meta, 'whisper-process'),
    size: processes,
    waitingPerWorker: WAITING_PER_PROCESS,
    log,
    budgetMs,
    idleMs,
  });
  let isWhole = false;
  return {
    name: WHISPER,
    capabilities: {
      partials: true,
      diarization: false,
      punctuation: true,
      wordTimes: true,
      languages: KNOWN_LANGUAGES,
      poorLanguages: POOR_LANGUAGES,
      quality: 'medium',
      local: true,
    },
    // Long pieces are heard better: when speech is cut at each breath of 0.3 s, 10 % of the words
    // differ from those of whole sentences; from 0.9 s on, 5 to 6 %.
    segmenter: {
      endSeconds: 0.9,
      preRollSeconds: 0.4,
      postRollSeconds: 0.3,
      longestSeconds: 20,
      cutWindowSeconds: 4,
    },
    eager: () => pool.isFree,
    async available() {
      // Reading 80 MB takes 0.2 s. A child process verifies them again when it starts.
      if (!isWhole) {
        const reason = damageOfWhisper();
        if (reason !== null) return { ok: false, reason };
        isWhole = true;
      }
      return { ok: true };
    },
    warm: () => pool.warm(),
    async transcribe(pcm, { language, vocabulary = [], isDraft = false, signal }) {
      const request = { pcm, language: spokenLanguage(language), names: [...vocabulary], isDraft };
      const heard = await pool.run(request, signal).catch((error: unknown) => {
        throw failureOfPool(error, 'The built-in recogniser', damageOfWhisper() ?? undefined);
      });
      return heard ?? { text: '', words: [] };
    },
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

/** An old processor needs a second for each second of sound, and each sound is heard at most twice. */
function budgetMs({ pcm }: SpeechRequest): number {
  return 60_000 + (pcm.length / SAMPLE_RATE) * 4_000;
}
