import { tool } from '../../kit/tool.ts';
import { assistantListDaySummaries } from './assistants.ts';

export const dayTools = [
  tool(assistantListDaySummaries, {
    name: 'get_daily_summaries',
    title: 'List daily summaries',
    description:
      'Lists digests of the days of the user, newest first. Use it for what the user has ' +
      'been up to; its highlights name the conversations.',
  }),
];
