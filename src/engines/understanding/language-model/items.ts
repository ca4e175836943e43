/** The items that a model or an assistant wrote, each with its quote in the transcript. */
import { shortId } from '../../../core/ids.ts';
import { findTimes } from '../../calendar/dates.ts';
import { dueAt } from '../../calendar/due.ts';
import { isSurelyOwn } from '../composing/facts.ts';
import { overlapOf } from '../composing/words.ts';
import { addDays, isoDay, knownZone, startOfDay, wallClockOf } from '../../calendar/wall-clock.ts';
import { MEMORIES_OF_EACH_KIND, WHOLE_DAY } from '../maker.ts';
import type {
  HeardAgain,
  MadeActionItem,
  MadeEvent,
  MadeMemory,
  Transcript,
  TranscriptSegment,
} from '../maker.ts';
import { wasTakenAway } from '../../facts/same-fact.ts';
import { containsAllOf, KnownTexts, negateAlike, saySame } from '../../facts/equality.ts';
import type { DraftFact, Repaired } from './draft.ts';
import type { FoundItem } from './found-items.ts';
import { sourcesIn } from './grounding.ts';
import type { markedMemories } from './prompt.ts';

/** One kind of items. */
export interface ItemKind<Item extends FoundItem> {
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

/** Returns whether two items say the same, or one says all that the other says. */
const sayAlike = (one: string, other: string): boolean =>
  saySame(one, other) || containsAllOf(one, other) || containsAllOf(other, one);

/** Two times are one unless both are known and differ. */
const isSameTime = (one: Date | null, other: Date | null): boolean =>
  one === null || other === null || one.getTime() === other.getTime();

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** "Ana: send the report" is a task of Ana. */
const OWNER = /^(\p{Lu}[\p{L} .'-]{0,40}): (.+)$/su;

export function tasks({ parts, transcript, reworded }: Given): ItemKind<MadeActionItem> {
  const { segments, user_name } = transcript;
  const others = segments.flatMap((each) => (each.is_user ? [] : (each.speaker_name ?? [])));
  const split = (text: string) => (OWNER.exec(text)?.slice(1) ?? ['', text]) as [string, string];
  const sourceOf = sourcesIn(segments);
  return {
    written: parts.flatMap(({ action_items = [] }) =>
      action_items.flatMap(({ description, due, quote }) => {
        const source = sourceOf(quote);
        const due_at = source && due ? dueOf(due, source, transcript) : null;
        return source ? [{ description, due_at, segment_id: source.id }] : [];
      }),
    ),
    textOf: ({ description }) => description,
    isSame(one, other) {
      const isSameTurn = one.segment_id === other.segment_id;
      const [owner, task] = split(one.description);
      const [otherOwner, otherTask] = split(other.description);
      if (!isSameTurn && (owner !== otherOwner || !isSameTime(one.due_at, other.due_at))) {
        return false;
      }
      // "Booking a ferry", in the same words, is "Book the ferry".
      const isForm = isSameTurn && overlapOf(task, otherTask) === 1 && negateAlike(task, otherTask);
      return isForm || sayAlike(task, otherTask);
    },
    better(item, words, { whose = '', written }) {
      if (written && containsAllOf(item.description, words)) return item;
      const [owner, task] = split(item.description);
      const isNamed = (name: string | null) => name?.toLowerCase() === whose.toLowerCase();
      const isUsers = ['user', user_name].some(isNamed);
      const prefix = isUsers ? '' : (others.find(isNamed) ?? owner);
      const line = reworded(task, split(words)[1], item.segment_id);
      const description = prefix === '' ? line : `${prefix}: ${line}`;
      const isSame = description === item.description;
      return isSame ? item : { ...item, description, heard: item.heard ?? item.description };
    },
  };
}

export function appointments({ parts, transcript, reworded }: Given): ItemKind<MadeEvent> {
  const sourceOf = sourcesIn(transcript.segments);
  return {
    written: parts.flatMap(({ events = [] }) =>
      events.flatMap(({ quote, start: when, ...event }) => {
        const source = sourceOf(quote);
        const span = source && spanOf(when, event.duration, source, transcript);
        return span ? [{ ...event, ...span, segment_id: source.id }] : [];
      }),
    ),
    textOf: ({ title }) => title,
    isSame(one, other) {
      const apart = Math.abs(one.start.getTime() - other.start.getTime());
      const isSameTurn = one.segment_id === other.segment_id;
      if (apart === 0 && isSameTurn) return true;
      return (apart < DAY_MS || isSameTurn) && sayAlike(one.title, other.title);
    },
    better: (item, words, { written }) =>
      written && containsAllOf(item.title, words)
        ? item
        : { ...item, title: reworded(item.title, words, item.segment_id) },
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
): ItemKind<MadeMemory> & { heard_again: HeardAgain[] } {
  const sourceOf = sourcesIn(transcript.segments.filter(isSurelyOwn));
  const most = transcript.memories_of_each_kind ?? MEMORIES_OF_EACH_KIND;
  const known = new KnownTexts(transcript.known_memories, transcript.language.slice(0, 2));
  const heard_again: HeardAgain[] = [];
  const isTakenAway = wasTakenAway(transcript);
  const isNew = (content: string, old?: string) => {
    const same = known.find({ text: content });
    const isKnown = same !== undefined && same !== old;
    return !TIME_BOUND.test(content) && !isTakenAway(content) && content !== old && !isKnown;
  };
  return {
    heard_again,
    written: parts.flatMap(({ memories = [] }) =>
      memories.flatMap(({ content, category, quote, replaces }) => {
        const source = sourceOf(quote);
        const old = replacedBy({ content, replaces }, replaceable);
        if (!source) return [];
        if (!isNew(content, old?.content)) {
          const same = known.find({ text: content });
          if (same !== undefined) heard_again.push({ known: same, content, segment_id: source.id });
          return [];
        }
        return { content, category, segment_id: source.id, ...(old && { replaces: old.id }) };
      }),
    ),
    textOf: ({ content }) => content,
    isSame: (one, other) => sayAlike(one.content, other.content),
    better(item, words, { written }) {
      const replaces = item.replaces ?? written?.replaces;
      const isFuller = written !== undefined && containsAllOf(item.content, words);
      const content = isFuller ? item.content : reworded(item.content, words, item.segment_id);
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

/** Two facts with a smaller share of common words are about different things, whatever the model says. */
const ABOUT_THE_SAME = 0.3;

/** Returns the known fact that a new one replaces. Both must be about the same thing. */
function replacedBy(
  { content, replaces }: Pick<DraftFact, 'content' | 'replaces'>,
  replaceable: readonly Replaceable[],
): Replaceable | undefined {
  const mark = replaces?.replace(/^memory:/, '').replace(/[^a-z0-9-]/gi, '');
  const old = replaceable.find((memory) => memory.mark === mark);
  return old && overlapOf(old.content, content) >= ABOUT_THE_SAME ? old : undefined;
}

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/;

const dayAfter = (date: string): string => isoDay(addDays(wallClockOf(date), 1));

const momentOf = ({ started_at }: Transcript, { start }: TranscriptSegment): Date =>
  new Date(started_at.getTime() + start * 1000);

/** Reads an instant, or a spoken time in the user's calendar. */
function dueOf(words: string, source: TranscriptSegment, transcript: Transcript): Date | null {
  if (INSTANT.test(words)) return new Date(words);
  const at = momentOf(transcript, source);
  const [mention] = findTimes(words, { ...transcript, at });
  return mention ? dueAt(mention, transcript, at) : null;
}

/** When an event begins and how long it lasts. The end that was said counts more than the model's. */
function spanOf(
  words: string,
  duration: number,
  source: TranscriptSegment,
  transcript: Transcript,
): Pick<MadeEvent, 'start' | 'duration' | 'date'> | null {
  if (INSTANT.test(words)) return { start: new Date(words), duration };
  const [mention] = findTimes(words, { ...transcript, at: momentOf(transcript, source) });
  if (!mention) return null;
  const { date, time, instant, end } = mention;
  const zone = knownZone(transcript.timezone);
  if (time !== null) {
    // A range of days that begins at an hour ends with its last day, if no other hour was said.
    const until = end && (end.time === null ? startOfDay(dayAfter(end.date), zone) : end.instant);
    const minutes = until && Math.round((until.getTime() - instant.getTime()) / MINUTE_MS);
    return { start: instant, duration: minutes && minutes > 0 ? minutes : duration };
  }
  const days = Math.round((Date.parse(end?.date ?? date) - Date.parse(date)) / DAY_MS) + 1;
  const start = startOfDay(date, zone);
  return { start, duration: days * WHOLE_DAY, date };
}
