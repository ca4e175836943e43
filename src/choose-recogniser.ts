/** Which recogniser hears: part of the composition root. */
import type { Config } from './config.ts';
import { StartError } from './core/errors.ts';
import type { Log } from './core/log.ts';
import { providerProtocol } from './domains/listening/settings.ts';
import type { VoiceActivity } from './engines/audio/voice-activity/voice-activity.ts';
import { builtinRecogniser } from './engines/recognition/builtin/builtin.ts';
import { deepgramRecogniser } from './engines/recognition/deepgram/deepgram.ts';
import { fallbackRecogniser } from './engines/recognition/fallback.ts';
import { noRecogniser } from './engines/recognition/none.ts';
import { openaiRecogniser } from './engines/recognition/openai/openai.ts';
import { realtimeRecogniser } from './engines/recognition/realtime/realtime.ts';
import type { Recogniser } from './engines/recognition/recogniser.ts';

interface Ground {
  voiceActivity: VoiceActivity;
  log: Log;
}

interface Choice {
  recogniser: Recogniser;
  /** What else there is to know of it, for people. */
  note: string | null;
}

/** With nobody to stand in for a provider, its outages are waited for. */
const LONGEST_OUTAGE_SECONDS = 600;

export async function chooseRecogniser(
  settings: Config['listening'],
  ground: Ground,
): Promise<Choice> {
  const { recogniser: wanted } = settings;
  if (wanted === 'none') return { recogniser: none(ground), note: 'switched off' };
  const builtin = builtinRecogniser(ground);
  const state = await builtin.available();
  if (providerProtocol(settings)) return withProvider(settings, ground, state.ok ? builtin : null);
  if (state.ok) return { recogniser: builtin, note: null };
  if (wanted === 'builtin') throw new StartError(`SVC_RECOGNISER=builtin: ${state.reason}`);
  return { recogniser: none(ground), note: state.reason };
}

function withProvider(
  settings: Config['listening'],
  ground: Ground,
  standIn: Recogniser | null,
): Choice {
  const provider = {
    url: settings.recogniserUrl,
    key: settings.recogniserKey,
    model: settings.recogniserModel,
    ...(standIn ? {} : { outageSeconds: LONGEST_OUTAGE_SECONDS }),
    ...ground,
  };
  const make = {
    deepgram: deepgramRecogniser,
    openai: openaiRecogniser,
    'openai-realtime': realtimeRecogniser,
  };
  const preferred = make[providerProtocol(settings)!](provider);
  // Where nobody writes words, conversations still begin and end.
  const chain = [preferred, ...(standIn ? [standIn] : []), none(ground)] as const;
  return {
    recogniser: fallbackRecogniser(chain, ground.log),
    note: standIn ? `${standIn.name} stands in for it` : 'nobody stands in for it',
  };
}

function none({ voiceActivity }: Ground): Recogniser {
  return noRecogniser(voiceActivity);
}
