import { authCommands } from './auth.ts';
import { command, Usage } from './command.ts';
import type { Command, Option, Scene } from './command.ts';
import { listen } from './listen.ts';
import {
  conversationLine,
  conversationPage,
  found,
  goalLine,
  itemLine,
  lines,
  memoryLine,
  pairs,
} from './show.ts';

const text = (doc: string): Option => ({ kind: 'text', doc });
const number = (doc: string): Option => ({ kind: 'number', doc });
const flag = (doc: string): Option => ({ kind: 'flag', doc });

const LIMIT = { limit: number('How many; default 25.') };
const PERIOD: Record<string, Option> = {
  from: { kind: 'text', doc: 'From this day on.', field: 'start_date' },
  to: { kind: 'text', doc: 'Until this day.', field: 'end_date' },
};
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
    words: 'memory search',
    summary: 'what is remembered about something',
    places: ['query'],
    options: LIMIT,
    run: ({ client }, input) => client.searchMemories(input as never),
    show: ({ items }) =>
      lines(items, ({ memory, relevance_score }) => found(relevance_score, memoryLine(memory))),
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
      ...PERIOD,
      categories: text('Only these, comma-separated.'),
      starred: flag('Only those with a star.'),
    },
    run: ({ client }, input) => client.listConversations(input),
    show: (conversations) => lines(conversations, conversationLine),
  }),
  command({
    words: 'conversation search',
    summary: 'where something was said',
    places: ['query'],
    options: { ...LIMIT, ...PERIOD },
    run: ({ client }, input) => client.searchConversations(input as never),
    show: ({ items }) =>
      lines(items, ({ conversation, score, matches }) =>
        [
          found(score, conversationLine(conversation)),
          ...matches.slice(0, 3).map(({ speaker_name, text }) => `      ${speaker_name}: ${text}`),
        ].join('\n'),
      ),
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

const goalCommands = [
  command({
    words: 'goal list',
    summary: 'what you work toward',
    options: {
      ...LIMIT,
      all: { kind: 'flag', doc: 'Also those that are over.', field: 'include_inactive' },
    },
    run: ({ client }, input) => client.listGoals(input),
    show: (goals) => lines(goals, goalLine),
  }),
  command({
    words: 'goal get',
    summary: 'one goal, whole',
    places: ['goal_id'],
    run: ({ client }, input) => client.getGoal(input as never),
    show: pairs,
  }),
  command({
    words: 'goal add',
    summary: 'set a goal; with --type it is measured',
    places: ['title'],
    options: {
      why: { kind: 'text', doc: 'Why it matters.', field: 'why_it_matters' },
      until: { kind: 'text', doc: 'ISO 8601 with a zone.', field: 'horizon_at' },
      type: { kind: 'text', doc: 'numeric, scale or boolean.', field: 'goal_type' },
      target: { kind: 'number', doc: 'The value at which it is reached.', field: 'target_value' },
      unit: text('What the values count.'),
    },
    run: ({ client }, input) => client.createGoal(input as never),
    show: goalLine,
  }),
  command({
    words: 'goal progress',
    summary: 'say where a goal stands now',
    places: ['goal_id', 'value'],
    run: ({ client }, { goal_id, value }) =>
      client.recordGoalProgress({ goal_id: String(goal_id), current_value: numeric(value) }),
    show: goalLine,
  }),
  command({
    words: 'goal history',
    summary: 'how a goal moved, day by day',
    places: ['goal_id'],
    options: { days: number('How many days back; default 30.') },
    run: ({ client }, input) => client.getGoalHistory(input as never),
    show: (days) => lines(days, ({ date, value }) => `${date}  ${value}`),
  }),
  command({
    words: 'goal done',
    summary: 'a goal is achieved',
    places: ['goal_id'],
    run: ({ client }, input) => client.updateGoal({ ...input, status: 'achieved' } as never),
    show: goalLine,
  }),
  command({
    words: 'goal delete',
    summary: 'delete a goal and its history for good',
    places: ['goal_id'],
    run: ({ client }, input) => client.deleteGoal(input as never),
    show: deleted,
  }),
];

const askCommand = command({
  words: 'ask',
  summary: 'a question about everything that was said and remembered',
  places: ['question'],
  options: { timezone: text('IANA name; your own when absent.') },
  run: ({ client }, input) => client.ask(input as never),
  show: ({ answer, sources }) =>
    [answer, ...sources.map(({ id, title }, index) => `[${index + 1}] ${title}  ${id}`)].join('\n'),
});

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
  ...goalCommands,
  askCommand,
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

function numeric(value: unknown): number {
  const number = Number(value);
  if (String(value).trim() !== '' && Number.isFinite(number)) return number;
  throw new Usage(`${String(value)} is not a number.`);
}
