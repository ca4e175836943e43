import { setImmediate as turn } from 'node:timers/promises';
import { NotFound, NotReady } from '../../core/errors.ts';
import { eventsAbout } from '../../engines/answering/events-about.ts';
import { passagesAbout } from '../../engines/answering/passages.ts';
import { turnsAbout } from '../../engines/answering/turns-about.ts';
import { timesIn } from '../../engines/search/question-times.ts';
import { withoutMiddle } from '../../engines/understanding/short-text.ts';
import { wordsOf } from '../../engines/words/terms.ts';
import type { Evidence, Question } from '../../engines/answering/answerer.ts';
import type { Context } from '../../kit/context.ts';
import { may } from '../../kit/operation.ts';
import { getActionItem, listActionItems } from '../action-items/action-items.ts';
import { searchActionItems } from '../action-items/search.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { eventsHeard } from '../conversation-lists/heard-events.ts';
import { getMemory, lastTold, listMemories } from '../memories/memories.ts';
import { understandQuery } from '../queries/understanding.ts';
import {
  conversationsAbout,
  isAboutTasks,
  matterOf,
  foundSource,
  wantsRecords,
  wantsTasks,
} from './found-conversations.ts';
import type { Range, Source, FoundTalk } from './found-conversations.ts';
import { quoteOf } from './spoken.ts';
import { searchMemories } from '../memories/searching/search.ts';
import { MAX_SEARCH_TEXT } from '../queries/search-shapes.ts';

const MAX_MEMORIES = 5;
/** How many of the latest memories are read for a question in the first person. */
const MAX_GUESSES = 32;
const MAX_TASKS = 20;
const MAX_FOUND_TASKS = 4;
const MAX_PASSAGES = 12;
/**
 * The maximum number of conversations that are included because the question is about an event in
 * them.
 */
const MAX_FOR_EVENTS = 2;
/** A question with fewer words refers to the previous question: "And when?" */
const WORDS_OF_ITS_OWN = 3;

/** Data that the caller sends with a question. */
export interface Given {
  files?: readonly { name: string; content: string }[];
  /** The error to show while memories are closed. */
  closed?: NotReady | undefined;
  /** The object on the user's screen. */
  focus?: Focus | null;
}

interface Focus {
  type: 'conversation' | 'task' | 'memory' | 'recap';
  id?: string | null | undefined;
  start_date?: string | null | undefined;
  end_date?: string | null | undefined;
}

export interface FoundEvidence {
  evidence: Evidence;
  /** What the question asks for. */
  asked: Pick<Question, 'meant' | 'wantsRecords'>;
  /** The sources of the evidence's conversations, in the same order. */
  sources: (Source & { started_at: string })[];
}

/**
 * Collects the user's data about a question, with the same operations that programs call. Omits
 * data that the key may not read.
 */
export async function collectEvidence(
  context: Context,
  asked: Question,
  { limit, files = [], focus = null, closed }: { limit: number } & Given,
): Promise<FoundEvidence> {
  const question = { ...asked, text: withoutMiddle(meantBy(asked), MAX_SEARCH_TEXT) };
  const readsMemories = may(context, 'memories:read');
  const range = rangeOf(focus);
  const understood = await understandQuery(context, question.text, {});
  const [looked, found, heard, memories, tasks] = await Promise.all([
    focusOf(context, focus, question.text),
    conversationsAbout(context, question, { limit, range, asked: understood }),
    range ? [] : eventsHeard(context),
    readsMemories && !closed ? memoriesAbout(context, question) : [],
    may(context, 'action_items:read') ? tasksAbout(context, question) : [],
  ]);
  const events = eventsAbout(
    heard.map((each) => ({ ...each, about: each.conversation.title })),
    question,
  );
  const best = onceEach([...(looked.conversation ? [looked.conversation] : []), ...found]);
  const unheard = onceEach(events.map(({ conversation }) => ({ ...conversation, quotes: [] })))
    .filter(({ id }) => !best.some((each) => each.id === id))
    .slice(0, Math.min(MAX_FOR_EVENTS, limit));
  const chosen = [...best.slice(0, limit - unheard.length), ...unheard];
  return {
    asked: {
      meant: question.text,
      wantsRecords:
        understood.isWithoutSubject ||
        wantsRecords(question) ||
        (isAboutTasks(question) && tasks.length > 0),
    },
    sources: chosen.map(({ id, title, created_at, at }) => ({
      id,
      title,
      created_at,
      started_at: at.toISOString(),
    })),
    evidence: {
      conversations: chosen,
      events: events.map(({ conversation: { id }, ...event }) => ({ id, ...event })),
      memories: onceEach([...looked.memories, ...memories]),
      tasks: onceEach([...looked.tasks, ...tasks]),
      files: await passagesOf(files, question.text),
      // A key without access to memories does not learn that memories are closed.
      closed: (readsMemories && closed?.notice) || null,
    },
  };
}

