/**
 * Asks a language model behind any OpenAI-compatible endpoint about what the built-in understanding
 * found: whether it is so, in which words, and what is missing, within one deadline. If the model gives
 * no answer, the built-in result stays as it is. The result tells what happened.
 */
import type { Log } from '../../../core/log.ts';
import type { Maker, Transcript, Understanding } from '../maker.ts';
import { answerAbout, Frame, MOST_ADDED, repair } from './draft.ts';
import type { DraftCheck, Repaired } from './draft.ts';
import { filledIn, masked } from './draft-maker.ts';
import { ModelEndpoint, NoAnswer } from '../../text-models/endpoint.ts';
import type {
  ModelEndpointOptions,
  ModelAnswer,
  ModelQuestion,
} from '../../text-models/endpoint.ts';
import { fenced } from '../../text-models/fence.ts';
import { askedAbout, foundIn, type FoundItem } from './found-items.ts';
import { joinedWithModel, type ModelAnswers } from './joining.ts';
import { promptChunks, promptFor, RULES } from './prompt.ts';
import { Spending } from '../../text-models/spending.ts';

export interface LanguageModelOptions extends ModelEndpointOptions {
  deadlineMs: number;
  maxInputChars: number;
  maxCalls: number;
  maxTokens: number;
  /** True for a model that words well what was read, and invents what was not. */
  addsNothing?: boolean;
}

export function createLanguageModel(
  options: LanguageModelOptions,
  { rules, log }: { rules: Maker; log: Log },
): Maker {
  const endpoint = new ModelEndpoint(options, { isTerse: true });
  return {
    name: 'language-model',
    async understand(transcript, { signal, meanwhile }) {
      const byRules = await rules.understand(transcript, { signal });
      if (transcript.segments.length === 0) return byRules;
      await meanwhile?.(byRules.understanding);
      const spending = new Spending({
        calls: options.maxCalls,
        tokens: options.maxTokens,
        ms: options.deadlineMs,
      });
      const cost = () => ({ model_calls: spending.calls, model_tokens: spending.tokens });
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.deadlineMs)]);
      try {
        const ask = (question: ModelQuestion) => endpoint.ask(question, deadline, spending);
        const found = byRules.understanding;
        const all = await answersTo(ask, { transcript, found }, options, spending);
        const answers = options.addsNothing ? withoutAdditions(all) : all;
        return {
          understanding: joinedWithModel(found, answers, transcript),
          made_by: 'language-model',
          fallback: filledIn(answers.frame, 'language model'),
          ...cost(),
        };
      } catch (error) {
        signal.throwIfAborted();
        const reason = deadline.aborted
          ? `the language model did not answer within ${options.deadlineMs / 1000} s`
          : reasonOf(error);
        log.warn({ err: error, reason }, 'the built-in reader took over');
        return {
          ...byRules,
          fallback: `The built-in reader made this result: ${reason}.`,
          ...cost(),
        };
      }
    },
  };
}

const withoutAdditions = (answers: ModelAnswers): ModelAnswers => ({
  ...answers,
  parts: answers.parts.map((part) => ({ ...part, action_items: [], events: [], memories: [] })),
});

function reasonOf(error: unknown): string {
  return error instanceof NoAnswer ? error.message : 'the language model could not be asked';
}

/** Sends each piece of the transcript to the model, with what was found in it. */
async function answersTo(
  endpoint: (question: ModelQuestion) => Promise<ModelAnswer>,
  { transcript, found }: { transcript: Transcript; found: Understanding },
  { maxInputChars }: LanguageModelOptions,
  spending: Spending,
): Promise<ModelAnswers> {
  const ask = async (question: ModelQuestion) =>
    repair(masked((await endpoint(question)).object), MOST_ADDED);
  const chunks = promptChunks(transcript.segments, maxInputChars);
  spending.plan(chunks.length > 1 ? chunks.length + 1 : 1);
  const open = new Set(foundIn(found));
  const parts: Repaired[] = [];
  const checks = new Map<FoundItem, DraftCheck>();
  for (const chunk of chunks) {
    const room = maxInputChars - promptFor(transcript, chunk, [' ']).user.length;
    const asked = askedAbout(open, chunk, room);
    const lines = asked.map(({ line }) => line);
    const schema = answerAbout(asked.length);
    const part = await ask({ ...promptFor(transcript, chunk, lines), schema });
    parts.push(part);
    for (const check of part.checks ?? []) {
      const item = asked[check.number - 1]?.item;
      if (item) checks.set(item, check);
    }
  }
  if (parts.length === 1) return { parts, frame: parts[0]!, checks };
  // The title and overview of the whole are made from the overviews of its pieces.
  const each = Math.floor((maxInputChars * 0.6) / parts.length);
  const notes = parts.map(({ overview = '' }, at) => `Part ${at + 1}: ${overview.slice(0, each)}`);
  const user = fenced('data: notes on the parts of one transcript', notes);
  const { title, overview, category, emoji } = await ask({ system: RULES, user, schema: Frame });
  return { parts, frame: { ...parts[0]!, title, overview, category, emoji }, checks };
}
