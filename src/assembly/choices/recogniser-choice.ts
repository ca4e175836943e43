/** Chooses the recogniser. */
import type { Config } from '../../config.ts';
import { StartError } from '../../core/errors.ts';
import type { Log } from '../../core/log.ts';
import { providerProtocol } from '../../domains/listening/settings.ts';
import type { VoiceActivity } from '../../engines/voice-activity/voice-activity.ts';
import type { Library } from '../../engines/models/library.ts';
import { whisperRecogniser } from '../../engines/recognition/whisper/whisper.ts';
import { deepgramRecogniser } from '../../engines/recognition/deepgram/deepgram.ts';
import { fallbackRecogniser } from '../../engines/recognition/fallback-recogniser.ts';
import { localRecogniser } from '../../engines/recognition/local/local.ts';
import { noRecogniser } from '../../engines/recognition/no-recogniser.ts';
import { openaiRecogniser } from '../../engines/recognition/openai/openai.ts';
import { realtimeRecogniser } from '../../engines/recognition/realtime/realtime.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { UtteranceEngine } from '../../engines/recognition/utterances/utterance-engine.ts';
import { chooseLocalModel } from './local-models.ts';

interface Ground {
  voiceActivity: VoiceActivity;
  log: Log;
  library: Library;
  /** The engine of the built-in recogniser; the default is a new one. */
  engine?: UtteranceEngine | undefined;
}

interface Choice {
  recogniser: Recogniser;
  /** An additional sentence about the recogniser, to show to people. */
  note: string | null;
  /** The id of the installed speech model in use. */
  model: string | null;
}

/** Without a fallback, the service waits until the outage of the provider ends. */
const LONGEST_OUTAGE_SECONDS = 600;

/**
 * Chooses a provider, otherwise an installed model, the built-in recogniser, or none. The next
 * recogniser in this order is the fallback.
 */
export async function chooseRecogniser(
  settings: Config['listening'],
  ground: Ground,
): Promise<Choice> {
  const { recogniser: wanted } = settings;
  if (wanted === 'none') return alone(noRecogniser(ground.voiceActivity), 'switched off');
  const provider = providerProtocol(settings);
  const { model, damage } = await modelFor(settings, ground);
  if (wanted === 'local' && !model && damage === null) {
    throw new StartError(
      'SVC_RECOGNISER=local: no installed recogniser is suitable for this machine. Fetch ' +
        'one with: commonplace models pull',
    );
  }
  const builtin = whisperRecogniser(ground);
  const state = await builtin.available();
  const standIns = [
    ...(model ? [localRecogniser({ model, ...ground })] : []),
    ...(state.ok ? [builtin] : []),
  ];
  const [first, ...others] = provider
    ? [openProvider(settings, ground, standIns.length > 0), ...standIns]
    : standIns;
  if (!first) {
    // A recogniser that fails keeps the sound, which is heard when its files have been restored.
    const reasons = [state.ok ? [] : state.reason, damage ?? []].flat();
    return alone(builtin, reasons.join(' '));
  }
  if (first === builtin) return alone(builtin, damage);
  // Without any recogniser, conversations still begin and end.
  const chain = [first, ...others, noRecogniser(ground.voiceActivity)] as const;
  const [next] = others;
  return {
    recogniser: fallbackRecogniser(chain, ground.log),
    note: [next ? `${next.name} is the fallback` : 'it has no fallback', damage ?? []]
      .flat()
      .join('; '),
    model: model?.id ?? null,
  };
}

function alone(recogniser: Recogniser, note: string | null): Choice {
  return { recogniser, note, model: null };
}

async function modelFor(
  settings: Config['listening'],
  ground: Ground,
): ReturnType<typeof chooseLocalModel> {
  if (settings.recogniser === 'builtin') return { model: null, damage: null };
  // When a provider is set, the model name means a model of the provider.
  const wanted = providerProtocol(settings) ? undefined : settings.recogniserModel;
  return chooseLocalModel(ground, wanted);
}

function openProvider(
  settings: Config['listening'],
  ground: Ground,
  hasStandIn: boolean,
): Recogniser {
  const make = {
    deepgram: deepgramRecogniser,
    openai: openaiRecogniser,
    'openai-realtime': realtimeRecogniser,
  };
  return make[providerProtocol(settings)!]({
    url: settings.recogniserUrl,
    key: settings.recogniserKey,
    model: settings.recogniserModel,
    ...(hasStandIn ? {} : { outageSeconds: LONGEST_OUTAGE_SECONDS }),
    voiceActivity: ground.voiceActivity,
    log: ground.log,
  });
}
