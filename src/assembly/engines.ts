/**
 * The second step of startup: opens the replaceable parts that settings and installed models
 * select.
 */
import type { Library } from '../engines/models/library.ts';
import type { Recogniser } from '../engines/recognition/recogniser.ts';
import type { Maker } from '../engines/understanding/maker.ts';
import { RulesWorker } from '../engines/understanding/rules-worker.ts';
import { BuiltInVoices } from '../engines/voices/built-in.ts';
import { encodedVoices } from '../engines/voices/encoded-voices.ts';
import type { VoicePrinter } from '../engines/voices/print.ts';
import { sileroWhenNeeded } from '../engines/voice-activity/silero.ts';
import { openVoiceActivity } from '../engines/voice-activity/voice-activity.ts';
import type { VoiceActivity } from '../engines/voice-activity/voice-activity.ts';
import { chooseDescriber, chooseMaker, chooseTranslator } from './language-model-choice.ts';
import { openLibrary, openVoiceEncoder } from './local-models.ts';
import { chooseRecogniser } from './recogniser-choice.ts';
import type { Start } from './start.ts';

export interface Engines extends Awaited<ReturnType<typeof chooseMaker>> {
  /** The built-in rules. */
  rules: Maker;
  voiceActivity: VoiceActivity;
  library: Library;
  recogniser: Recogniser;
  /** An additional sentence about the recogniser, to show to people. */
  note: string | null;
  /** The id of the installed speech model in use. */
  model: string | null;
  voices: VoicePrinter;
  describer: ReturnType<typeof chooseDescriber>;
  translator: ReturnType<typeof chooseTranslator>;
}

export async function openEngines(start: Start): Promise<Engines> {
  const { config, stack, log, progress, replaced } = start;
  progress('Starting the recogniser');
  const voiceActivity = stack.use(await openVoiceActivity(log, sileroWhenNeeded));
  const library = replaced.library ?? openLibrary(config);
  const { recogniser, note, model } = replaced.recogniser
    ? { recogniser: replaced.recogniser, note: null, model: null }
    : await chooseRecogniser(config.listening, {
        voiceActivity,
        log,
        library,
        engine: replaced.builtinEngine,
      });
  stack.use(recogniser);

  const rules = replaced.rules ?? stack.use(new RulesWorker({ log }));
  const chosen = await chooseMaker(config.languageModel, { rules, log });
  return {
    ...chosen,
    rules,
    maker: replaced.maker ?? chosen.maker,
    voiceActivity,
    library,
    recogniser,
    note,
    model,
    voices: await openVoices(start, library),
    describer: chooseDescriber(config.languageModel),
    translator: chooseTranslator(config.languageModel),
  };
}

async function openVoices(
  { stack, log, replaced }: Start,
  library: Library,
): Promise<VoicePrinter> {
  const encoder =
    replaced.voiceEncoder ??
    stack.adopt(await openVoiceEncoder(library, log), async (opened) =>
      opened?.[Symbol.asyncDispose](),
    );
  return encoder ? encodedVoices(encoder) : stack.use(new BuiltInVoices(log));
}
