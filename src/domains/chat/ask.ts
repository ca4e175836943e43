import { z } from 'zod';
import { limit, text, Timestamp } from '../../core/wire.ts';
import type { AnswerPart, Answerer, Question } from '../../engines/answering/answerer.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { Timezone } from '../accounts/account.ts';
import { Memory } from '../memories/memory.ts';
import type { NotReady } from '../../core/errors.ts';
import { collectEvidence } from './evidence.ts';
import { withoutSecrets } from './without-secrets.ts';
import type { Given } from './evidence.ts';

const SOURCES = 5;

const Answered = z.object({
  answer: z.string().describe('`[1]` refers to the first of the sources.'),
  sources: z.array(z.object({ id: z.string(), title: z.string(), created_at: Timestamp })),
  memories: z
    .array(Memory.pick({ id: true, content: true }))
    .describe('That the answer tells of; in the text they have no number.'),
});

const Asking = z.strictObject({
  question: text({ min: 1, max: 1000, blank: 'question cannot be empty' }),
  limit: limit({ fallback: SOURCES, max: 10 }),
  timezone: Timezone.nullish().describe("IANA name; the account's own when absent."),
});

export function askOperation(answerer: Answerer) {
  const answer = (
    context: Context,
    { question, limit, timezone }: z.output<typeof Asking>,
    closed?: NotReady,
  ) => {
    const asked = { text: question, timezone: timezone ?? null };
    return answerQuestion(context, answerer, asked, { limit, closed });
  };
  return defineOperation({
    name: 'ask',
    summary: 'Ask a question about everything that was said and remembered',
    description:
      'Answered from conversations, and from memories and action items where the key may ' +
      'read them. Without a language model the answer quotes what was found. Days in the ' +
      'question ("last week") are meant in `timezone`. While the account is held, the answer ' +
      'says that memories are closed.',
    scope: 'conversations:read',
    effect: 'read',
    waits: true,
    gate: 'memories',
    input: Asking,
    output: Answered,
    run: (context, input) => answer(context, input),
    whileClosed: answer,
  });
}

interface Asked extends Pick<Question, 'text' | 'history' | 'unmarked'> {
  /** Null for the account's own timezone. */
  timezone: string | null;
}

/** Answers questions from every door in the same way. */
export async function answerQuestion(
  context: Context,
  answerer: Answerer,
  { timezone, ...asked }: Asked,
  { limit = SOURCES, ...given }: { limit?: number } & Given,
): Promise<z.input<typeof Answered> & { parts: AnswerPart[] }> {
  const question: Question = {
    ...asked,
    at: context.clock.now(),
    timezone: timezone ?? (await timezoneOf(context)),
  };
  const found = await collectEvidence(context, question, { limit, ...given });
  const { evidence, secrets } = await withoutSecrets(context, found.evidence);
  const answer = await answerer.answer(question, evidence);
  const { used, remembered } = answer;
  const told = answer.parts.map((part) => ({ ...part, text: secrets.mask(part.text) }));
  const { closed } = found.evidence;
  const parts = closed ? [{ text: `${closed}\n\n`, from: [] }, ...told] : told;
  return {
    answer: parts.map(({ text }) => text).join(''),
    parts,
    sources: used.map((place) => found.sources[place]!),
    memories: evidence.memories.filter(({ id }) => remembered.includes(id)),
  };
}
