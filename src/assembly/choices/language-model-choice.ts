/**
 * Chooses between the configured language model and the rules for understanding, answering,
 * describing and translating.
 */
import type { Config } from '../../config.ts';
import { httpSend } from '../../engines/text-models/send.ts';
import type { Log } from '../../core/log.ts';
import { createModelSummariser } from '../../engines/summaries/model-summariser.ts';
import { rulesSummariser } from '../../engines/summaries/rules-summariser.ts';
import type { Summariser } from '../../engines/summaries/summariser.ts';
import type { Answerer } from '../../engines/answering/answerer.ts';
import { createModelAnswerer } from '../../engines/answering/model-answerer.ts';
import { createReadingAnswerer } from '../../engines/answering/reading-answerer.ts';
import type { Reader } from '../../engines/reading/reader.ts';
import { createModelDescriber } from '../../engines/understanding/describer.ts';
import { createModelTranslator } from '../../engines/understanding/translator.ts';
import type { Translator } from '../../engines/understanding/translator.ts';
import type { Describer } from '../../engines/understanding/describer.ts';
import type { Maker } from '../../engines/understanding/maker.ts';
import type { languageModelSource } from './text-models.ts';

export async function chooseMaker(
  source: ReturnType<typeof languageModelSource>,
  { reader, rules, log }: { reader: Reader; rules: Maker; log: Log },
): Promise<{ maker: Maker; understanding: string; answerer: Answerer; summariser: Summariser }> {
  if (!source) {
    return {
      maker: rules,
      understanding: 'built-in reader',
      answerer: createReadingAnswerer(reader),
      summariser: rulesSummariser,
    };
  }
  // Loaded only when needed, because it takes a fifth of the startup time, together with the tagger
  // and the date parser that it uses.
  const { createLanguageModel } =
    await import('../../engines/understanding/language-model/language-model.ts');
  const { model, isLocal } = source;
  return {
    maker: createLanguageModel(source, { rules, log }),
    answerer: createModelAnswerer(source, { reader, log }),
    summariser: createModelSummariser(source, { rules: rulesSummariser, log }),
    understanding: `${model}${isLocal ? ' on this machine' : ''}, then built-in reader`,
  };
}

export function chooseTranslator(
  source: ReturnType<typeof languageModelSource>,
): Translator | null {
  return source && createModelTranslator(source);
}

export function chooseDescriber({
  baseUrl,
  visionModel,
  apiKey,
}: Config['languageModel']): Describer | null {
  return baseUrl && visionModel
    ? createModelDescriber({ send: httpSend(baseUrl, apiKey), model: visionModel })
    : null;
}
