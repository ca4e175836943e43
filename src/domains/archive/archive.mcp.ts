import { eachBriefly, tool } from '../../kit/tool.ts';
import {
  assistantListConversationsForTool,
  assistantReadConversation,
  assistantSearchConversations,
  lineOf,
} from './assistants.ts';

export const conversationTools = [
  tool(assistantListConversationsForTool, {
    name: 'get_conversations',
    title: 'List conversations',
    description:
      'Lists conversations, newest first, with titles and overviews only. Use it to see what ' +
      'happened on certain days; get_conversation_by_id returns the transcript.',
    brief: eachBriefly('conversations', ({ id, started_at, structured }) => ({
      id,
      started_at,
      structured,
    })),
  }),
  tool(assistantSearchConversations, {
    name: 'search_conversations',
    title: 'Search conversations',
    description:
      'Finds conversations by what was said in them, best first, with the lines that match ' +
      '(#12 is the segment_offset of a line). Use it for a natural-language question about ' +
      'something that was said.',
    brief: eachBriefly(
      'conversations',
      ({ id, started_at, structured, match_snippets, relevance_score }) => ({
        id,
        started_at,
        structured,
        match_snippets,
        relevance_score,
      }),
    ),
  }),
  tool(assistantReadConversation, {
    name: 'get_conversation_by_id',
    cursorParam: 'segment_offset',
    title: 'Read a conversation',
    description:
      'Returns one conversation with its transcript, tasks and events. Use it for the exact ' +
      'words, with an id from a list or a search; next_segment_offset continues a long ' +
      'transcript.',
    brief: ({ conversation: { transcript_segments, ...rest } }) => ({
      conversation: { ...rest, transcript: transcript_segments.map(lineOf) },
    }),
  }),
];
