/**
 * The second step of startup: opens the replaceable parts that settings and installed models
 * select.
 */
import type { InForce } from '../domains/models/providers.ts';
import type { Renewers } from '../domains/understanding/renewal/renewal.ts';
import type { Library } from '../engines/models/library.ts';
import { betterRecogniser } from '../engines/models/better-recogniser.ts';
import type { Recogniser } from '../engines/recognition/recogniser.ts';
import type { Reader } from '../engines/reading/reader.ts';
import type { Maker } from '../engines/understanding/maker.ts';
import { ReadingMaker } from '../engines/understanding/reading-maker.ts';
import { encodedVoices } from '../engines/voices/encoded-voices.ts';
import { BuiltInEncoder } from '../engines/voices/encoder/built-in-encoder.ts';
import type { VoicePrinter } from '../engines/voices/print.ts';
import { sileroWhenNeeded } from '../engines/voice-activity/silero.ts';
import { openVoiceActivity } from '../engines/voice-activity/voice-activity.ts';
import type { VoiceActivity } from '../engines/voice-activity/voice-activity.ts';
import { chooseDescriber, chooseMaker, chooseTranslator } from './choices/language-model-choice.ts';
import { openVoiceEncoder } from './choices/local-models.ts';
import { chooseRecogniser } from './choices/recogniser-choice.ts';
import type { Start } from './start.ts';
import { providersInForce } from './choices/providers.ts';
import { languageModelSource } from './choices/text-models.ts';
import type { TextModels } from './choices/text-models.ts';

export interface Engines extends Awaited<ReturnType<typeof chooseMaker>> {
  /** Reads talks, questions and meanings. */
  reader: Reader;
  /** Understands without a language model. */
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
  renewers: Renewers;
  /** The ids of the models for text that are in use. */
  textModels: string[];
  providers: InForce[];
}

export async function openEngines(
  start: Start,
  library: Library,
  { textModels, reader }: { textModels: TextModels; reader: Reader },
): Promise<Engines> {
  const { config, stack, log, progress, replaced } = start;
  progress('Starting the recogniser');
  const voiceActivity = stack.use(await openVoiceActivity(log, sileroWhenNeeded));
  const { recogniser, note, model } = replaced.recogniser
    ? { recogniser: replaced.recogniser, note: null, model: null }
    : await chooseRecogniser(config.listening, {
        voiceActivity,
        log,
        library,
        engine: replaced.builtinEngine,
      });
  stack.use(recogniser);

  const rules = replaced.rules ?? stack.use(new ReadingMaker({ reader, log }));
  const source = languageModelSource(config.languageModel, textModels['language-model']);
  const chosen = await chooseMaker(source, { reader, rules, log });
  return {
    ...chosen,
    reader,
    rules,
    maker: replaced.maker ?? chosen.maker,
    voiceActivity,
    library,
    recogniser,
    note,
    model,
    voices: await openVoices(start, library),
    describer: chooseDescriber(config.languageModel),
    translator: chooseTranslator(source),
    renewers: { writer: source?.model ?? null, better: betterRecogniser(recogniser) },
    providers: providersInForce(config, { recogniser, writer: source, textModels }),
    textModels: [
      source?.isLocal && source.model,
      textModels.embedder?.model === textModels.encoder?.name && textModels.encoder?.name,
      textModels.reranker?.name,
    ].filter((name) => typeof name === 'string'),
  };
}

/** An installed encoder takes the place of the one that comes with the service. */
async function openVoices(
  { stack, log, replaced }: Start,
  library: Library,
): Promise<VoicePrinter> {
  if (replaced.voiceEncoder) return encodedVoices(replaced.voiceEncoder);
  const installed = await openVoiceEncoder(library, log);
  return encodedVoices(stack.use(installed ?? new BuiltInEncoder(log)));
}
