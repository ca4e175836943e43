import { shortened } from '../understanding/rules/text.ts';
import type { Answer, Answerer, Evidence, Question } from './answerer.ts';

const MOST_QUOTES = 2;
const MOST_PASSAGES = 3;
const LONGEST_QUOTE = 280;

/** Answers without a model: finds, quotes with where it was said, and says that it is quoting. */
export const quotingAnswerer: Answerer = {
  name: 'quoting',
  answer: (question, evidence) => Promise.resolve(quote(question, evidence)),
};

export function quote({ timezone }: Question, evidence: Evidence): Answer {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: timezone });
  const { conversations, memories, tasks, files = [] } = evidence;
  const said = conversations.map(({ title, overview, at, quotes }, place) => {
    const lines = quotes
      .slice(0, MOST_QUOTES)
      .map(({ speaker, text }) => `${speaker}: “${shortened(text, LONGEST_QUOTE)}”`);
    const what = lines.length > 0 ? lines.join(' ') : shortened(overview, LONGEST_QUOTE);
    return `- ${title || 'Untitled'}, ${day.format(at)} [${place + 1}]. ${what}`.trimEnd();
  });
  const parts = [
    part('What is remembered:', memories.map((memory) => `- ${memory}`)),
    part(
      'Open tasks:',
      tasks.map(({ description, due_at }) => `- ${description}${due_at ? `, due ${day.format(due_at)}` : ''}`),
    ),
    ...files.map(({ name, passages }) =>
      part(
        `In ${name}:`,
        passages.slice(0, MOST_PASSAGES).map((passage) => `- “${shortened(passage, LONGEST_QUOTE)}”`),
      ),
    ),
    part('What was said:', said),
  ].filter((text) => text !== null); // prettier-ignore
  if (parts.length === 0) {
    return { text: 'I found nothing about that in your conversations and memories.', used: [] };
  }
  const text = ['I have no language model to answer with, so I quote what I found.', ...parts];
  return { text: text.join('\n\n'), used: conversations.map((_, place) => place) };
}

function part(heading: string, lines: readonly string[]): string | null {
  return lines.length === 0 ? null : [heading, ...lines].join('\n');
}
