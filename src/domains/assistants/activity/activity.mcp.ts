import { tool } from '../../../kit/tool.ts';
import { assistantUndo } from './activity.ts';

export const activityTools = [
  tool(assistantUndo, {
    name: 'undo',
    title: 'Undo the latest change',
    description:
      'Takes back the latest change that you made here; each further call undoes the one before. ' +
      'Use it when the user says that a change was a mistake.',
    scopes: ['memories:write', 'action_items:write', 'goals:write', 'conversations:write'],
    destructive: true,
    isIdempotent: false,
  }),
];
