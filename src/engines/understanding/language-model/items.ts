/** The items that a model or an assistant wrote, each with its quote in the transcript. */
import { shortId } from '../../../core/ids.ts';
import { findTimes } from '../../calendar/dates.ts';
import { dueAt } from '../../calendar/due.ts';
import { isSurelyOwn } from '../composing/facts.ts';
import { overlapOf } from '../composing/words.ts';
import { MEMORIES_OF_EACH_KIND } from '../maker.ts';
import type {
  MadeActionItem,
  MadeEvent,
  MadeMemory,
  Transcript,
  TranscriptSegment,
} from '../maker.ts';
import { wasTakenAway } from '../../facts/same-fact.ts';
import { KnownTexts, likeness } from '../../facts/text-likeness.ts';
import type { DraftFact, Repaired } from './draft.ts';
import type { FoundItem } from './found-items.ts';
import { sourcesIn } from './grounding.ts';
import type { markedMemories } from './prompt.ts';

/** One kind of items. */
export interface Kind<Item extends FoundItem> {
  written: readonly Item[];
  textOf(item: Item): string;
  isSame(one: Item, other: Item): boolean;
  /** The item with what is better in other words, or in an item that says the same. */
  better(item: Item, words: string, other: { whose?: string; written?: Item }): Item;
  isWanted?(item: Item, kept: readonly Item[]): boolean;
}

interface Given {
  parts: readonly Repaired[];
  transcript: Transcript;
  reworded(old: string, words: string, near?: string | null): string;
}

/** Two items with this share of common content words say the same. */
const SAME_ITEM = 0.6;
/** Two facts from one turn say the same with a smaller share. */
const SAME_FACT = 0.5;
const DAY_MS = 86_400_000;

/** "Ana: send the report" is a task of Ana. */
const OWNER = /^(\p{Lu}[\p{L} .'-]{0,40}): (.+)$/su;

export function tasks({ parts, transcript, reworded }: Given): Kind<MadeActionItem> {
  const { segments, user_name } = transcript;
  const others = segments.flatMap((each) => (each.is_user ? [] : (each.speaker_name ?? [])));
  const split = (text: string) => (OWNER.exec(text)?.slice(1) ?? ['', text]) as [string, string];
  const sourceOf = sourcesIn(segments);
  return {
    written: parts.flatMap(({ action_items = [] }) =>
      action_items.flatMap(({ description, due, quote }) => {
        const source = sourceOf(quote);
        const due_at = source && due ? timeOf(due, source, transcript, 'due') : null;
        return source ? [{ description, due_at, segment_id: source.id }] : [];
      }),
    ),
    textOf: ({ description }) => description,
    isSame: (one, other) => overlapOf(one.description, other.description) >= SAME_ITEM,
    better(item, words, { whose = '' }) {
      const [owner, task] = split(item.description);
      const isNamed = (name: string | null) => name?.toLowerCase() === whose.toLowerCase();
      const isUsers = ['user', user_name].some(isNamed);
      const prefix = isUsers ? '' : (others.find(isNamed) ?? owner);
      const line = reworded(task, split(words)[1], item.segment_id);
      return { ...item, description: prefix === '' ? line : `${prefix}: ${line}` };
    },
  };
}

export function appointments({ parts, transcript, reworded }: Given): Kind<MadeEvent> {
  const sourceOf = sourcesIn(transcript.segments);
  return {
    written: parts.flatMap(({ events = [] }) =>
      events.flatMap(({ quote, start: when, ...event }) => {
        const source = sourceOf(quote);
        const start = source && timeOf(when, source, transcript, 'start');
        return start ? [{ ...event, start, segment_id: source.id }] : [];
      }),
    ),
    textOf: ({ title }) => title,
    isSame(one, other) {
      const apart = Math.abs(one.start.getTime() - other.start.getTime());
      const isNear = apart < DAY_MS || one.segment_id === other.segment_id;
      return apart === 0 || (isNear && overlapOf(one.title, other.title) >= SAME_ITEM);
    },
    better: (item, words) => ({ ...item, title: reworded(item.title, words, item.segment_id) }),
  };
}

/** Words that limit a fact to a day, after which it is false or meaningless. */
const TIME_BOUND = new RegExp(
  String.raw`\b(?:today|tomorrow|tonight|right now|at the moment` +
    String.raw`|this (?:morning|afternoon|evening|week|weekend|time)` +
    String.raw`|next (?:time|week|weekend|month|year|\w+day)|later|upcoming|soon|o'clock|\d+ ?[ap]m` +
    String.raw`|heute|morgen|gerade eben|bald|diese woche|nächste[nrs]?` +
    String.raw`|hoy|mañana|ahora|pronto|esta (?:tarde|noche|semana)|próxim[oa]s?)\b`,
  'iu',
);

/** Only new and lasting facts that the user clearly stated about themselves. */
export function facts(
  { parts, transcript, reworded }: Given,
  replaceable: readonly Replaceable[],
): Kind<MadeMemory> {
  const sourceOf = sourcesIn(transcript.segments.filter(isSurelyOwn));
  const most = transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND;
  const known = new KnownTexts(transcript.known_memories);
  const isTakenAway = wasTakenAway(transcript);
  const isNew = (content: string, old?: string) =>
    !TIME_BOUND.test(content) &&
    !isTakenAway(content) &&
    content !== old &&
    !known.says(content, old);
  return {
    written: parts.flatMap(({ memories = [] }) =>
      memories.flatMap(({ content, category, quote, replaces }) => {
        const source = sourceOf(quote);
        const old = replacedBy({ content, replaces }, replaceable);
        if (!source || !isNew(content, old?.content)) return [];
        return { content, category, segment_id: source.id, ...(old && { replaces: old.id }) };
      }),
    ),
    textOf: ({ content }) => content,
    isSame(one, other) {
      const share = one.segment_id === other.segment_id ? SAME_FACT : SAME_ITEM;
      return overlapOf(one.content, other.content) >= share;
    },
    better(item, words, { written }) {
      const replaces = item.replaces ?? written?.replaces;
      const content = reworded(item.content, words, item.segment_id);
      const isGood = isNew(content, replaceable.find(({ id }) => id === replaces)?.content);
      return isGood ? { ...item, content, ...(replaces && { replaces }) } : item;
    },
    isWanted: ({ category }, kept) =>
      kept.filter((memory) => memory.category === category).length < most,
  };
}

type Replaceable = ReturnType<typeof markedMemories>[number];

/** An assistant names a known fact by its id, and a model by its mark in the prompt. */
export const namedMemories = ({ mergeable_memories = [] }: Transcript): Replaceable[] =>
  mergeable_memories.flatMap((memory) => [
    { ...memory, mark: memory.id },
    { ...memory, mark: shortId(memory.id) },
  ]);

/** Two facts with less similarity are about different things, whatever the model says. */
const ABOUT_THE_SAME = 0.3;

/** Returns the known fact that a new one replaces. Both must be about the same thing. */
function replacedBy(
  { content, replaces }: Pick<DraftFact, 'content' | 'replaces'>,
  replaceable: readonly Replaceable[],
): Replaceable | undefined {
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
