/** Whether the providers that the settings name answer: part of the composition root. */
import type { Config } from './config.ts';

const PATIENCE_MS = 1_500;

export interface UnansweredProviders {
  recogniser: boolean;
  languageModel: boolean;
  embeddings: boolean;
}

/** Asks every provider once. Any HTTP answer counts, a refusal too. */
export async function findUnanswered(config: Config): Promise<UnansweredProviders> {
  const [recogniser, languageModel, embeddings] = await Promise.all(
    [config.listening.recogniserUrl, config.languageModel.baseUrl, config.embeddings.baseUrl].map(
      async (url) => url !== undefined && !(await answers(url)),
    ),
  );
  return { recogniser: recogniser!, languageModel: languageModel!, embeddings: embeddings! };
}

async function answers(url: string): Promise<boolean> {
  const address = url.replace(/^ws/, 'http');
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    await response.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
