import { tool } from '../../kit/tool.ts';
import { assistantListDaySummaries } from './assistants.ts';

export const dayTools = [
  tool(assistantListDaySummaries, {
    name: 'get_daily_summaries',
    title: 'List daily summaries',
    description:
      'Lists daily digests for the user, newest first. Use it to see what the user has done ' +
      'lately; the highlights list the conversations.',
  }),
];
