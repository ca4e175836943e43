/** The first line of an answer without a language model: what the reader found, or that it is nothing. */
import type { Reader } from '../../reading/reader.ts';
import type { AnswerPart, Evidence, Question } from '../answerer.ts';
import { bestOf, findAnswers, type FoundAnswer } from './found-answers.ts';
import { hiddenOf } from './hidden.ts';
import { datesFor, markerFor } from '../marks.ts';
import { phrasesFor, type Phrases } from '../phrases.ts';
import { isQuoted, isSaidByThem, toldIn } from './told.ts';
import { Wording } from './wording.ts';

const MAX_LISTED = 5;

export interface Opening {
  parts: AnswerPart[];
  /** The tasks, events and memories that the answer does not repeat, because the line says them. */
  contains: ReadonlySet<object>;
  /** The words that answer; null when nothing does. Absent when something else is said, such as a list of tasks. */
  found?: Pick<FoundAnswer, 'words' | 'verdict'> | null;
}

/** Returns null when there is nothing in which an answer could be, when records are asked for, or when the quotations answer. */
export async function openingOf(
  question: Question,
  evidence: Evidence,
  { reader, signal }: { reader: Reader; signal?: AbortSignal | undefined },
): Promise<Opening | null> {
  const phrases = phrasesFor(question.text);
  const hidden = hiddenOf(question, evidence, phrases);
  if (hidden) return hidden;
  if (question.wantsRecords) {
    return tasksListed(question, evidence, phrases) ?? eventsListed(question, evidence, phrases);
  }
  const found = await findAnswers({ question, evidence, phrases }, reader, signal);
  if (found.read === 0) return null;
  const { answer, older } = bestOf(found);
  const told = toldIn(question.meant ?? question.text);
  if (told && !(answer && isSaidByThem(told, answer, evidence)) && isQuoted(told, evidence)) {
    return null;
  }
  if (!answer) {
    const text = `${phrases.nothing} ${phrases.nearest}`;
    return { parts: [{ text, from: [] }], contains: new Set(), found: null };
  }
  const wording = new Wording(question, evidence, phrases);
  return answer.kind === 'talk'
    ? { parts: wording.ofTalk(answer, older), contains: new Set(), found: answer }
    : { parts: [wording.ofRecord(answer)], contains: new Set([answer.item]), found: answer };
}

function tasksListed(
  { timezone }: Question,
  { tasks }: Evidence,
  phrases: Phrases,
): Opening | null {
  if (tasks.length === 0) return null;
  const { day } = datesFor(phrases.locale, timezone);
  const { parts, contains } = listed(tasks, ({ description, due_at }) =>
    due_at ? `${description} (${day.format(due_at)})` : description,
  );
  const count = { text: `${phrases.tasks(tasks.length)}: `, from: [] };
  return { parts: [count, ...parts], contains };
}

function eventsListed(
  question: Question,
  { events, conversations }: Evidence,
  phrases: Phrases,
): Opening | null {
  if (events.length === 0) return null;
  const { moment } = datesFor(phrases.locale, question.timezone);
  const mark = markerFor(question, conversations);
  return listed(events, ({ id, title, at }) => `${title}, ${moment.format(at)}${mark(id)}`);
}

/** A part of its own for each record, because one that is deleted takes its part out of the answer. */
function listed<Item extends { id: string }>(
  items: readonly Item[],
  textOf: (item: Item) => string,
): Opening {
  const first = items.slice(0, MAX_LISTED);
  const isAll = items.length <= MAX_LISTED;
  const parts = first.map((item, place) => {
    const end = place < first.length - 1 ? '; ' : isAll ? '.' : ', ….';
    return { text: `${textOf(item)}${end}`, from: [item.id] };
  });
  return { parts, contains: new Set(isAll ? first : []) };
}
