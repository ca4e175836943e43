/** Finds the conversations that a question is about. */
import { timesIn } from '../../engines/search/question-times.ts';
import { withoutComing } from '../../engines/answering/events-about.ts';
import { isAsking } from '../../engines/answering/kinds.ts';
import { isOfTalking, tellingTerms } from '../../engines/words/terms.ts';
import type { Evidence, Question } from '../../engines/answering/answerer.ts';
import type { Context } from '../../kit/context.ts';
import { listConversations } from '../conversation-lists/conversations.ts';
import { matchesOf, reasonOf } from '../conversation-lists/conversation-matches.ts';
import {
  findConversations,
  searchConversations,
} from '../conversation-lists/conversation-search.ts';
import type { UnderstoodQuery } from '../queries/understanding.ts';
import { quoteOf } from './spoken.ts';

/** How many of the latest conversations are read when the search finds none. */
const MAX_GUESSES = 3;
/** A model puts this many of the found conversations in order. */
const MAX_ORDERED = 50;
const TASKS = /\b(?:tasks?|to-?dos?|action items?|aufgaben?|tareas?)\b/i;
const ABOUT_TASKS = new RegExp(
  `${TASKS.source}|\\b(?:(?:have|need|supposed) to do|due|promised?|zu tun|que hacer)\\b`,
  'gi',
);

export interface Source {
  id: string;
  title: string;
  created_at: string;
}

export interface Range {
  start_date?: string;
  end_date?: string;
}

/**
 * Returns the past period that a question names ("last week", "on Monday"). A conversation from
 * that time is a likely answer, but not a certain one. Somebody may have mentioned "the flight on
 * Friday" on another day.
 */
function pastNamedBy({ text, at, timezone }: Question): Range | null {
  const { times } = timesIn(text, { now: at, timezone });
  const past = times.find(({ from }) => from < at.getTime());
  if (!past) return null;
  const instant = (time: number) => new Date(time).toISOString();
  return { start_date: instant(past.from), end_date: instant(past.until) };
}

export type FoundTalk = Source & Evidence['conversations'][number];

export async function conversationsAbout(
  context: Context,
  question: Question,
  { limit, range, asked }: { limit: number; range: Range | null; asked: UnderstoodQuery },
): Promise<FoundTalk[]> {
  const { text: query, timezone } = question;
  const past = range ? null : pastNamedBy(question);
  const days = range ?? past;
  const matter = matterOf(question);
  // "What happened yesterday?" contains no words to search for, because it asks about the day
  // itself.
  const within = range ? [] : await withinAsked(context, question, { asked, limit });
  if (within.length > 0) return within;
  if (matter.length === 0) return days ? talksOf(context, days, limit) : [];
  const found = await searched(context, { query, timezone, limit, ...range });
  // If the question names a past time, other results must share a word with it.
  const telling = past ? found.filter(hasSomeOf(new Set(matter))) : found;
  if (telling.length > 0) return telling;
  if (days) return talksOf(context, days, limit);
  const latest = await talksOf(context, {}, Math.min(limit, MAX_GUESSES));
  return latest.map((talk) => ({ ...talk, isGuess: true }));
}

/**
 * Returns the conversations from the time, with the people and in the folder that a question names.
 * A question may also name the time of something else ("the flight on Friday"), so that others are
 * read when none of these is about its matter.
 */
async function withinAsked(
  context: Context,
  question: Question,
  { asked, limit }: { asked: UnderstoodQuery; limit: number },
): Promise<FoundTalk[]> {
  if (!asked.restriction) return [];
  const ranked = await findConversations(context, asked, { limit });
  const found = await matchesOf(context, ranked, false);
  const talks = found.map(({ row, ...why }) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    title: row.title,
    overview: row.overview,
    language: row.language,
    at: row.started_at ?? row.created_at,
    quotes: reasonOf(why, asked.understood.text).matches.map(quoteOf),
  }));
  const matter = matterOf({ ...question, text: asked.understood.text });
  return asked.isWithoutSubject ? talks : talks.filter(hasSomeOf(new Set(matter)));
}

/** With a model that orders what was found, more is found first. */
async function searched(
  context: Context,
  asked: { query: string; timezone: string; limit: number } & Range,
): Promise<FoundTalk[]> {
  const { order } = context.search;
  const limit = order ? MAX_ORDERED : asked.limit;
  const { items } = await searchConversations(context, { ...asked, limit });
  const found = items.map(({ conversation, matches }) => ({
    ...foundSource(conversation),
    quotes: matches.map(quoteOf),
  }));
  if (!order) return found;
  const texts = found.map(({ title, overview, quotes }) =>
    [title, ...quotes.map(({ text }) => text), overview].join('\n'),
  );
  const places = await order(asked.query, texts);
  return places.slice(0, asked.limit).map((place) => found[place]!);
}

async function talksOf(context: Context, days: Range, limit: number): Promise<FoundTalk[]> {
  const { items } = await listConversations(context, { limit, ...days });
  return items.map((conversation) => ({ ...foundSource(conversation), quotes: [] }));
}

const COURTESY =
  /^\W*(?:thanks?(?: you)?|hi|hello|hey|bye|good (?:morning|afternoon|evening|night))\b\W*$/iu;

/** Returns the topic words of a question. "What do I have to do today?" has none. */
export function matterOf({ text, at, timezone }: Question): string[] {
  if (COURTESY.test(text)) return [];
  const { rest } = timesIn(text, { now: at, timezone });
  return tellingTerms(rest.replace(ABOUT_TASKS, ' ')).filter(
    (term) => !isOfTalking(term) && !isAsking(term),
  );
}

/** Returns whether a question is about tasks: "What did I promise Ana?" */
export const isAboutTasks = ({ text }: Question): boolean => text.search(ABOUT_TASKS) >= 0;

/** Returns whether a question asks for all open tasks. */
export const wantsTasks = (question: Question): boolean =>
  isAboutTasks(question) && (TASKS.test(question.text) || matterOf(question).length === 0);

/** Returns whether a question asks for tasks, appointments or talks, not for what they say. */
export const wantsRecords = (question: Question): boolean =>
  wantsTasks(question) ||
  matterOf({ ...question, text: withoutComing(question.text) }).length === 0;

function hasSomeOf(asked: ReadonlySet<string>): (talk: FoundTalk) => boolean {
  return ({ title, overview, quotes }) =>
    tellingTerms([title, overview, ...quotes.map(({ text }) => text)].join(' ')).some((term) =>
      asked.has(term),
    );
}

type Listed = Awaited<ReturnType<typeof listConversations>>['items'][number];

export function foundSource({ id, created_at, started_at, language, structured }: Listed) {
  const { title, overview } = structured;
  return { id, created_at, title, overview, language, at: new Date(started_at ?? created_at) };
}
