/** Describes the chosen recogniser, language model and embeddings for the owner, each with a test. */
import { z } from 'zod';
import type { Config } from '../../config.ts';
import type { InForce } from '../../domains/models/providers.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import { answers } from '../../examination/providers.ts';
import { ModelEndpoint } from '../../engines/text-models/endpoint.ts';
import { Spending } from '../../engines/text-models/spending.ts';
import type { languageModelSource, TextModels } from './text-models.ts';

export function providersInForce(
  { listening, languageModel, embeddings }: Config,
  {
    recogniser,
    writer,
    textModels,
  }: {
    recogniser: Recogniser;
    writer: ReturnType<typeof languageModelSource>;
    textModels: TextModels;
  },
): InForce[] {
  const { embedder } = textModels;
  const heard = listening.recogniserUrl;
  return [
    {
      kind: 'recogniser',
      name: recogniser.name,
      address: heard === undefined ? null : originOf(heard),
      async test() {
        if (heard !== undefined && !(await answers(heard)))
          throw new Error('The recogniser does not answer.');
        return { tokens: null };
      },
    },
    ...(writer
      ? [
          {
            kind: 'language_model' as const,
            name: writer.model,
            address: writer.isLocal ? null : originOf(languageModel.baseUrl!),
            async test(signal: AbortSignal) {
              const spending = new Spending();
              await new ModelEndpoint(writer).ask(QUESTION, signal, spending);
              return { tokens: spending.tokens };
            },
          },
        ]
      : []),
    ...(embedder
      ? [
          {
            kind: 'embeddings' as const,
            name: embedder.model,
            address: embeddings.baseUrl ? originOf(embeddings.baseUrl) : null,
            async test(signal: AbortSignal) {
              const { tokens } = await embedder.embed(['Two cups of tea.'], signal);
              return { tokens };
            },
          },
        ]
      : []),
  ];
}

const QUESTION = {
  system: 'Answer with the sum as a number.',
  user: 'Two and three.',
  schema: z.object({ sum: z.number() }),
};

/** An address may contain a password. */
function originOf(address: string): string {
  return new URL(address).origin;
}
