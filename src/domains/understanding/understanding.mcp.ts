import { tool } from '../../kit/tool.ts';
import { assistantUnderstandConversation } from './assistants.ts';

export const understandingTools = [
  tool(assistantUnderstandConversation, {
    name: 'understand_conversation',
    title: 'Understand a conversation',
    description:
      'Writes what a conversation means that only rules understood. Use it after you read all of ' +
      'it; a quote is copied from the transcript and proves the item.',
    destructive: true,
  }),
];
