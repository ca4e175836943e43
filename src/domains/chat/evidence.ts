import { NotReady } from '../../core/errors.ts';
import { findTimes } from '../../engines/understanding/dates.ts';
import type { Evidence, Question } from '../../engines/answering/answerer.ts';
import type { Context } from '../../kit/context.ts';
import { may } from '../../kit/operation.ts';
import { boundsOf } from '../accounts/day-bounds.ts';
import { listActionItems } from '../action-items/action-items.ts';
import { listConversations } from '../conversations/conversations.ts';
import { searchConversations } from '../conversations/search.ts';
import { searchMemories } from '../memories/search.ts';

const MOST_MEMORIES = 5;
const MOST_TASKS = 20;
const ABOUT_TASKS =
  /\b(?:tasks?|to-?dos?|action items?|(?:have|need|supposed) to do|due|promised?)\b/i;

interface Source {
  id: string;
  title: string;
  created_at: string;
}

export interface Found {
  evidence: Evidence;
  /** Of the evidence's conversations, in the same order. */
  sources: Source[];
}

/**
 * What the user's data says about a question, by the same operations that programs call. Of what a
 * key may not read nothing is found.
 */
export async function collectEvidence(
  context: Context,
  question: Question,
  limit: number,
): Promise<Found> {
  const range = rangeOf(question);
  const [conversations, memories, tasks] = await Promise.all([
    conversationsAbout(context, question, { limit, range }),
    may(context, 'memories:read') ? memoriesAbout(context, question) : [],
    may(context, 'action_items:read') && ABOUT_TASKS.test(question.text) ? openTasks(context) : [],
  ]);
  return {
    sources: conversations.map(({ id, title, created_at }) => ({ id, title, created_at })),
    evidence: { conversations, memories, tasks },
  };
}

/** The days that a question names: "last week", "on Monday". */
function rangeOf({ text, at, timezone }: Question): { start_date?: string; end_date?: string } {
  const day = findTimes(text, { at, timezone }).find(({ has_day }) => has_day);
  if (!day) return {};
  const last = day.end?.date ?? day.date;
  const { from, until } = boundsOf({ start_date: day.date, end_date: last }, timezone);
  return { start_date: from!.toISOString(), end_date: until!.toISOString() };
}

async function conversationsAbout(
  context: Context,
  { text }: Question,
  { limit, range }: { limit: number; range: ReturnType<typeof rangeOf> },
): Promise<(Source & Evidence['conversations'][number])[]> {
  const { items } = await searchConversations(context, { query: text, limit, ...range });
  if (items.length > 0) {
    return items.map(({ conversation, matches }) => ({
      ...sourceOf(conversation),
      quotes: matches.map(({ speaker_name, text: words }) => ({
        speaker: speaker_name ?? 'Somebody',
        text: words,
      })),
    }));
  }
  if (!range.start_date) return [];
  // "What happened yesterday?" has no words to search for: the days are what is asked.
  const listed = await listConversations(context, { limit, ...range });
  return listed.items.map((conversation) => ({ ...sourceOf(conversation), quotes: [] }));
}

type Listed = Awaited<ReturnType<typeof listConversations>>['items'][number];

function sourceOf({ id, created_at, started_at, structured }: Listed) {
  const { title, overview } = structured;
  return { id, created_at, title, overview, at: new Date(started_at ?? created_at) };
}

async function memoriesAbout(context: Context, { text }: Question): Promise<string[]> {
  const { items } = await searchMemories(context, { query: text, limit: MOST_MEMORIES }).catch(
    (error: unknown) => {
      // Held memories are left out; conversations still answer.
      if (error instanceof NotReady) return { items: [] };
      throw error;
    },
  );
  return items.map(({ memory }) => memory.content);
}

async function openTasks(context: Context): Promise<Evidence['tasks']> {
  const { items } = await listActionItems(context, { completed: false, limit: MOST_TASKS });
  return items.map(({ description, due_at }) => ({
    description,
    due_at: due_at === null ? null : new Date(due_at),
  }));
}