function onceEach<Named extends { id: string }>(all: readonly Named[]): Named[] {
  const seen = new Set<string>();
  return all.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * Yields to the event loop after each file, because reading a large file takes some milliseconds.
 */
async function passagesOf(
  files: NonNullable<Given['files']>,
  asked: string,
): Promise<NonNullable<Evidence['files']>> {
  const read: { name: string; passages: string[] }[] = [];
  for (const { name, content } of files) {
    read.push({ name, passages: passagesAbout(content, asked, MAX_PASSAGES) });
    await turn();
  }
  return read;
}

/** Returns the question together with the earlier question to which it refers. */
function meantBy({ text, history = [] }: Question): string {
  const before = history.findLast(({ sender }) => sender === 'human');
  const isShort = wordsOf(text).length < WORDS_OF_ITS_OWN;
  return before && isShort ? `${questionIn(before.text)} ${text}` : questionIn(text);
}

/**
 * A message that is too long for the search is usually a text with a question before or after it.
 * The search then uses only the question, because the words of the text would dilute it.
 */
function questionIn(text: string): string {
  if (text.length <= MAX_SEARCH_TEXT) return text;
  const sentences = (text.match(/[^.!?\n]+[.!?]*/g) ?? []).map((each) => each.trim());
  const said = sentences.filter((each) => each !== '');
  const questions = [said[0], said.at(-1)].filter((each) => each?.endsWith('?'));
  return questions.length > 0 ? questions.join(' ') : text;
}

interface Looked {
  conversation: FoundTalk | null;
  memories: Evidence['memories'];
  tasks: Evidence['tasks'];
}

/** Returns the object on the user's screen; nothing when it no longer exists. */
async function focusOf(context: Context, focus: Focus | null, asked: string): Promise<Looked> {
  const nothing: Looked = { conversation: null, memories: [], tasks: [] };
  const { type, id } = focus ?? {};
  if (!id) return nothing;
  try {
    if (type === 'conversation') {
      const whole = await wholeConversation(context, id);
      const quotes = whole.transcript_segments.map(quoteOf);
      const conversation = { ...foundSource(whole), quotes: turnsAbout(quotes, asked) };
      return { ...nothing, conversation };
    }
    if (type === 'memory') {
      const memory = await getMemory(context, { memory_id: id });
      return { ...nothing, memories: [{ id: memory.id, content: memory.content }] };
    }
    if (type === 'task') {
      return { ...nothing, tasks: [taskOf(await getActionItem(context, { action_item_id: id }))] };
    }
    return nothing;
  } catch (error) {
    if (error instanceof NotFound || error instanceof NotReady) return nothing;
    throw error;
  }
}

/** Returns the days on the user's screen. The question then applies only to those days. */
function rangeOf(focus: Focus | null): Range | null {
  if (focus?.type !== 'recap' || !focus.start_date) return null;
  const { start_date, end_date } = focus;
  return { start_date, ...(end_date && { end_date }) };
}

/** "What do I do for a living?" is answered by a memory that shares no word with it. */
const FIRST_PERSON =
  /(?<!\p{L})(?:i|me|my|mine|ich|mir|mich|meine?[rsnm]?|yo|mi|mis|me|conmigo|vivo|tengo|soy)(?!\p{L})/iu;

const ABOUT_SELF = /\b(?:who am i|about me|know me)\b/i;

async function memoriesAbout(context: Context, question: Question): Promise<Evidence['memories']> {
  const limit = MAX_MEMORIES;
  if (matterOf(question).length > 0) {
    const { items } = await searchMemories(context, { query: question.text, limit });
    const times = await lastTold(
      context,
      items.map(({ memory }) => memory.id),
    );
    const found = items.map(({ memory: { id, content } }) => {
      const at = times.get(id);
      return { id, content, ...(at && { at }) };
    });
    if (!FIRST_PERSON.test(question.text)) return found;
    const latest = await listMemories(context, { limit: MAX_GUESSES });
    const guesses = latest.items.map(({ id, content }) => ({ id, content, isGuess: true }));
    return onceEach([...found, ...guesses]);
  }
  if (!ABOUT_SELF.test(question.text)) return [];
  const { items } = await listMemories(context, { limit });
  return items.map(({ id, content }) => ({ id, content }));
}

/**
 * Returns the open tasks about a question; all when it asks for them. If it then names a time,
 * returns only tasks that are due by its end.
 */
async function tasksAbout(context: Context, question: Question): Promise<Evidence['tasks']> {
  const { text, at, timezone } = question;
  if (!wantsTasks(question)) {
    if (matterOf(question).length === 0) return [];
    const wanted = { query: text, limit: MAX_FOUND_TASKS, completed: false };
    const { items: found } = await searchActionItems(context, wanted);
    return found.map(({ action_item }) => taskOf(action_item));
  }
  const { items } = await listActionItems(context, { completed: false, limit: MAX_TASKS });
  const end = Math.max(...timesIn(text, { now: at, timezone }).times.map(({ until }) => until));
  const tasks = items.map(taskOf);
  return Number.isFinite(end)
    ? tasks.filter(({ due_at }) => due_at && due_at.getTime() < end)
    : tasks;
}

function taskOf({
  id,
  description,
  due_at,
}: {
  id: string;
  description: string;
  due_at: string | null;
}) {
  return { id, description, due_at: due_at === null ? null : new Date(due_at) };
}
