import type { ConversationCreate, Operations } from '../../../client/src/index.ts';
import { command } from '../command.ts';
import {
  deleted,
  flagOption,
  into,
  LIMIT,
  LIST,
  listed,
  PERIOD,
  piped,
  textOption,
} from '../options.ts';
import { conversationLine, conversationText, conversationTable } from '../output-lines.ts';
import { table } from '../table.ts';

type Format = NonNullable<Operations['exportTranscript']['input']['format']>;
type TextSource = NonNullable<ConversationCreate['text_source']>;

export const conversationCommands = [
  command({
    words: 'conversation list',
    summary: 'list conversations',
    options: {
      ...LIST,
      ...PERIOD,
      categories: textOption('Only these, comma-separated.'),
      starred: flagOption('List only conversations with a star.'),
    },
    run: ({ client }, input) => listed(client, 'listConversations', input),
    show: conversationTable,
  }),
  command({
    words: 'conversation search',
    summary: 'search conversations',
    places: ['query'],
    options: { ...LIMIT(100), ...PERIOD },
    run: ({ client }, input) => client.searchConversations(input),
    show: ({ items }, when) =>
      table(items, {
        SCORE: ({ score }) => score.toFixed(2),
        ID: ({ conversation }) => conversation.id,
        BEGAN: ({ conversation }) => when(conversation.started_at ?? conversation.created_at),
        TITLE: ({ conversation }) => conversation.structured.title,
        MATCH: ({ matches }) =>
          matches
            .slice(0, 1)
            .map((each) => `${each.speaker_name}: ${each.text}`)
            .join(''),
      }),
  }),
  command({
    words: 'conversation get',
    summary: 'show one conversation',
    places: ['conversation_id'],
    run: ({ client }, input) => client.getConversation(input),
    show: conversationText,
  }),
  command({
    words: 'conversation add',
    summary: 'make a conversation from a text; - reads standard input',
    places: ['text'],
    options: {
      language: textOption('Such as en.'),
      source: into(
        'text_source',
        textOption<TextSource>('audio_transcript, message or other_text.'),
      ),
    },
    run: async (context, input) =>
      context.client.createConversation(await piped(context, input, 'text')),
    show: ({ id, status }) => `${id}  ${status}`,
  }),
  command({
    words: 'conversation transcript',
    summary: 'export the transcript as txt, md, srt, vtt or json',
    places: ['conversation_id'],
    options: { format: textOption<Format>('txt, md, srt, vtt or json.') },
    run: ({ client }, input) => client.exportTranscript(input),
    show: (file) => file.trimEnd(),
  }),
  command({
    words: 'conversation rename',
    summary: 'change the title of a conversation',
    places: ['conversation_id', 'title'],
    run: ({ client }, input) => client.updateConversation(input),
    show: conversationLine,
  }),
  command({
    words: 'conversation retry',
    summary: 'process a failed conversation again',
    places: ['conversation_id'],
    run: ({ client }, input) => client.retryConversation(input),
    show: ({ id, status }) => `${id}  ${status}`,
  }),
  command({
    words: 'conversation delete',
    summary: 'delete a conversation for good; --cascade deletes its memories and tasks too',
    places: ['conversation_id'],
    options: { cascade: flagOption('Also delete its memories and action items.') },
    run: ({ client }, input) => client.deleteConversation(input),
    show: deleted,
  }),
];
