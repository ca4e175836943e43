/**
 * Understands a transcript with a language model behind any OpenAI-compatible endpoint, within one
 * deadline. If the model gives no answer, the built-in rules replace it. If only some fields are
 * unusable, the rules fill these fields. The result tells whether the model or the rules made it.
 */
import { shortId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import { Secrets } from '../../secrets/secrets.ts';
import { findTimes } from '../dates.ts';
import { MEMORIES_OF_EACH_KIND } from '../maker.ts';
import type {
  MadeActionItem,
  MadeEvent,
  MadeMemory,
  Maker,
  MakerResult,
  Transcript,
  TranscriptSegment,
  Understanding,
} from '../maker.ts';
import { dueAt } from '../rules/due.ts';
import { MIN_CONFIDENCE } from '../rules/memory-telling.ts';
import { TIME_BOUND } from '../rules/memory-cues.ts';
import { isSameAsAny, KnownTexts, likeness } from '../text-likeness.ts';
import { wasTakenAway } from '../same-fact.ts';
import { Draft, repair } from './draft.ts';
import type { DraftAppointment, DraftFact, DraftTask, Repaired } from './draft.ts';
import { Endpoint, NoAnswer } from './endpoint.ts';
import type { EndpointOptions, ModelAnswer, Question } from './endpoint.ts';
import { sourcesIn } from './grounding.ts';
import type { SourceOf } from './grounding.ts';
import { chunksOf, markedMemories, promptFor } from './prompt.ts';
import { Spending } from './spending.ts';

export interface LanguageModelOptions extends EndpointOptions {
  deadlineMs: number;
  maxInputChars: number;
  maxCalls: number;
  maxTokens: number;
}

export function createLanguageModel(
  options: LanguageModelOptions,
  { rules, log }: { rules: Maker; log: Log },
): Maker {
  const endpoint = new Endpoint(options);
  return {
    name: 'language-model',
    async understand(transcript, { signal }) {
      const byRules = await rules.understand(transcript, { signal });
      if (transcript.segments.length === 0) return byRules;
      const spending = new Spending({
        calls: options.maxCalls,
        tokens: options.maxTokens,
        ms: options.deadlineMs,
      });
      const cost = () => ({ model_calls: spending.calls, model_tokens: spending.tokens });
      const deadline = AbortSignal.any([signal, AbortSignal.timeout(options.deadlineMs)]);
      try {
        const ask = (question: Question) => endpoint.ask(question, deadline, spending);
        const draft = await draftOf(ask, transcript, options, spending);
        const made = understandingOf(draft, transcript, {
          rules: byRules.understanding,
          author: 'language-model',
        });
        return { ...made, ...cost() };
      } catch (error) {
        signal.throwIfAborted();
        const reason = deadline.aborted
          ? `the language model did not answer within ${options.deadlineMs / 1000} s`
          : reasonOf(error);
        log.warn({ err: error, reason }, 'the built-in rules took over');
        return {
          ...byRules,
          fallback: `The built-in rules made this result: ${reason}.`,
          ...cost(),
        };
      }
    },
  };
}

/** The transcript has masked secrets, so the quote is also masked before the comparison. */
export function masked(answer: Record<string, unknown>): Record<string, unknown> {
  const secrets = new Secrets();
  const mask = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? secrets.mask(value) : value;
  return JSON.parse(JSON.stringify(answer, mask)) as Record<string, unknown>;
}

function reasonOf(error: unknown): string {
  return error instanceof NoAnswer ? error.message : 'the language model could not be asked';
}

/**
 * Sends each piece of the transcript to the model, and then asks for a title and overview of all
 * pieces.
 */
async function draftOf(
  endpoint: (question: Question) => Promise<ModelAnswer>,
  transcript: Transcript,
  { maxInputChars }: LanguageModelOptions,
  spending: Spending,
): Promise<Repaired> {
  const ask = async (segments: readonly TranscriptSegment[]) =>
    repair(masked((await endpoint({ ...promptFor(transcript, segments), schema: Draft })).object));
  const chunks = chunksOf(transcript.segments, maxInputChars);
  spending.plan(chunks.length > 1 ? chunks.length + 1 : 1);
  const drafts: Repaired[] = [];
  for (const chunk of chunks) drafts.push(await ask(chunk));
  if (drafts.length === 1) return drafts[0]!;
  const frame = await ask(summaries(drafts, maxInputChars));
  return {
    ...frame,
    action_items: drafts.flatMap(({ action_items }) => action_items ?? []),
    events: drafts.flatMap(({ events }) => events ?? []),
    memories: drafts.flatMap(({ memories }) => memories ?? []),
  };
}

/**
 * Joins the overviews of the pieces into a transcript, from which the model makes the title and
 * overview of the whole.
 */
function summaries(drafts: readonly Repaired[], maxInputChars: number): TranscriptSegment[] {
  const each = Math.floor((maxInputChars * 0.6) / drafts.length);
  return drafts.map(({ overview = '' }, index) => ({
    id: '',
    text: overview.slice(0, each),
    speaker_id: null,
    speaker_name: `Part ${index + 1}`,
    is_user: false,
    start: index,
    end: index,
    confidence: null,
  }));
}

type Author = 'language-model' | 'assistant';

/** Checks a draft against the transcript. The rules fill in the fields that are unusable. */
export function understandingOf(
  draft: Repaired,
  transcript: Transcript,
  { rules, author }: { rules: Understanding; author: Author },
): Omit<MakerResult, 'model_calls' | 'model_tokens'> {
  const replaced: string[] = [];
  const orRules = <T>(name: string, made: T | undefined, byRules: T): T => {
    if (made === undefined) replaced.push(name);
    return made ?? byRules;
  };
  const sourceOf = sourcesIn(transcript.segments);
  const foundFacts = facts(draft.memories, transcript, replaceableBy(author, transcript));
  // The model decides about the facts that it replaces.
  const replacedIds = new Set(foundFacts?.map(({ replaces }) => replaces));
  const understanding: Understanding = {
    title: orRules('title', draft.title, rules.title),
    overview: orRules('overview', draft.overview, rules.overview),
    category: orRules('category', draft.category, rules.category),
    emoji: draft.emoji ?? rules.emoji,
    action_items: orRules(
      'action items',
      tasks(draft.action_items, transcript, sourceOf),
      rules.action_items,
    ),
    events: orRules('events', appointments(draft.events, transcript, sourceOf), rules.events),
    memories: orRules('memories', foundFacts, rules.memories),
    changes: (rules.changes ?? []).filter(({ memory_id }) => !replacedIds.has(memory_id)),
    worthless: false,
  };
  const { action_items, events, memories } = understanding;
  understanding.worthless =
    rules.worthless && action_items.length + events.length + memories.length === 0;
  return {
    understanding,
    made_by: author,
    fallback:
      replaced.length > 0
        ? `The built-in rules filled in fields that the ${author.replace('-', ' ')} left unusable: ${replaced.join(', ')}.`
        : null,
  };
}

function tasks(
  drafts: DraftTask[] | undefined,
  transcript: Transcript,
  sourceOf: SourceOf,
): MadeActionItem[] | undefined {
  const kept: MadeActionItem[] = [];
  for (const { description, due, due_at, quote } of drafts ?? []) {
    const source = sourceOf({ quote, words: description });
    const known = kept.map((item) => item.description);
    if (!source || isSameAsAny(description, known)) continue;
    const moment = due ?? due_at;
    kept.push({
      description,
      due_at: moment ? timeOf(moment, source, transcript, 'due') : null,
      segment_id: source.id,
    });
  }
  return drafts && kept;
}

function appointments(
  drafts: DraftAppointment[] | undefined,
  transcript: Transcript,
  sourceOf: SourceOf,
): MadeEvent[] | undefined {
  const kept: MadeEvent[] = [];
  for (const { quote, start: when, ...event } of drafts ?? []) {
    const source = sourceOf({ quote, words: `${event.title} ${when}` });
    const start = source && timeOf(when, source, transcript, 'start');
    if (!start || kept.some(({ start: taken }) => taken.getTime() === start.getTime())) continue;
    kept.push({ ...event, start, segment_id: source.id });
  }
  return drafts && kept;
}

/**
 * Keeps only new facts that the user clearly stated about themselves and has not removed before.
 */
function facts(
  drafts: DraftFact[] | undefined,
  transcript: Transcript,
  replaceable: readonly Replaceable[],
): MadeMemory[] | undefined {
  const own = transcript.segments.filter(
    ({ is_user, confidence }) => is_user && (confidence ?? 1) >= MIN_CONFIDENCE,
  );
  const sourceOf = sourcesIn(own);
  const most = transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND;
  const taken = new KnownTexts(transcript.known_memories);
  const isTakenAway = wasTakenAway(transcript);
  const kept: MadeMemory[] = [];
  for (const { content, category, quote, replaces } of drafts ?? []) {
    const source = sourceOf({ quote, words: content });
    const sameCategory = kept.filter((memory) => memory.category === category);
    if (!source || sameCategory.length >= most) continue;
    if (TIME_BOUND.test(content) || isTakenAway(content)) continue;
    const old = replacedBy({ content, replaces }, replaceable);
    if (content === old?.content || taken.says(content, old?.content)) continue;
    taken.add(content);
    kept.push({ content, category, segment_id: source.id, ...(old && { replaces: old.id }) });
  }
  return drafts && kept;
}

type Replaceable = ReturnType<typeof markedMemories>[number];

/** A model names a fact by its mark in the prompt, an assistant by its id. */
function replaceableBy(author: Author, transcript: Transcript): readonly Replaceable[] {
  if (author === 'language-model') return markedMemories(transcript);
  return (transcript.mergeable_memories ?? []).flatMap((memory) => [
    { ...memory, mark: memory.id },
    { ...memory, mark: shortId(memory.id) },
  ]);
}

/** Two facts with less similarity are about different things, whatever the model says. */
const ABOUT_THE_SAME = 0.3;

/**
 * Returns the known fact that a new one replaces. Both must be about the same thing.
 */
function replacedBy(
  { content, replaces }: Pick<DraftFact, 'content' | 'replaces'>,
  replaceable: readonly Replaceable[],
): { id: string; content: string } | undefined {
  const mark = replaces?.replace(/^memory:/, '').replace(/[^a-z0-9-]/gi, '');
  const old = replaceable.find((memory) => memory.mark === mark);
  return old && likeness(old.content, content) >= ABOUT_THE_SAME ? old : undefined;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

/** Reads an instant, or a spoken time in the user's calendar. */
function timeOf(
  words: string,
  source: TranscriptSegment,
  transcript: Transcript,
  edge: 'start' | 'due',
): Date | null {
  if (INSTANT.test(words)) return new Date(words);
  const at = new Date(transcript.started_at.getTime() + source.start * 1000);
  const [mention] = findTimes(words, { ...transcript, at });
  if (!mention) return null;
  return edge === 'due' ? dueAt(mention, transcript, at) : mention.instant;
}
