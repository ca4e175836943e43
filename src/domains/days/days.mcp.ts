import { z } from 'zod';
import { nextPage } from '../../kit/assistant-list.ts';
import { tool } from '../../kit/tool.ts';
import { AssistantDay, assistantListDaySummaries } from './assistants.ts';

export const dayTools = [
  tool(assistantListDaySummaries, {
    name: 'get_daily_summaries',
    title: 'List daily summaries',
    description:
      'Lists daily digests for the user, newest first. Use it to see what the user has done ' +
      'lately; the highlights list the conversations.',
    shape: z.object({
      summaries: z.array(AssistantDay.omit({ id: true })),
      ...nextPage,
    }),
  }),
];
