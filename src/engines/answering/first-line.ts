/** The first line of an answer without a model: the best task, event, memory or sentence. */
import { tellingTerms } from '../search/words.ts';
import { kindOf } from './answer-candidates.ts';
import { asksForComing, MAX_PERHAPS } from './events-about.ts';
import { bestSentence, type AnswerSentence } from './best-sentence.ts';
import type { AnswerPart, Evidence, Question } from './answerer.ts';
import { datesFor, markerFor } from './marks.ts';
import { phrasesFor } from './phrases.ts';

/** A memory with a smaller share of the question's words answers nothing. */
const ENOUGH = 0.3;
/** Later results need a better sentence than earlier ones. */
const PER_PLACE = 0.4;
const MAX_TASKS = 5;

interface FirstLine {
  parts: AnswerPart[];
  /** The tasks, events and memories that the answer does not repeat, because the line says them. */
  contains: ReadonlySet<object>;
}

/** Returns null when there is nothing in which an answer could be. */
export function firstLine(question: Question, evidence: Evidence): FirstLine | null {
  const phrases = phrasesFor(question.text);
  const { tasks, events, memories, conversations } = evidence;
  const { day, moment } = datesFor(phrases.locale, question.timezone);
  const mark = markerFor(question, conversations);
  if (tasks.length > 0) {
    const first = tasks.slice(0, MAX_TASKS);
    const listed = first.map(({ description, due_at }) =>
      due_at ? `${description} (${day.format(due_at)})` : description,
    );
    const isAll = tasks.length <= MAX_TASKS;
    const end = isAll ? '.' : ', ….';
    // A part of its own for each, because a task that is deleted takes its part out of the answer.
    const parts = first.map(({ id }, place) => ({
      text: `${listed[place]}${place === first.length - 1 ? end : '; '}`,
      from: [id],
    }));
    const count = { text: `${phrases.tasks(tasks.length)}: `, from: [] };
    return { parts: [count, ...parts], contains: new Set(isAll ? first : []) };
  }
  const event =
    kindOf(question.text) === 'time'
      ? events.find((each) => isNamedBy(question.text, each))
      : undefined;
  const sentences = conversations.flatMap(({ id, spoken }, place) => {
    const best = bestSentence(question.text, spoken ?? []);
    return best ? [{ id, place, best, rated: best.score - PER_PLACE * place }] : [];
  });
  const told = bestSentence(
    question.text,
    memories.map(({ content }) => ({ speaker: '', text: content })),
  );
  const said = sentences.toSorted((one, other) => other.rated - one.rated)[0];
  if (event) {
    return answer(`${event.title}: ${moment.format(event.at)}${mark(event.id)}.`, [event]);
  }
  const isTold = told !== null && told.coverage >= ENOUGH && told.score > (said?.rated ?? 0);
  if (isTold)
    return answer(memories[told.turn]!.content.replace(/[^.!?]$/, '$&.'), [memories[told.turn]!]);
  if (said?.best.isEnough) {
    return answer(`${quoted(said.best)}${mark(said.id)}`, [said]);
  }
  const coming = events.filter(({ at }) => at >= question.at);
  if (asksForComing(question.text) && coming.length > 0 && coming.length <= MAX_PERHAPS) {
    const listed = coming.map(({ id, title, at }) => `${title}, ${moment.format(at)}${mark(id)}`);
    return answer(`${phrases.perhaps}: ${listed.join('; ')}.`, coming);
  }
  return conversations.some(({ spoken }) => spoken) ? answer(phrases.nearest, []) : null;
}

const answer = (text: string, from: readonly { id: string }[]): FirstLine => ({
  parts: [{ text, from: from.map(({ id }) => id) }],
  contains: new Set(from),
});

const quoted = ({ speaker, text, before }: AnswerSentence): string => {
  const own = `${speaker}: “${text}”`;
  return before ? `${before.speaker}: “${before.text}” ${own}` : own;
};

/** Returns whether half of the words of a question occur in an event. */
function isNamedBy(
  question: string,
  { title, description }: { title: string; description: string },
): boolean {
  const asked = tellingTerms(question);
  const own = new Set(tellingTerms(`${title} ${description}`));
  return asked.length > 0 && asked.filter((term) => own.has(term)).length * 2 >= asked.length;
}
