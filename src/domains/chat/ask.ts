import { z } from 'zod';
import { CreatedAt, limit, text } from '../../core/wire.ts';
import type {
  Answer,
  Answerer,
  Answering,
  AnswerPart,
  Question,
} from '../../engines/answering/answerer.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import type { Secrets } from '../../engines/secrets/secrets.ts';
import { defineStream } from '../../kit/stream.ts';
import { timezoneOf } from '../accounts/accounts.ts';
import { Timezone } from '../accounts/account.ts';
import { usageCounter } from '../models/usage/model-usage.ts';
import { Memory } from '../memories/memory.ts';
import type { NotReady } from '../../core/errors.ts';
import { collectEvidence } from './evidence.ts';
import { StartedAt } from './message.ts';
import { evidenceWithoutSecrets } from './without-secrets.ts';
import type { Given } from './evidence.ts';

const SOURCES = 5;

const Source = z.object({
  id: z.string().describe('The id of the conversation.'),
  title: z.string().describe('The title of the conversation.'),
  created_at: CreatedAt,
  started_at: StartedAt,
});

const Answered = z.object({
  answer: z.string().describe('`[1]` refers to the first of the sources.'),
  sources: z.array(Source).describe('The conversations that the answer uses.'),
  memories: z
    .array(Memory.pick({ id: true, content: true }))
    .describe('Memories that the answer uses. The text does not refer to them by number.'),
});

/** A model only needs to know when something was said. */
export const AnsweredBriefly = Answered.extend({
  sources: z.array(Source.omit({ created_at: true })),
});

const Asking = z.strictObject({
  question: text({ min: 1, max: 1000, blank: 'question cannot be empty' }).describe(
    'In any language.',
  ),
  limit: limit({ fallback: SOURCES, max: 10 }).describe('The number of sources, 1 to 10.'),
  timezone: Timezone.nullish().describe('IANA name; default: that of the account.'),
});

/** A piece of the answer's text. */
export const TextEvent = z.object({ type: z.literal('data'), value: z.string() });
type TextEvent = z.output<typeof TextEvent>;

export function askOperation(answerer: Answerer) {
  const answer = (
    context: Context,
    { question, limit, timezone }: z.output<typeof Asking>,
    closed?: NotReady,
  ) => {
    const asked = { text: question, timezone: timezone ?? null };
    return answerQuestion(context, answerer, asked, { limit, closed });
  };
  return defineStream({
    name: 'ask',
    summary: 'Ask a question about all conversations and memories',
    description:
      'Answers from conversations, and from memories and action items if the key may read ' +
      'them. Without a language model, the answer quotes the matching records. Days in ' +
      'the question ("last week") are in `timezone`. While the account\'s memories are ' +
      'closed, the answer says so.',
    scope: 'conversations:read',
    effect: 'read',
    gate: 'memories',
    input: Asking,
    events: TextEvent,
    output: Answered,
    run: answer,
    whileClosed: answer,
  });
}

interface Asked extends Pick<Question, 'text' | 'history' | 'unmarked'> {
  /** Null means the account's own time zone. */
  timezone: string | null;
}

type Reply = z.input<typeof Answered> & { parts: AnswerPart[] };

/** Answers a question in the same way for all transports, and yields the text as it is written. */
export async function* answerQuestion(
  context: Context,
  answerer: Answerer,
  { timezone, ...asked }: Asked,
  { limit = SOURCES, ...given }: { limit?: number } & Given,
): AsyncGenerator<TextEvent, Reply> {
  const question: Question = {
    ...asked,
    at: context.clock.now(),
    timezone: timezone ?? (await timezoneOf(context)),
  };
  const found = await collectEvidence(context, question, { limit, ...given });
  const { evidence, secrets } = await evidenceWithoutSecrets(context, found.evidence);
  const { closed } = found.evidence;
  const notice = closed ? [{ text: `${closed}\n\n`, from: [] }] : [];
  for (const { text } of notice) yield { type: 'data', value: text };
  const onCost = usageCounter(context, userOf(context), 'chat');
  const answering = answerer.answer({ ...question, ...found.asked }, evidence, {
    signal: context.signal,
    onCost,
  });
  const { parts: written, used, remembered } = yield* maskedPieces(answering, secrets);
  const parts = [...notice, ...written];
  return {
    answer: parts.map(({ text }) => text).join(''),
    parts,
    sources: used.map((place) => found.sources[place]!),
    memories: evidence.memories.filter(({ id }) => remembered.includes(id)),
  };
}

/**
 * Masks secrets sentence by sentence while the answer grows, and in the whole answer at the end.
 */
async function* maskedPieces(
  answering: Answering,
  secrets: Secrets,
): AsyncGenerator<TextEvent, Answer> {
  let sentence = '';
  let shown = '';
  for (;;) {
    const { done, value } = await answering.next();
    if (done) {
      return { ...value, parts: value.parts.map((part) => maskedPart(part, secrets)) };
    }
    sentence += value;
    const masked = secrets.mask(sentence);
    if (masked.startsWith(shown) && masked !== shown) {
      yield { type: 'data', value: masked.slice(shown.length) };
      shown = masked;
    }
    if (/[.!?\n]\s*$/.test(sentence)) sentence = shown = '';
  }
}

/** Masks secrets in a part of an answer, and moves its citations with the text. */
function maskedPart({ citations, ...part }: AnswerPart, secrets: Secrets): AnswerPart {
  const text = secrets.mask(part.text);
  if (!citations) return { ...part, text };
  const moved = citations.flatMap((citation) => {
    const before = secrets.mask(part.text.slice(0, citation.end));
    return text.startsWith(before) ? [{ ...citation, end: before.length }] : [];
  });
  return { ...part, text, citations: moved };
}
