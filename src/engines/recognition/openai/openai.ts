/**
 * Recognisers that use OpenAI's transcription endpoint: OpenAI and Groq, and self-hosted speaches,
 * LocalAI, vLLM or the server of whisper.cpp. Our own voice activity detection cuts the speech into
 * utterances, and each utterance is one request.
 */
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity } from '../../voice-activity/voice-activity.ts';
import { providerAddress, isThisMachine, type ProviderOptions } from '../provider.ts';
import { SAMPLE_RATE, type Recogniser } from '../recogniser.ts';
import {
  EngineFailure,
  UtteranceMissed,
  type UtteranceEngine,
} from '../utterances/utterance-engine.ts';
import { utteranceRecogniser } from '../utterances/utterance-recogniser.ts';
import { transcriptionOf } from './answer.ts';
import { TranscriptionEndpoint, NoTranscription } from './endpoint.ts';
import { promptOf } from './prompt.ts';

export interface OpenaiOptions extends ProviderOptions {
  voiceActivity: VoiceActivity;
  log: Log;
  /** The maximum outage, after which the session fails. */
  outageSeconds?: number;
  answerMs?: number;
  backOffMs?: (failures: number) => number;
}

const HOME = 'https://api.openai.com/v1';
const OUTAGE_SECONDS = 15;
const ANSWER_MS = 25_000;
/** Seconds of sound that are kept before and after the speech. */
const ROLL_SECONDS = 0.32;

export function openaiRecogniser({ voiceActivity, log, ...options }: OpenaiOptions): Recogniser {
  return utteranceRecogniser({ engine: openaiEngine(options, log), voiceActivity, log });
}

function openaiEngine(
  { url = HOME, key, model = 'whisper-1', ...rest }: Omit<OpenaiOptions, 'voiceActivity' | 'log'>,
  log: Log,
): UtteranceEngine {
  const address = transcriptionAddress(url);
  const endpoint = new TranscriptionEndpoint({
    address,
    key,
    model,
    outageSeconds: OUTAGE_SECONDS,
    answerMs: ANSWER_MS,
    ...rest,
  });
  return {
    name: 'openai',
    capabilities: {
      partials: false,
      diarization: false,
      punctuation: true,
      // Whisper measures the times of words. The newer models return only text, so their times are
      // estimates.
      wordTimes: /whisper/i.test(model),
      languages: 'any',
      quality: 'high',
      local: isThisMachine(address),
    },
    segmenter: { endSeconds: 0.7, preRollSeconds: ROLL_SECONDS, postRollSeconds: ROLL_SECONDS },
    // Never starts early: a request costs money even if its answer is not used.
    eager: () => false,
    available: async () => ({ ok: true }),
    warm() {},
    async transcribe(pcm, { language, vocabulary, signal }) {
      const seconds = pcm.length / SAMPLE_RATE;
      try {
        const answer = await endpoint.transcribe(pcm, language, signal, promptOf(vocabulary));
        const rolls = Math.min(ROLL_SECONDS, seconds / 4);
        return transcriptionOf(answer, { start: rolls, end: seconds - rolls });
      } catch (error) {
        if (signal.aborted) return { text: '', words: [] };
        if (!(error instanceof NoTranscription)) throw error;
        const { code, detail } = error.refusal;
        if (error.kind === 'provider' || code !== 'unsupported') {
          throw new EngineFailure(code, detail, { cause: error });
        }
        log.warn({ seconds, detail }, 'an utterance was refused');
        throw new UtteranceMissed(detail, { cause: error });
      }
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Throws when the text is not an address. */
export function transcriptionAddress(text: string): URL {
  const url = providerAddress(text, 'http');
  const path = url.pathname.replace(/\/+$/, '');
  if (/\/(transcriptions|inference)$/.test(path)) return url;
  url.pathname = `${path || '/v1'}/audio/transcriptions`;
  return url;
}
