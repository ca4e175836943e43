/**
 * Recognisers that use Deepgram's live protocol: Deepgram itself, and self-hosted servers such as
 * WhisperLiveKit. Sound is sent as it arrives, and words come back while people are speaking.
 */
import { providerAddress, isThisMachine, type ProviderOptions } from '../provider.ts';
import type { DialectConversation } from '../live/dialect.ts';
import { openLive, type LiveOptions } from '../live/session.ts';
import { SAMPLE_RATE, type Recogniser, type RecognitionOptions } from '../recogniser.ts';
import { readResults } from './results.ts';

const HOME = 'wss://api.deepgram.com/v1/listen';
const PATH = '/v1/listen';

export function deepgramRecogniser(options: ProviderOptions & LiveOptions): Recogniser {
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
      openLive(options, {
        address: withQuestion(base, { model, ...wanted }),
        headers: key ? { Authorization: `Token ${key}` } : {},
        gapless: true,
        begin: () => conversation,
      }),
    async [Symbol.asyncDispose]() {},
  };
}

const say = (type: string) => JSON.stringify({ type });

const conversation: DialectConversation = {
  greeting: [],
  sound: (pcm) => new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength),
  keepAlive: say('KeepAlive'),
  last: () => [say('Finalize'), say('CloseStream')],
  hear: readResults,
};

/** Throws when the text is not an address. */
export function deepgramAddress(text: string): URL {
  const url = providerAddress(text, 'ws');
  if (/^\/(v1\/?)?$/.test(url.pathname)) url.pathname = PATH;
  return url;
}

/** Adds our parameters to the address, and keeps the parameters that the operator set. */
export function withQuestion(
  base: URL,
  { model, language, vocabulary = [] }: RecognitionOptions & { model: string },
): URL {
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
  // Other models refuse the parameter or ignore it.
  if (KEYTERM_MODELS.test(url.searchParams.get('model')!) && !url.searchParams.has('keyterm')) {
    for (const word of keytermsOf(vocabulary)) url.searchParams.append('keyterm', word);
  }
  return url;
}

const KEYTERM_MODELS = /^nova-3/;
/** Deepgram takes 100 terms, of 500 tokens in all, and refuses more. */
const MAX_KEYTERMS = 100;
const MAX_KEYTERM_CHARACTERS = 600;

function keytermsOf(vocabulary: readonly string[]): string[] {
  let room = MAX_KEYTERM_CHARACTERS;
  return vocabulary.slice(0, MAX_KEYTERMS).filter((word) => (room -= word.length) >= 0);
}
