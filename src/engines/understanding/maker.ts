import type { FirstWeekday } from '../calendar/wall-clock.ts';
/**
 * The interface of the parts that understand a finished transcript. There are two implementations:
 * the built-in reader, which are deterministic and need nothing, and any OpenAI-compatible language
 * model.
 */
export const CATEGORIES = [
  'personal',
  'education',
  'health',
  'finance',
  'legal',
  'philosophy',
  'spiritual',
  'science',
  'entrepreneurship',
  'parenting',
  'romantic',
  'travel',
  'inspiration',
  'technology',
  'business',
  'social',
  'work',
  'sports',
  'politics',
  'literature',
  'history',
  'architecture',
  'music',
  'weather',
  'news',
  'entertainment',
  'psychology',
  'real',
  'design',
  'family',
  'economics',
  'environment',
  'other',
] as const;
export type Category = (typeof CATEGORIES)[number];

export interface TranscriptSegment {
  id: string;
  text: string;
  speaker_id: number | null;
  speaker_name: string | null;
  /** True for words of the account's owner. */
  is_user: boolean;
  /** True when the voice is probably the owner's. No memories are made from such a segment. */
  is_user_probable?: boolean;
  /** Seconds from the start of the conversation. */
  start: number;
  end: number;
  /**
   * The recogniser's confidence in the words, 0 to 1; null when unknown. Memories are made only
   * from segments with high confidence.
   */
  confidence: number | null;
  /** The parts of the text that the recogniser probably misheard, as offsets in order. */
  doubtful?: readonly { start: number; end: number }[];
}

export interface Transcript {
  started_at: Date;
  /** The IANA time zone of the user, in which words such as "tomorrow" are understood. */
  timezone: string;
  /** The first day of the user's week; Monday by default. */
  week_start?: FirstWeekday;
  /** The hour at which a task is due when only its day was said; the end of the day by default. */
  due_hour?: number | null;
  /** The language (ISO 639-1). */
  language: string;
  user_name: string | null;
  segments: readonly TranscriptSegment[];
  /** Existing memories, which must not be created again. */
  known_memories: readonly string[];
  /**
   * The known memories that a better wording may replace: they came from conversations, and the
   * user never changed them. Without this list, no memory is replaced.
   */
  mergeable_memories?: readonly { id: string; content: string }[];
  /** The facts that were known before this talk, and neither rejected nor closed. */
  standing_memories?: readonly { id: string; content: string }[];
  /**
   * Facts that the user rejected. Rejected facts never become memories again, even in other words.
   */
  rejected_memories: readonly string[];
  /**
   * Fingerprints (`fingerprintOf`) of memories from this conversation that the user deleted or
   * edited.
   */
  dismissed_memories?: readonly Uint8Array[];
  /** The maximum number of memories of each kind; two by default. */
  memories_of_each_kind?: number;
  /** What the user's own decisions add to the bounds of each kind, -0.2 to 0.2; 0 by default. */
  bound_shifts?: BoundShifts;
}

/** The kinds of things that a maker may be unsure of. */
export const PERHAPS_KINDS = ['task', 'event', 'memory'] as const;
export type PerhapsKind = (typeof PERHAPS_KINDS)[number];
export type BoundShifts = Readonly<Record<PerhapsKind, number>>;

/** The default for the maximum number of memories of each kind from one conversation. */
export const MEMORIES_OF_EACH_KIND = 2;

export interface MadeActionItem {
  description: string;
  /** What the reading called it, when a language model chose other words. */
  heard?: string;
  due_at: Date | null;
  segment_id: string | null;
  found_by?: string;
  /** The calibrated chance that it is one, 0 to 1. */
  confidence?: number;
}

export interface MadeEvent {
  title: string;
  description: string;
  start: Date;
  /** Minutes; of whole days, 1440 for each, also when the clocks change. */
  duration: number;
  /** The day of an event without an hour, in the zone in which it was said: `2026-12-12`. */
  date?: string;
  segment_id?: string | null;
  found_by?: string;
  /** The calibrated chance that it is one, 0 to 1. */
  confidence?: number;
}

/** The duration of an event without an hour, in minutes. */
export const WHOLE_DAY = 1440;
/** The default duration of an event, in minutes. */
export const USUAL_DURATION = 30;

const MS_PER_MINUTE = 60_000;

/** A time on the last day of an event of whole days. */
export const lastOf = ({ start, duration }: Pick<MadeEvent, 'start' | 'duration'>): Date =>
  new Date(start.getTime() + (duration - WHOLE_DAY / 2) * MS_PER_MINUTE);

export interface MadeMemory {
  content: string;
  category: 'interesting' | 'system';
  segment_id: string | null;
  /** The id of the mergeable memory that this one replaces. */
  replaces?: string;
  /** The rules or the model that found it. */
  found_by?: string;
  /** The calibrated chance that it is one, 0 to 1. */
  confidence?: number;
}

/** A fact that becomes no memory, because a known one says the same. */
export interface HeardAgain {
  /** The text of the known memory. */
  known: string;
  /** The words in which this talk tells it. */
  content: string;
  segment_id: string | null;
}

/** What was read, but with a chance below the bound of its kind. The user is asked about it. */
export interface Perhaps {
  kind: PerhapsKind;
  text: string;
  /** The start of an event, or the time at which a task is due. */
  at: Date | null;
  segment_id: string | null;
  /** The calibrated chance, 0 to 1. */
  confidence: number;
}

/** A known fact that is over, or that was told again. */
export interface FactChange {
  memory_id: string;
  verdict: 'closed' | 'retold';
  /** The segment that says so. */
  segment_id: string;
  /** The name of the rule that decided. */
  rule: string;
  /** The part of a closed fact that is still true. */
  rest?: string;
  /** The words that tell a fact again. */
  words?: string;
}

export interface Understanding {
  title: string;
  overview: string;
  category: Category;
  emoji: string;
  action_items: MadeActionItem[];
  events: MadeEvent[];
  memories: MadeMemory[];
  changes?: readonly FactChange[];
  heard_again?: readonly HeardAgain[];
  perhaps?: readonly Perhaps[];
  /**
   * True when the maker finds nothing worth keeping. The processing decides whether to discard the
   * conversation.
   */
  worthless: boolean;
}

/** The authors of what was understood of a conversation. */
export const MAKERS = ['rules', 'language-model', 'assistant'] as const;
type MakerName = (typeof MAKERS)[number];

export interface Maker {
  readonly name: MakerName;
  understand(transcript: Transcript, options: MakerOptions): Promise<MakerResult>;
}

interface MakerOptions {
  signal: AbortSignal;
  /** Takes what is known already while a slow model is asked. */
  meanwhile?: ((made: Understanding) => Promise<void>) | undefined;
}

export interface MakerResult {
  understanding: Understanding;
  /** The maker of the result. If the rules took over, `fallback` is a sentence with the reason. */
  made_by: MakerName;
  fallback: string | null;
  /** The cost in calls and tokens; zero for the rules. */
  model_calls: number;
  model_tokens: number;
}
