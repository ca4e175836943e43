/** Lists and tests the recogniser, the language model and the embeddings, for the owner. */
import { z } from 'zod';
import { NotFound } from '../../core/errors.ts';
import { defineOperation, NoInput } from '../../kit/operation.ts';
import { requireOwner } from '../accounts/owner.ts';

const KINDS = ['recogniser', 'language_model', 'embeddings'] as const;

export interface InForce {
  kind: (typeof KINDS)[number];
  /** The name of the model or the engine. */
  name: string;
  /** The origin of an endpoint; null for a part of this machine. */
  address: string | null;
  /** Asks it once; resolves with the tokens that this cost. Rejects with a sentence for people. */
  test(signal: AbortSignal): Promise<{ tokens: number | null }>;
}

const Provider = z
  .object({
    kind: z.enum(KINDS).describe('The task of the provider.'),
    name: z.string().describe('The name of the model or the engine.'),
    address: z
      .string()
      .nullable()
      .describe('The origin of the endpoint; null for a part of this machine.'),
  })
  .meta({ id: 'Provider' });

const ProviderTest = z
  .object({
    is_working: z.boolean().describe('True when the provider gave a usable answer.'),
    milliseconds: z.int().describe('The milliseconds until the answer.'),
    tokens: z.int().nullable().describe('The tokens that the test cost; null if none are counted.'),
    problem: z
      .string()
      .nullable()
      .describe('The reason why there was no usable answer; null when there was one.'),
  })
  .meta({ id: 'ProviderTest' });

/** A model on this machine may have to be loaded first. */
const PATIENCE_MS = 60_000;

export function providerOperations(inForce: readonly InForce[]) {
  const list = defineOperation({
    name: 'listProviders',
    summary: 'List what hears, understands and finds',
    description:
      'Lists the recogniser, the language model and the model for embeddings that the settings ' +
      'select. Without a language model, the built-in reader understands; without embeddings, search ' +
      'uses words. Only for the owner of the installation.',
    scope: null,
    effect: 'read',
    input: NoInput,
    output: z.object({ providers: z.array(Provider).describe('The providers in use.') }),
    async run(context) {
      await requireOwner(context);
      return { providers: [...inForce] };
    },
  });

  const test = defineOperation({
    name: 'testProvider',
    summary: 'Test a provider',
    description:
      'Asks the provider once, with words that contain nothing of anybody, and waits up to a ' +
      'minute. Only for the owner of the installation.',
    scope: null,
    effect: 'read',
    waits: true,
    input: z.object({ kind: z.enum(KINDS).describe('The task of the provider.') }),
    output: ProviderTest,
    async run(context, { kind }) {
      await requireOwner(context);
      const found = inForce.find((each) => each.kind === kind);
      if (!found) throw new NotFound('Provider not found');
      const begun = performance.now();
      const late = AbortSignal.timeout(PATIENCE_MS);
      const signal = context.signal ? AbortSignal.any([context.signal, late]) : late;
      const result = await found.test(signal).then(
        ({ tokens }) => ({ tokens, problem: null }),
        (error: Error) => ({
          tokens: null,
          problem: late.aborted ? 'There was no answer within a minute.' : error.message,
        }),
      );
      return {
        ...result,
        is_working: result.problem === null,
        milliseconds: Math.round(performance.now() - begun),
      };
    },
  });

  return { list, test };
}
