/** The first line of an answer without a model: the best task, event, memory or sentence. */
import { tellingTerms } from '../search/words.ts';
import { bestSentence, kindOf, type AnswerSentence } from './best-sentence.ts';
import type { AnswerPart, Evidence, Question } from './answerer.ts';
import { phrasesFor, type Phrases } from './phrases.ts';

/** With a smaller share of the question's words in what was found, nothing answers the question. */
const ENOUGH = 0.3;
/** Later results need a better sentence than earlier ones. */
const PER_PLACE = 0.1;
const MAX_TASKS = 5;

export interface FirstLine {
  part: AnswerPart;
  /** False when nothing answers the question, and the line says so. */
  answers: boolean;
}

export function firstLine(question: Question, evidence: Evidence): FirstLine | null {
  const phrases = phrasesFor(question.text);
  const { tasks, events, memories, conversations } = evidence;
  const day = new Intl.DateTimeFormat(phrases.locale, {
    dateStyle: 'long',
    timeZone: question.timezone,
  });
  if (tasks.length > 0) {
    const listed = tasks
      .slice(0, MAX_TASKS)
      .map(({ description, due_at }) =>
        due_at ? `${description} (${day.format(due_at)})` : description,
      );
    const more = tasks.length > MAX_TASKS ? ', …' : '';
    return answer(
      `${phrases.tasks(tasks.length)}: ${listed.join('; ')}${more}.`,
      tasks.slice(0, MAX_TASKS),
    );
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
    const moment = new Intl.DateTimeFormat(phrases.locale, {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: question.timezone,
    });
    return answer(
      `${event.title}: ${moment.format(event.at)}${marked(event.id, question, evidence)}.`,
      [event],
    );
  }
  const isTold = told !== null && told.coverage >= ENOUGH && told.score > (said?.rated ?? 0);
  if (isTold)
    return answer(memories[told.turn]!.content.replace(/[^.!?]$/, '$&.'), [memories[told.turn]!]);
  if (said && said.best.coverage >= ENOUGH) {
    return answer(`${quoted(said.best)}${marked(said.id, question, evidence)}`, [said]);
  }
  return conversations.length + memories.length > 0 && conversations.some(({ spoken }) => spoken)
    ? nothing(phrases)
    : null;
}

const nothing = ({ nearest }: Phrases): FirstLine => ({
  part: { text: nearest, from: [] },
  answers: false,
});

const answer = (text: string, from: readonly { id: string }[]): FirstLine => ({
  part: { text, from: from.map(({ id }) => id) },
  answers: true,
});

const quoted = ({ speaker, text, before }: AnswerSentence): string => {
  const own = `${speaker}: “${text}”`;
  return before ? `${before.speaker}: “${before.text}” ${own}` : own;
};

function marked(id: string, { unmarked }: Question, { conversations }: Evidence): string {
  const place = conversations.findIndex((each) => each.id === id);
  return place < 0 || unmarked ? '' : ` [${place + 1}]`;
}

/** Returns whether half of the words of a question occur in an event. */
function isNamedBy(
  question: string,
  { title, description }: { title: string; description: string },
): boolean {
  const asked = tellingTerms(question);
  const own = new Set(tellingTerms(`${title} ${description}`));
  return asked.length > 0 && asked.filter((term) => own.has(term)).length * 2 >= asked.length;
}
