/**
 * Recognisers that use OpenAI's realtime protocol for transcription: OpenAI itself, speaches and
 * LocalAI. Words arrive while people are speaking, but without measured times.
 */
import { providerAddress, isThisMachine, type ProviderOptions } from '../provider.ts';
import { openLive, type LiveOptions } from '../live/session.ts';
import type { Recogniser } from '../recogniser.ts';
import { RealtimeConversation } from './conversation.ts';

const HOME = 'wss://api.openai.com/v1/realtime';

export function realtimeRecogniser(options: ProviderOptions & LiveOptions): Recogniser {
  const { url = HOME, key, model = 'gpt-4o-transcribe' } = options;
  const address = realtimeAddress(url);
  return {
    name: 'openai-realtime',
    capabilities: {
      partials: true,
      diarization: false,
      punctuation: true,
      wordTimes: false,
      languages: 'any',
      quality: 'high',
      local: isThisMachine(address),
    },
    available: async () => ({ ok: true }),
    open: ({ language }) =>
      openLive(options, {
        address,
        headers: key ? { Authorization: `Bearer ${key}` } : {},
        gapless: false,
        begin: () => new RealtimeConversation({ model, language }),
      }),
    async [Symbol.asyncDispose]() {},
  };
}

/** Throws when the text is not an address. */
export function realtimeAddress(text: string): URL {
  const url = providerAddress(text, 'ws');
  const path = url.pathname.replace(/\/+$/, '');
  if (!path.endsWith('/realtime')) url.pathname = `${path || '/v1'}/realtime`;
  if (!url.searchParams.has('intent')) url.searchParams.set('intent', 'transcription');
  return url;
}
