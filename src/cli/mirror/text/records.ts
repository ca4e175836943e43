/** The part of each record that the mirror keeps, so that a change needs no other record again. */
import type { Operations } from '../../../../client/src/index.ts';
import { onOneLine } from './lines.ts';

export type FeedChange = Operations['listChanges']['output']['items'][number];
type OfFeed<Kind extends FeedChange['kind']> = Extract<
  FeedChange,
  { kind: Kind; deleted: false }
>['record'];
export type FullConversation = OfFeed<'conversation'>;

export interface RecordOf {
  person: { name: string };
  conversation: {
    title: string;
    emoji: string;
    /** The day and the time in the zone of the mirror. */
    date: string;
    time: string;
    /** Ids of people who speak. */
    people: string[];
  };
  task: {
    text: string;
    completed: boolean;
    due_at: string | null;
    completed_at: string | null;
    created_at: string;
  };
  memory: { text: string; subject: string; created_at: string };
  day: {
    date: string;
    headline: string;
    overview: string;
    decisions: string[];
    questions: string[];
  };
}
export type MirrorKind = keyof RecordOf;
/** The records of each kind by their ids. */
export type Records = {
  [Kind in MirrorKind]: Record<string, RecordOf[Kind] & { listing: number }>;
};

export const NO_RECORDS = (): Records => ({
  person: {},
  conversation: {},
  task: {},
  memory: {},
  day: {},
});

/** Names of the kinds in the feed. */
export const FEED_KINDS = {
  person: 'person',
  action_item: 'task',
  memory: 'memory',
  day_summary: 'day',
  conversation: 'conversation',
} as const;

const SUBJECTS = { system: 'You', interesting: 'Knowledge', manual: 'Noted by hand' } as const;

export interface Zone {
  date(time: string): string;
  time(time: string): string;
}

export function zoneOf(timeZone: string): Zone {
  const day = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' });
  return {
    date: (time) => day.format(new Date(time)),
    time: (time) => clock.format(new Date(time)),
  };
}

export function taskRecord(record: OfFeed<'action_item'>): RecordOf['task'] {
  const { description, completed, due_at, completed_at, created_at } = record;
  return { text: onOneLine(description), completed, due_at, completed_at, created_at };
}

type AnyMemory = Pick<OfFeed<'memory'>, 'content' | 'category' | 'tags' | 'created_at'> &
  Partial<Pick<OfFeed<'memory'>, 'until' | 'user_review'>>;

/** Returns null for a fact that is no longer true, or that the user rejected. */
export function memoryRecord(record: AnyMemory): RecordOf['memory'] | null {
  const { content, category, tags, created_at, until = null, user_review = null } = record;
  if (until !== null || user_review === false) return null;
  return {
    text: onOneLine(content),
    subject: onOneLine(tags[0] ?? '') || SUBJECTS[category],
    created_at,
  };
}

/** What a new fact in the file of a subject gets. */
export function fieldsOfSubject(
  subject: string,
): { category: 'system' | 'interesting' | 'manual' } | { tags: string[] } {
  const own = Object.entries(SUBJECTS).find(([, name]) => name === subject);
  return own ? { category: own[0] as keyof typeof SUBJECTS } : { tags: [subject] };
}

/** Returns null for a conversation that is not finished, or not worth keeping. */
export function conversationRecord(
  record: FullConversation,
  { zone, people }: { zone: Zone; people: Records['person'] },
): RecordOf['conversation'] | null {
  const { status, discarded, structured, started_at, created_at, transcript_segments } = record;
  if (status === 'in_progress' || status === 'processing' || discarded) return null;
  const began = started_at ?? created_at;
  const names = new Set(transcript_segments?.map(({ speaker_name }) => speaker_name));
  return {
    title: onOneLine(structured.title) || 'Conversation',
    emoji: structured.emoji,
    date: zone.date(began),
    time: zone.time(began),
    people: Object.keys(people).filter((id) => names.has(people[id]!.name)),
  };
}

export function dayRecord(record: OfFeed<'day_summary'>): RecordOf['day'] {
  const { date, headline, overview, decisions_made, unresolved_questions } = record;
  return {
    date,
    headline: onOneLine(headline),
    overview,
    decisions: decisions_made.map(({ decision }) => onOneLine(decision)),
    questions: unresolved_questions.map(({ question }) => onOneLine(question)),
  };
}
