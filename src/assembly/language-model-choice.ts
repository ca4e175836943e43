/**
 * Chooses between the configured language model and the rules for understanding, answering,
 * describing and translating.
 */
import type { Config } from '../config.ts';
import type { Log } from '../core/log.ts';
import { createModelSummariser } from '../engines/summaries/model-summariser.ts';
import { rulesSummariser } from '../engines/summaries/rules-summariser.ts';
import type { Summariser } from '../engines/summaries/summariser.ts';
import type { Answerer } from '../engines/answering/answerer.ts';
import { createModelAnswerer } from '../engines/answering/model-answerer.ts';
import { quotingAnswerer } from '../engines/answering/quoting-answerer.ts';
import { createModelDescriber } from '../engines/understanding/describer.ts';
import { createModelTranslator } from '../engines/understanding/translator.ts';
import type { Translator } from '../engines/understanding/translator.ts';
import type { Describer } from '../engines/understanding/describer.ts';
import type { Maker } from '../engines/understanding/maker.ts';

export async function chooseMaker(
  { baseUrl, model, ...rest }: Config['languageModel'],
  { rules, log }: { rules: Maker; log: Log },
): Promise<{ maker: Maker; understanding: string; answerer: Answerer; summariser: Summariser }> {
  if (!baseUrl || !model) {
    return {
      maker: rules,
      understanding: 'built-in rules',
      answerer: quotingAnswerer,
      summariser: rulesSummariser,
    };
  }
  // Loaded only when needed, because it takes a fifth of the startup time, together with the tagger
  // and the date parser that it uses.
  const { createLanguageModel } =
    await import('../engines/understanding/language-model/language-model.ts');
  const options = { baseUrl, model, ...rest };
  return {
    maker: createLanguageModel(options, { rules, log }),
    answerer: createModelAnswerer(options, log),
    summariser: createModelSummariser(options, { rules: rulesSummariser, log }),
    understanding: `${model}, then built-in rules`,
  };
}

export function chooseTranslator({
  baseUrl,
  apiKey,
  model,
}: Config['languageModel']): Translator | null {
  return baseUrl && model ? createModelTranslator({ baseUrl, apiKey, model }) : null;
}

export function chooseDescriber({
  baseUrl,
  visionModel,
  apiKey,
}: Config['languageModel']): Describer | null {
  return baseUrl && visionModel
    ? createModelDescriber({ baseUrl, apiKey, model: visionModel })
    : null;
}
