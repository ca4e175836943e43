import { tool } from '../../kit/tool.ts';
import { assistantCreateGoal, assistantListGoals, assistantUpdateGoal } from './assistants.ts';

export const goalTools = [
  tool(assistantListGoals, {
    name: 'get_goals',
    title: 'List goals',
    description:
      "Lists the user's goals, with their reasons and progress. Use it for advice and plans " +
      'that reach beyond today.',
  }),
  tool(assistantCreateGoal, {
    name: 'create_goal',
    title: 'Add a goal',
    description:
      'Adds a goal of the user. Use it when the user sets a goal; target_value and unit make its ' +
      'progress measurable.',
    isIdempotent: false,
  }),
  tool(assistantUpdateGoal, {
    name: 'update_goal',
    title: 'Change a goal',
    description:
      'Changes a goal. Use it when the user reports progress (current_value), pauses a goal or has ' +
      'reached it.',
    destructive: true,
  }),
];
