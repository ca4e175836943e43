import { beginning } from '../../core/wire.ts';
import { withoutMiddle } from '../understanding/short-text.ts';
import { fenced } from '../text-models/fence.ts';
import type { Evidence, Question } from './answerer.ts';

const RULES = `You answer a question of a person ("the user") from notes that their assistant has kept.
- Use only the notes. When they do not say it, say so; never guess.
- Answer in the language of the question, in a few sentences, to the user ("you").
- After what comes from a note write its number: [1].`;

const LONGEST_HISTORY = 6_000;
const SENDERS = { human: 'User', ai: 'Assistant' };

export function answerPrompt(
  { text, at, timezone, history = [] }: Question,
  { conversations, events, memories, tasks, files = [], closed }: Evidence,
  maxInputChars: number,
): { system: string; user: string } {
  const clock = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  });
  const earlier = history.map(({ sender, text: said }) => `${SENDERS[sender]}: ${said}`).join('\n');
  const asked = withoutMiddle(text, Math.floor(maxInputChars / 2));
  const others = conversations.length + 1;
  const notes = [
    ...events.map(({ id, title, description, about, at: happens }) => {
      const place = conversations.findIndex((each) => each.id === id);
      const heard = place < 0 ? '' : ` [${place + 1}]`;
      return `Event${heard}, ${clock.format(happens)}: ${title} (${about}). ${description}`.trimEnd();
    }),
    ...memories.map(({ content }, place) => `Memory [${others + place}]: ${content}`),
    ...tasks.map(
      ({ description, due_at }, place) =>
        `Open task [${others + memories.length + place}]: ${description}${due_at ? ` (due ${clock.format(due_at)})` : ''}`,
    ),
    ...files.flatMap(({ name, passages }) => passages.map((each) => `File ${name}: ${each}`)),
    ...conversations.map(({ title, overview, at: held, quotes }, place) =>
      [
        `Conversation [${place + 1}], ${clock.format(held)}: ${title}. ${overview}`,
        ...quotes.map(({ speaker, text: words }) => `  ${speaker}: ${words}`),
      ].join('\n'),
    ),
  ].join('\n');
  return {
    system: RULES,
    user: [
      ...(earlier
        ? [fenced('data: what was said in this chat before', [latest(earlier, LONGEST_HISTORY)])]
        : []),
      `It is ${clock.format(at)}. The question: ${asked}`,
      ...(closed ? [`${closed} The user is told. Do not say that nothing is remembered.`] : []),
      fenced('data: the notes', [beginning(notes, maxInputChars - asked.length)]),
    ].join('\n'),
  };
}

function latest(text: string, characters: number): string {
  return text.slice(-characters).toWellFormed();
}
