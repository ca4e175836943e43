import { shortened } from '../understanding/short-text.ts';
import { datesFor, markerFor } from './marks.ts';
import { hiddenOf } from './opening/hidden.ts';
import type { Opening } from './opening/opening.ts';
import { phrasesFor } from './phrases.ts';
import type { Answer, AnswerPart, Answerer, Answering, Evidence, Question } from './answerer.ts';

const MAX_QUOTES = 2;
const MAX_PASSAGES = 3;
const LONGEST_QUOTE = 280;

interface Block {
  heading: string;
  lines: AnswerPart[];
}

/** Quotes the search results with their sources. */
export const quotingAnswerer: Answerer = {
  name: 'quoting',
  async *answer(question, evidence) {
    const hiddenIn = (some: Evidence) => hiddenOf(question, some, phrasesFor(question.text));
    return yield* inParts(await quoteShown(question, evidence, hiddenIn));
  },
};

/** Yields the parts of a complete answer, except the first `yielded` parts. */
export async function* inParts(answer: Answer, yielded = 0): Answering {
  for (const { text } of answer.parts.slice(yielded)) yield text;
  return answer;
}

/** Quotes the evidence. What the search did not find is shown only if the first line comes from it. */
export async function quoteShown(
  question: Question,
  evidence: Evidence,
  openingFor: (evidence: Evidence) => Promise<Opening | null> | Opening | null,
): Promise<Answer> {
  const first = await openingFor(evidence);
  const from = new Set(first?.parts.flatMap((part) => part.from));
  const isShown = ({ id, isGuess }: { id: string; isGuess?: boolean }) => !isGuess || from.has(id);
  const conversations = evidence.conversations.filter(isShown);
  const shown = { ...evidence, conversations, memories: evidence.memories.filter(isShown) };
  // The marks of the first line count the conversations that are shown.
  const isCounted = [0, evidence.conversations.length].includes(conversations.length);
  const opening = isEmpty(shown) ? null : isCounted ? first : await openingFor(shown);
  const answer = quote(question, shown, opening);
  const used = answer.used.map((place) => evidence.conversations.indexOf(conversations[place]!));
  return { ...answer, used };
}

export const isEmpty = ({
  conversations,
  memories,
  events,
  tasks,
  files = [],
}: Evidence): boolean =>
  [conversations, memories, events, tasks, files].every(({ length }) => length === 0);

/** Quotes the evidence after a first line, which says what answers. */
export function quote(question: Question, evidence: Evidence, first: Opening | null): Answer {
  const phrases = phrasesFor(question.text);
  const { day, moment } = datesFor(phrases.locale, question.timezone);
  const { conversations, events, memories, tasks, files = [] } = evidence;
  const mark = markerFor(question, conversations);
  const isNew = (item: object) => !first?.contains.has(item);
  const opening = first?.parts ?? [];
  const openingText = opening.map(({ text }) => text).join('');
  const isUnsaid = ({ text }: { text: string }) => !openingText.includes(text);
  const said = conversations.map(({ id, title, overview, at, quotes }) => {
    const lines = quotes
      .slice(0, MAX_QUOTES)
      .filter(isUnsaid)
      .map(({ speaker, text }) => `${speaker}: “${shortened(text, LONGEST_QUOTE)}”`);
    const what = quotes.length > 0 ? lines.join(' ') : shortened(overview, LONGEST_QUOTE);
    return line(
      `${title || phrases.untitled}, ${day.format(at)}${mark(id)}. ${what}`.trimEnd(),
      id,
    );
  });
  const due = (at: Date | null) => (at ? `, ${phrases.due(day.format(at))}` : '');
  const blocks: Block[] = [
    {
      heading: phrases.fromMemories,
      lines: memories.filter(isNew).map(({ id, content }) => line(content, id)),
    },
    {
      heading: phrases.events,
      lines: events.filter(isNew).map(({ id, title, about, at }) => {
        const of = about === '' || about.includes(title) ? '' : ` (${about})`;
        return line(`${title}${of}, ${moment.format(at)}${mark(id)}`, id);
      }),
    },
    {
      heading: phrases.openTasks,
      lines: tasks
        .filter(isNew)
        .map(({ id, description, due_at }) => line(description + due(due_at), id)),
    },
    ...files.map(({ name, passages }) => ({
      heading: phrases.inFile(name),
      lines: passages
        .slice(0, MAX_PASSAGES)
        .map((passage) => line(`“${shortened(passage, LONGEST_QUOTE)}”`)),
    })),
    { heading: phrases.fromConversations, lines: said },
  ].filter(({ lines }) => lines.length > 0);
  if (blocks.length === 0 && opening.length === 0) {
    const text = evidence.closed ? phrases.notSaid : phrases.notFound;
    return { parts: [{ text, from: [] }], used: [], remembered: [] };
  }
  return {
    parts: joined(opening, blocks),
    used: conversations.map((_, place) => place),
    remembered: memories.map(({ id }) => id),
  };
}

function line(text: string, id?: string): AnswerPart {
  return { text: `- ${text}`, from: id === undefined ? [] : [id] };
}

/** Joins the first line and the blocks, with empty lines between them. */
function joined(opening: readonly AnswerPart[], blocks: readonly Block[]): AnswerPart[] {
  const sections = blocks.map(({ heading, lines }) => [
    { text: `${heading}\n`, from: [] },
    ...lines.map(({ text, from }, place) => ({
      text: place < lines.length - 1 ? `${text}\n` : text,
      from,
    })),
  ]);
  const all = [opening, ...sections].filter((section) => section.length > 0);
  return all.flatMap((section, place) => {
    if (place === all.length - 1) return section;
    const last = section.at(-1)!;
    return [...section.slice(0, -1), { ...last, text: `${last.text}\n\n` }];
  });
}
