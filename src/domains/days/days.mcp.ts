import { tool } from '../../kit/tool.ts';
import { assistantListDaySummaries } from './assistants.ts';

export const dayTools = [
  tool(assistantListDaySummaries, {
    name: 'get_daily_summaries',
    title: 'List daily summaries',
    description:
      'Lists digests of the days of the user, newest first. Use it to see what the user has ' +
      'done lately; the highlights list the conversations.',
  }),
];
