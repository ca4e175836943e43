import { shortened } from '../understanding/short-text.ts';
import { firstLine } from './first-line.ts';
import { datesFor, markerFor } from './marks.ts';
import type { Answer, AnswerPart, Answerer, Answering, Evidence, Question } from './answerer.ts';

const MAX_QUOTES = 2;
const MAX_PASSAGES = 3;
const LONGEST_QUOTE = 280;
const NOTHING = 'I found nothing about that in your conversations and memories.';
const NOTHING_SAID = 'I found nothing about that in your conversations.';

interface Block {
  heading: string;
  lines: AnswerPart[];
}

/** Answers without a model: quotes the search results with their sources, and says so. */
export const quotingAnswerer: Answerer = {
  name: 'quoting',
  answer: (question, evidence) => inParts(quote(question, evidence)),
};

/** Yields the parts of a complete answer, except the first `yielded` parts. */
export async function* inParts(answer: Answer, yielded = 0): Answering {
  for (const { text } of answer.parts.slice(yielded)) yield text;
  return answer;
}

/**
 * Answers in the first line where the evidence has an answer, then quotes the evidence. `reason`
 * takes the place of the first line.
 */
export function quote(question: Question, evidence: Evidence, reason?: string): Answer {
  const { day, moment } = datesFor('en-GB', question.timezone);
  const { conversations, events, memories, tasks, files = [] } = evidence;
  const mark = markerFor(question, conversations);
  const first = reason ? { text: reason, from: [] } : firstLine(question, evidence);
  const isNew = ({ text }: { text: string }) => !first?.text.includes(text);
  const said = conversations.map(({ id, title, overview, at, quotes }) => {
    const lines = quotes
      .slice(0, MAX_QUOTES)
      .filter(isNew)
      .map(({ speaker, text }) => `${speaker}: “${shortened(text, LONGEST_QUOTE)}”`);
    const what = quotes.length > 0 ? lines.join(' ') : shortened(overview, LONGEST_QUOTE);
    return line(`${title || 'Untitled'}, ${day.format(at)}${mark(id)}. ${what}`.trimEnd(), id);
  });
  const due = (at: Date | null) => (at ? `, due ${day.format(at)}` : '');
  const blocks: Block[] = [
    { heading: 'From your memories:', lines: memories.map(({ id, content }) => line(content, id)) },
    {
      heading: 'Events:',
      lines: events.map(({ id, title, about, at }) => {
        const of = about === '' || about === title ? '' : ` (${about})`;
        return line(`${title}${of}, ${moment.format(at)}${mark(id)}`, id);
      }),
    },
    {
      heading: 'Open tasks:',
      lines: tasks.map(({ id, description, due_at }) => line(description + due(due_at), id)),
    },
    ...files.map(({ name, passages }) => ({
      heading: `In ${name}:`,
      lines: passages
        .slice(0, MAX_PASSAGES)
        .map((passage) => line(`“${shortened(passage, LONGEST_QUOTE)}”`)),
    })),
    { heading: 'From your conversations:', lines: said },
  ].filter(({ lines }) => lines.length > 0);
  if (blocks.length === 0) {
    const text = evidence.closed ? NOTHING_SAID : NOTHING;
    return { parts: [{ text, from: [] }], used: [], remembered: [] };
  }
  return {
    parts: joined(blocks, first),
    used: conversations.map((_, place) => place),
    remembered: memories.map(({ id }) => id),
  };
}

function line(text: string, id?: string): AnswerPart {
  return { text: `- ${text}`, from: id === undefined ? [] : [id] };
}

/** Joins the first line and the blocks, with empty lines between them. */
function joined(blocks: readonly Block[], first: AnswerPart | null): AnswerPart[] {
  const lines = blocks.flatMap(({ heading, lines: [...own] }) => {
    const last = own.pop()!;
    return [
      { text: `${heading}\n`, from: [] },
      ...own.map(({ text, from }) => ({ text: `${text}\n`, from })),
      { text: `${last.text}\n\n`, from: last.from },
    ];
  });
  const end = lines.pop()!;
  const all = [...lines, { ...end, text: end.text.trimEnd() }];
  return first ? [{ ...first, text: `${first.text}\n\n` }, ...all] : all;
}
