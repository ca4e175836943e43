/**
 * Recognisers that speak the live protocol of Deepgram: Deepgram itself, and servers at home such as
 * WhisperLiveKit. Sound goes out as it comes in; words come back while people speak.
 */
import type { Log } from '../../../core/log.ts';
import type { VoiceActivity } from '../../audio/voice-activity/voice-activity.ts';
import { addressOf, isThisMachine, type ProviderOptions } from '../provider.ts';
import { SAMPLE_RATE, type Recogniser, type RecognitionOptions } from '../recogniser.ts';
import { ordinaryPatience, type Patience } from './connection.ts';
import { DeepgramSession } from './session.ts';

export interface DeepgramOptions extends ProviderOptions {
  /** Tells voices from silence, whatever the provider says. Shared; not disposed here. */
  voiceActivity: VoiceActivity;
  log: Log;
  /**
   * An outage may last this long, in seconds, until the session fails. Whoever takes over then has
   * to be given the sound since.
   */
  outageSeconds?: number;
  patience?: Partial<Patience>;
}

const HOME = 'wss://api.deepgram.com/v1/listen';
const PATH = '/v1/listen';
const OUTAGE_SECONDS = 15;

export function deepgramRecogniser(options: DeepgramOptions): Recogniser {
  const { url = HOME, key, model = 'nova-3' } = options;
  const base = deepgramAddress(url);
  return {
    name: 'deepgram',
    capabilities: {
      partials: true,
      diarization: true,
      punctuation: true,
      wordTimes: true,
      languages: 'any',
      quality: 'high',
      local: isThisMachine(base),
    },
    available: async () => ({ ok: true }),
    open: (wanted) =>
      new DeepgramSession({
        address: withQuestion(base, { model, ...wanted }),
        headers: key ? { Authorization: `Token ${key}` } : {},
        voiceActivity: options.voiceActivity,
        log: options.log,
        outageSeconds: options.outageSeconds ?? OUTAGE_SECONDS,
        patience: { ...ordinaryPatience, ...options.patience },
      }),
    async [Symbol.asyncDispose]() {},
  };
}

/** Throws for what is no address. */
export function deepgramAddress(text: string): URL {
  const url = addressOf(text, 'ws');
  if (/^\/(v1\/?)?$/.test(url.pathname)) url.pathname = PATH;
  return url;
}

/** What the operator wrote into the address himself stays. */
function withQuestion(base: URL, { model, language }: RecognitionOptions & { model: string }): URL {
  const url = new URL(base);
  const question = {
    model,
    language,
    encoding: 'linear16',
    sample_rate: String(SAMPLE_RATE),
    channels: '1',
    punctuate: 'true',
    smart_format: 'true',
    diarize: 'true',
    interim_results: 'true',
    endpointing: '300',
  };
  for (const [name, value] of Object.entries(question)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, value);
  }
  return url;
}
