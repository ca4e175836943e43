import { tool } from '../../kit/tool.ts';
import { assistantListGoals } from './assistants.ts';

export const goalTools = [
  tool(assistantListGoals, {
    name: 'get_goals',
    title: 'List goals',
    description:
      "Lists the user's goals, with their reasons and progress. Use it for advice and plans " +
      'that reach beyond today.',
  }),
];
