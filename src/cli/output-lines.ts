import type {
  ActionItem,
  Conversation,
  DeveloperConversation,
  DeveloperGoal,
  Memory,
} from '../../client/src/index.ts';

/** Formats answers for people at a terminal. */

export function lines<Item>(items: readonly Item[], line: (item: Item) => string): string {
  return items.length === 0 ? 'Nothing.' : items.map(line).join('\n');
}

export function memoryLine({ id, content }: Pick<Memory, 'id' | 'content'>): string {
  return `${id}  ${content}`;
}

export function itemLine({ id, completed, description, due_at }: ActionItem): string {
  return `${id}  [${completed ? 'x' : ' '}] ${description}${due_at ? ` (due ${due_at})` : ''}`;
}

export function conversationLine({
  id,
  started_at,
  created_at,
  structured,
}: DeveloperConversation): string {
  const day = (started_at ?? created_at).slice(0, 16).replace('T', ' ');
  return `${id}  ${day}  ${structured.emoji} ${structured.title}`;
}

export function conversationPage(conversation: DeveloperConversation | Conversation): string {
  const { title, overview, emoji, category, action_items, events } = conversation.structured;
  return [
    `${emoji} ${title}`,
    `${conversation.id}  ${conversation.started_at ?? conversation.created_at}  ${category}`,
    '',
    overview,
    ...action_items.map(
      ({ description, completed }) => `[${completed ? 'x' : ' '}] ${description}`,
    ),
    ...events.map((event) => `${event.start}  ${event.title}`),
  ].join('\n');
}

export function pairs(record: object): string {
  return Object.entries(record)
    .map(
      ([name, value]) =>
        `${name.padEnd(16)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n');
}

/** Puts the score of a search result before its line: `0.83  …`. */
export function found(score: number, line: string): string {
  return `${score.toFixed(2)}  ${line}`;
}

export function goalLine({ id, title, status, metric }: DeveloperGoal): string {
  const progress = metric
    ? `  ${metric.current} of ${metric.target}${metric.unit ? ` ${metric.unit}` : ''}`
    : '';
  return `${id}  ${title}  (${status})${progress}`;
}
