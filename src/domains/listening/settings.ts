import { z } from 'zod';
import { setting, webAddress } from '../../core/setting.ts';
import type { Settings } from '../../core/setting.ts';

const PROTOCOLS = ['deepgram', 'openai', 'openai-realtime'] as const;
type Protocol = (typeof PROTOCOLS)[number];

export const listeningSettings = {
  recogniser: setting({
    env: 'SVC_RECOGNISER',
    doc:
      'The recogniser, which turns speech into words. `auto` uses the best that is available: ' +
      'a provider, else an installed model, else the built-in recogniser. `local` uses an ' +
      'installed model, `builtin` the offline recogniser. `deepgram`, `openai` and ' +
      '`openai-realtime` use that provider, or a server of your own with the same protocol. ' +
      '`none` keeps no words except those that clients send.',
    schema: z.enum(['auto', 'local', 'builtin', ...PROTOCOLS, 'none']).default('auto'),
  }),
  recogniserUrl: setting({
    env: 'SVC_RECOGNISER_URL',
    doc:
      'The address of the provider, e.g. `ws://127.0.0.1:8000/v1/listen` (Deepgram’s protocol) ' +
      'or `http://127.0.0.1:8000/v1` (OpenAI’s). With `auto`, the address determines the ' +
      'protocol.',
    schema: webAddress('wss://host/v1/listen', ['ws', 'wss', 'http', 'https']).optional(),
    fallback: 'Deepgram’s or OpenAI’s own',
  }),
  recogniserKey: setting({
    env: 'SVC_RECOGNISER_KEY',
    doc:
      'The key of the provider, if the provider needs one. While the provider fails, the ' +
      'offline recogniser replaces it.',
    schema: z.string().optional(),
    secret: true,
  }),
  recogniserModel: setting({
    env: 'SVC_RECOGNISER_MODEL',
    doc:
      'The model to request from the provider. Without a provider, the installed model to use, ' +
      'e.g. `en-small-stream`.',
    schema: z.string().optional(),
    fallback: '`nova-3`, `whisper-1`, `gpt-4o-transcribe`; the best installed',
  }),
  wordsWaitMinutes: setting({
    env: 'SVC_WORDS_WAIT_MINUTES',
    doc:
      'The time that a conversation waits, after its last sound, for words that the recogniser ' +
      'has not delivered yet. Then the conversation is completed, and sound without words is ' +
      'shown as a gap. Words that come later replace the gap.',
    schema: z.coerce.number().min(0).max(1_440).default(10),
  }),
};

export type ListeningSettings = Settings<typeof listeningSettings>;

/** Returns the protocol of the provider; null when no provider was configured. */
export function providerProtocol(settings: ListeningSettings): Protocol | null {
  const { recogniser, recogniserUrl: url } = settings;
  const named = PROTOCOLS.find((protocol) => protocol === recogniser);
  if (named) return named;
  if (recogniser !== 'auto' || !url) return null;
  if (/\/realtime\b/.test(url)) return 'openai-realtime';
  return /^wss?:|\/listen\b|deepgram/i.test(url) ? 'deepgram' : 'openai';
}

/** Returns contradictions between the settings, as sentences. */
export function listeningContradictions(settings: ListeningSettings): string[] {
  const { recogniser, recogniserUrl, recogniserKey, recogniserModel } = settings;
  const given = Object.entries({
    SVC_RECOGNISER_URL: recogniserUrl,
    SVC_RECOGNISER_KEY: recogniserKey,
    SVC_RECOGNISER_MODEL: recogniserModel,
  }).flatMap(([name, value]) => (value ? [name] : []));
  if (recogniser === 'builtin' || recogniser === 'none') {
    return given.map(
      (name) => `${name} is set, but SVC_RECOGNISER=${recogniser} asks no provider.`,
    );
  }
  if (recogniser === 'local') {
    return given
      .filter((name) => name !== 'SVC_RECOGNISER_MODEL')
      .map((name) => `${name} is set, but SVC_RECOGNISER=local asks no provider.`);
  }
  if (recogniserUrl) return [];
  if (recogniser === 'auto') {
    // The key is sent only to a provider that the operator chose explicitly.
    const which = 'also set SVC_RECOGNISER to deepgram or openai, or set the address.';
    return recogniserKey ? [`SVC_RECOGNISER_KEY is set without SVC_RECOGNISER_URL: ${which}`] : [];
  }
  if (recogniserKey) return [];
  return [
    `SVC_RECOGNISER=${recogniser} needs SVC_RECOGNISER_KEY, or SVC_RECOGNISER_URL of your own server.`,
  ];
}
