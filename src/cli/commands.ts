import type {
  ActionItem,
  Conversation,
  DeveloperConversation,
  Memory,
} from '../../client/src/index.ts';
import { authCommands } from './auth.ts';
import { command } from './command.ts';
import type { Command, Option, Scene } from './command.ts';
import { listen } from './listen.ts';

const text = (doc: string): Option => ({ kind: 'text', doc });
const number = (doc: string): Option => ({ kind: 'number', doc });
const flag = (doc: string): Option => ({ kind: 'flag', doc });

const LIMIT = { limit: number('How many; default 25.') };
const deleted = () => 'Deleted.';

const memoryCommands = [
  command({
    words: 'memory list',
    summary: 'what is remembered',
    options: { ...LIMIT, categories: text('Only these, comma-separated.') },
    run: ({ client }, input) => client.listMemories(input),
    show: (memories) => lines(memories, memoryLine),
  }),
  command({
    words: 'memory get',
    summary: 'one memory, whole',
    places: ['memory_id'],
    run: ({ client }, input) => client.getMemory(input as never),
    show: pairs,
  }),
  command({
    words: 'memory add',
    summary: 'remember a fact',
    places: ['content'],
    options: {
      category: text('interesting, system or manual.'),
      visibility: text('private or public.'),
      tag: { kind: 'list', doc: 'A label; may be repeated.', field: 'tags' },
    },
    run: async (scene, input) =>
      scene.client.createMemory((await piped(scene, input, 'content')) as never),
    show: memoryLine,
  }),
  command({
    words: 'memory edit',
    summary: 'say a fact in other words',
    places: ['memory_id', 'content'],
    run: ({ client }, input) => client.updateMemory(input as never),
    show: memoryLine,
  }),
  command({
    words: 'memory delete',
    summary: 'forget a fact for good',
    places: ['memory_id'],
    run: ({ client }, input) => client.deleteMemory(input as never),
    show: deleted,
  }),
];

const conversationCommands = [
  command({
    words: 'conversation list',
    summary: 'what was talked about',
    options: {
      ...LIMIT,
      from: { kind: 'text', doc: 'From this day on.', field: 'start_date' },
      to: { kind: 'text', doc: 'Until this day.', field: 'end_date' },
      categories: text('Only these, comma-separated.'),
      starred: flag('Only those with a star.'),
    },
    run: ({ client }, input) => client.listConversations(input),
    show: (conversations) => lines(conversations, conversationLine),
  }),
  command({
    words: 'conversation get',
    summary: 'one conversation: what it was about',
    places: ['conversation_id'],
    run: ({ client }, input) => client.getConversation(input as never),
    show: conversationPage,
  }),
  command({
    words: 'conversation add',
    summary: 'make a conversation of a text; - reads standard input',
    places: ['text'],
    options: { language: text('Such as en.') },
    run: async (scene, input) =>
      scene.client.createConversation((await piped(scene, input, 'text')) as never),
    show: ({ id, status }) => `${id}  ${status}`,
  }),
  command({
    words: 'conversation transcript',
    summary: 'its words, as txt, md, srt, vtt or json',
    places: ['conversation_id'],
    options: { format: text('txt, md, srt, vtt or json.') },
    run: ({ client }, input) => client.exportTranscript(input as never),
    show: (file) => file.trimEnd(),
  }),
  command({
    words: 'conversation rename',
    summary: 'give it another title',
    places: ['conversation_id', 'title'],
    run: ({ client }, input) => client.updateConversation(input as never),
    show: conversationLine,
  }),
  command({
    words: 'conversation retry',
    summary: 'understand a failed one again',
    places: ['conversation_id'],
    run: ({ client }, input) => client.retryConversation(input as never),
    show: ({ id, status }) => `${id}  ${status}`,
  }),
  command({
    words: 'conversation delete',
    summary: 'delete it for good',
    places: ['conversation_id'],
    run: ({ client }, input) => client.deleteConversation(input as never),
    show: deleted,
  }),
];

const actionItemCommands = [
  command({
    words: 'action-item list',
    summary: 'what is to be done',
    options: { ...LIMIT, completed: text('true or false.') },
    run: ({ client }, input) => client.listActionItems(input),
    show: (items) => lines(items, itemLine),
  }),
  command({
    words: 'action-item add',
    summary: 'note a task',
    places: ['description'],
    options: { due: { kind: 'text', doc: 'ISO 8601 with a zone.', field: 'due_at' } },
    run: ({ client }, input) => client.createActionItem(input as never),
    show: itemLine,
  }),
  command({
    words: 'action-item done',
    summary: 'a task is done',
    places: ['action_item_id'],
    run: ({ client }, input) => client.updateActionItem({ ...input, completed: true } as never),
    show: itemLine,
  }),
  command({
    words: 'action-item delete',
    summary: 'delete a task for good',
    places: ['action_item_id'],
    run: ({ client }, input) => client.deleteActionItem(input as never),
    show: deleted,
  }),
];

const listenCommand = command({
  words: 'listen',
  summary: 'a file, or microphone: what is heard, then what it was about',
  places: ['source'],
  options: { language: text('Such as en.') },
  run: (scene, { source, language }) => listen(scene, String(source), String(language ?? 'en')),
  show: conversationPage,
});

export const COMMANDS: readonly Command[] = [
  ...memoryCommands,
  ...conversationCommands,
  ...actionItemCommands,
  listenCommand,
  ...authCommands,
];

/** A text of `-` is read from standard input. */
async function piped(
  { shell }: Scene,
  input: Record<string, unknown>,
  field: string,
): Promise<Record<string, unknown>> {
  return input[field] === '-' ? { ...input, [field]: await shell.read() } : input;
}

function lines<Item>(items: readonly Item[], line: (item: Item) => string): string {
  return items.length === 0 ? 'Nothing.' : items.map(line).join('\n');
}

function memoryLine({ id, content }: Pick<Memory, 'id' | 'content'>): string {
  return `${id}  ${content}`;
}

function itemLine({ id, completed, description, due_at }: ActionItem): string {
  return `${id}  [${completed ? 'x' : ' '}] ${description}${due_at ? ` (due ${due_at})` : ''}`;
}

function conversationLine({
  id,
  started_at,
  created_at,
  structured,
}: DeveloperConversation): string {
  const day = (started_at ?? created_at).slice(0, 16).replace('T', ' ');
  return `${id}  ${day}  ${structured.emoji} ${structured.title}`;
}

function conversationPage(conversation: DeveloperConversation | Conversation): string {
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

function pairs(record: object): string {
  return Object.entries(record)
    .map(
      ([name, value]) =>
        `${name.padEnd(16)} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    )
    .join('\n');
}
