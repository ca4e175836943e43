import { NotFound, NotReady } from '../../core/errors.ts';
import { findTimes } from '../../engines/understanding/dates.ts';
import { passagesAbout } from '../../engines/answering/passages.ts';
import { wordsOf } from '../../engines/search/words.ts';
import type { Evidence, Question } from '../../engines/answering/answerer.ts';
import type { Context } from '../../kit/context.ts';
import { may } from '../../kit/operation.ts';
import { boundsOf } from '../accounts/day-bounds.ts';
import { getActionItem, listActionItems } from '../action-items/action-items.ts';
import { listConversations, wholeConversation } from '../conversations/conversations.ts';
import { searchConversations } from '../conversations/search.ts';
import { getMemory } from '../memories/memories.ts';
import { searchMemories } from '../memories/search.ts';

const MOST_MEMORIES = 5;
const MOST_TASKS = 20;
const MOST_PASSAGES = 12;
/** A question with fewer words leans on the one before: "And when?" */
const WORDS_OF_ITS_OWN = 3;
const ABOUT_TASKS =
  /\b(?:tasks?|to-?dos?|action items?|(?:have|need|supposed) to do|due|promised?)\b/i;

interface Source {
  id: string;
  title: string;
  created_at: string;
}

/** What comes with a question. */
export interface Given {
  files?: readonly { name: string; content: string }[];
  /** What the user looks at while asking. */
  focus?: Focus | null;
}

export interface Focus {
  type: 'conversation' | 'task' | 'memory' | 'recap';
  id?: string | null | undefined;
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
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
  asked: Question,
  { limit, files = [], focus = null }: { limit: number } & Given,
): Promise<Found> {
  const question = { ...asked, text: meantBy(asked) };
  const range = rangeOf(question, focus);
  const [looked, found, memories, tasks] = await Promise.all([
    focusOf(context, focus),
    conversationsAbout(context, question, { limit, range }),
    may(context, 'memories:read') ? memoriesAbout(context, question) : [],
    may(context, 'action_items:read') && ABOUT_TASKS.test(question.text) ? openTasks(context) : [],
  ]);
  const others = found.filter(({ id }) => id !== looked.conversation?.id);
  const conversations = looked.conversation
    ? [looked.conversation, ...others].slice(0, limit)
    : others;
  return {
    sources: conversations.map(({ id, title, created_at }) => ({ id, title, created_at })),
    evidence: {
      conversations,
      memories: [...new Set([...looked.memories, ...memories])],
      tasks: [...looked.tasks, ...tasks],
      files: files.map(({ name, content }) => ({
        name,
        passages: passagesAbout(content, question.text, MOST_PASSAGES),
      })),
    },
  };
}

/** With what it leans on. */
function meantBy({ text, history = [] }: Question): string {
  const before = history.findLast(({ sender }) => sender === 'human');
  return before && wordsOf(text).length < WORDS_OF_ITS_OWN ? `${before.text} ${text}` : text;
}

interface Looked {
  conversation: (Source & Evidence['conversations'][number]) | null;
  memories: string[];
  tasks: Evidence['tasks'];
}

/** What the user looks at; nothing when it is not there any more. */
async function focusOf(context: Context, focus: Focus | null): Promise<Looked> {
  const nothing: Looked = { conversation: null, memories: [], tasks: [] };
  const { type, id } = focus ?? {};
  if (!id) return nothing;
  try {
    if (type === 'conversation') {
      const whole = await wholeConversation(context, id);
      const quotes = whole.transcript_segments.map(({ speaker_name, text }) => ({
        speaker: speaker_name ?? 'Somebody',
        text,
      }));
      return { ...nothing, conversation: { ...sourceOf(whole), quotes } };
    }
    if (type === 'memory') {
      const { content } = await getMemory(context, { memory_id: id });
      return { ...nothing, memories: [content] };
    }
    if (type === 'task') {
      const { description, due_at } = await getActionItem(context, { action_item_id: id });
      return {
        ...nothing,
        tasks: [{ description, due_at: due_at === null ? null : new Date(due_at) }],
      };
    }
    return nothing;
  } catch (error) {
    if (error instanceof NotFound || error instanceof NotReady) return nothing;
    throw error;
  }
}

/** The days that a question names ("last week", "on Monday"), or that the user looks at. */
function rangeOf(
  { text, at, timezone }: Question,
  focus: Focus | null,
): { start_date?: string; end_date?: string } {
  if (focus?.type === 'recap' && focus.start_date) {
    const { start_date, end_date } = focus;
    return { start_date, ...(end_date && { end_date }) };
  }
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
