import type { MemoryCreate } from '../../../client/src/index.ts';
import { command } from '../command.ts';
import { deleted, fieldOptions, LIMIT, LIST, listed, piped, textOption } from '../options.ts';
import { memoryLine, memoryTable, pairs } from '../output-lines.ts';
import { table } from '../table.ts';

type Category = NonNullable<MemoryCreate['category']>;
type Visibility = NonNullable<MemoryCreate['visibility']>;

const AT = textOption('What was true at this day, such as 2026-01-31.');

export const memoryCommands = [
  command({
    words: 'memory list',
    summary: 'list memories',
    options: { ...LIST, categories: textOption('Only these, comma-separated.'), at: AT },
    run: ({ client }, input) => listed(client, 'listMemories', input),
    show: memoryTable,
  }),
  command({
    words: 'memory get',
    summary: 'show one memory with all fields',
    places: ['memory_id'],
    run: ({ client }, input) => client.getMemory(input),
    show: pairs,
  }),
  command({
    words: 'memory search',
    summary: 'search memories',
    places: ['query'],
    options: { ...LIMIT(100), at: AT },
    run: ({ client }, input) => client.searchMemories(input),
    show: ({ items }) =>
      table(items, {
        SCORE: ({ relevance_score }) => relevance_score.toFixed(2),
        ID: ({ memory }) => memory.id,
        MEMORY: ({ memory }) => memory.content,
      }),
  }),
  command({
    words: 'memory add',
    summary: 'add a memory',
    places: ['content'],
    options: {
      category: textOption<Category>('interesting, system or manual.'),
      visibility: textOption<Visibility>('private or public.'),
      ...fieldOptions('createMemory'),
    },
    run: async (context, input) =>
      context.client.createMemory(await piped(context, input, 'content')),
    show: ({ resembles, ...memory }) =>
      [memoryLine(memory), ...(resembles ? [`resembles ${memoryLine(resembles)}`] : [])].join('\n'),
  }),
  command({
    words: 'memory edit',
    summary: 'change the text of a memory',
    places: ['memory_id', 'content'],
    options: fieldOptions('updateMemory'),
    run: ({ client }, input) => client.updateMemory(input),
    show: memoryLine,
  }),
  command({
    words: 'memory delete',
    summary: 'delete a memory for good',
    places: ['memory_id'],
    run: ({ client }, input) => client.deleteMemory(input),
    show: deleted,
  }),
];
