import type {
  ActionItem,
  Conversation,
  DeveloperConversation,
  DeveloperGoal,
  Explanation,
  Memory,
} from '../../client/src/index.ts';
import type { When } from './command.ts';
import { table } from './table.ts';

/** Formats answers for people at a terminal. */

export const memoryTable = (items: readonly Memory[] | readonly Pick<Memory, 'id' | 'content'>[]) =>
  table(items, { ID: ({ id }) => id, MEMORY: ({ content }) => content });

export const itemTable = (items: readonly ActionItem[], when: When) =>
  table(items, {
    ID: ({ id }) => id,
    DONE: ({ completed }) => (completed ? '[x]' : '[ ]'),
    TASK: ({ description }) => description,
    DUE: ({ due_at }) => (due_at ? when(due_at) : ''),
  });

export const conversationTable = (items: readonly DeveloperConversation[], when: When) =>
  table(items, {
    ID: ({ id }) => id,
    BEGAN: ({ started_at, created_at }) => when(started_at ?? created_at),
    TITLE: ({ structured: { emoji, title } }) => `${emoji} ${title}`,
  });

export const goalTable = (items: readonly DeveloperGoal[]) =>
  table(items, {
    ID: ({ id }) => id,
    STATUS: ({ status }) => status,
    PROGRESS: progressOf,
    GOAL: ({ title }) => title,
  });

/** A record with the words from which it comes, each on a line of its own. */
export function originLines({ kind, id, text, found_by, segments, changes }: Explanation): string {
  const said = (quotes: Explanation['segments']) =>
    quotes.map(({ speaker_name, text: words }) => `  ${speaker_name ?? 'somebody'}: ${words}`);
  return [
    `${kind}${id === null ? '' : ` ${id}`}  ${text}`,
    `  found by ${found_by ?? 'nobody: it was added by hand, or by an older version'}`,
    ...said(segments),
    ...changes.flatMap((change) => [
      `  ${change.kind} by ${change.rule}, ${change.at}`,
      ...said(change.segments),
    ]),
  ].join('\n');
}

export function memoryLine({ id, content }: Pick<Memory, 'id' | 'content'>): string {
  return `${id}  ${content}`;
}

export function itemLine({ id, completed, description, due_at }: ActionItem, when: When): string {
  const due = due_at ? ` (due ${when(due_at)})` : '';
  return `${id}  [${completed ? 'x' : ' '}] ${description}${due}`;
}

export function conversationLine(
  { id, started_at, created_at, structured }: DeveloperConversation,
  when: When,
): string {
  return `${id}  ${when(started_at ?? created_at)}  ${structured.emoji} ${structured.title}`;
}

export function conversationText(
  conversation: DeveloperConversation | Conversation,
  when: When,
): string {
  const { title, overview, emoji, category, action_items, events } = conversation.structured;
  return [
    `${emoji} ${title}`,
    `${conversation.id}  ${when(conversation.started_at ?? conversation.created_at)}  ${category}`,
    '',
    overview,
    ...action_items.map(
      ({ description, completed }) => `[${completed ? 'x' : ' '}] ${description}`,
    ),
    ...events.map((event) => `${when(event.start)}  ${event.title}`),
  ].join('\n');
}

export function pairs(record: object): string {
  return Object.entries(record)
    .map(
      ([name, value]) =>
        `${name.padEnd(22)} ${Array.isArray(value) ? value.map(words).join(', ') || '–' : words(value)}`,
    )
    .join('\n');
}

/** Writes a value of a pair: the values of a record one after the other, as `health 3`. */
function words(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Object.values(value).map(words).join(' ');
}

export function goalLine(goal: DeveloperGoal): string {
  const progress = progressOf(goal);
  return `${goal.id}  ${goal.title}  (${goal.status})${progress && `  ${progress}`}`;
}

function progressOf({ metric }: DeveloperGoal): string {
  if (!metric) return '';
  return `${metric.current} of ${metric.target}${metric.unit ? ` ${metric.unit}` : ''}`;
}
