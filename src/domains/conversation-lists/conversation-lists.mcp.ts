import { z } from 'zod';
import { tool } from '../../kit/tool.ts';
import { nextPage } from '../../kit/assistant-list.ts';
import {
  assistantListConversationsForTool,
  assistantReadConversation,
  assistantSearchConversations,
  BriefConversation,
  lineOf,
  WholeConversation,
} from './assistants.ts';

/** The fields that a model needs. The other fields are for programs. */
const Listed = BriefConversation.pick({ id: true, started_at: true, structured: true });

export const conversationTools = [
  tool(assistantListConversationsForTool, {
    name: 'get_conversations',
    title: 'List conversations',
    description:
      'Lists conversations, newest first, with titles and overviews only. Use it to see what ' +
      'happened on certain days; get_conversation_by_id returns the transcript.',
    shape: z.object({ conversations: z.array(Listed), ...nextPage }),
  }),
  tool(assistantSearchConversations, {
    name: 'search_conversations',
    title: 'Search conversations',
    description:
      'Finds conversations by what was said in them, best first, with the lines that match ' +
      '(#12 is the segment_offset of a line). Use it for what was said.',
    shape: z.object({
      conversations: z.array(
        Listed.extend({ match_snippets: z.array(z.string()), relevance_score: z.number() }),
      ),
    }),
  }),
  tool(assistantReadConversation, {
    name: 'get_conversation_by_id',
    title: 'Read a conversation',
    description:
      'Returns one conversation with its transcript, tasks and events. Use it for the exact ' +
      'words; next_segment_offset continues a long transcript.',
    shape: z.object({
      conversation: WholeConversation.omit({
        transcript_segments: true,
        language: true,
        status: true,
      }).extend({
        transcript: z.array(z.string()),
      }),
    }),
    view: ({ conversation: { transcript_segments, ...rest } }) => ({
      conversation: { ...rest, transcript: transcript_segments.map(lineOf) },
    }),
  }),
];
