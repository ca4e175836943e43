import { z } from 'zod';
import { CreatedAt, Timestamp, text } from '../../core/wire.ts';
import { Citation } from '../../engines/answering/answerer.ts';
import { ChatFile, MAX_FILES } from './files/files.ts';

/** The day of a source is that of the saying, which may be long before that of the storing. */
export const StartedAt = Timestamp.describe('When the conversation began.');

const DatedCitation = Citation.extend({
  at: Timestamp.nullable().describe('When the source was said; null when it is gone.'),
}).meta({ id: 'DatedCitation' });

/** A message of the chat, with the fields that clients of the reference expect. */
export const Message = z
  .object({
    id: z.string().describe('The id of the message.'),
    text: z.string().describe('The text of the message.'),
    created_at: CreatedAt,
    sender: z.enum(['human', 'ai']).describe('The author: the user or the service.'),
    type: z.literal('text').describe('Always `text`.'),
    app_id: z
      .string()
      .nullable()
      .describe('The app whose chat contains the message; null in the chat that every user has.'),
    plugin_id: z.string().nullable().describe('The same as `app_id`, also when that is null.'),
    chat_session_id: z
      .string()
      .nullable()
      .describe('The separate chat with the message; null in other chats.'),
    from_external_integration: z
      .literal(false)
      .describe('Always `false`, for clients of the reference service.'),
    reported: z.boolean().describe('True when the user has reported the answer.'),
    rating: z.int().nullable().describe('1 good, -1 bad, null not rated.'),
    files_id: z.array(z.string()).describe('The ids of the files of the message.'),
    files: z.array(ChatFile).describe('The files of the message.'),
    // Older clients call conversations "memories".
    memories_id: z.array(z.string()).describe('The conversations that the answer uses.'),
    memories: z
      .array(
        z.object({
          id: z.string().describe('The id of the conversation.'),
          structured: z
            .object({
              title: z.string().describe('The title of the conversation.'),
              emoji: z.string().describe('The emoji of the conversation.'),
            })
            .describe('Title and emoji.'),
          created_at: CreatedAt,
          started_at: StartedAt,
        }),
      )
      .describe('The first five of the conversations in `memories_id`.'),
    parts: z
      .array(
        z.object({
          text: z.string().describe('The words of the part.'),
          conversation_ids: z
            .array(z.string())
            .describe('The conversations from which the part comes, such as that of a quotation.'),
          citations: z
            .array(DatedCitation)
            .optional()
            .describe('The places at which a language model cited a source.'),
        }),
      )
      .describe('The text of an answer in parts, in their order; empty for a question.'),
  })
  .meta({ id: 'ChatMessage' });
export type Message = z.output<typeof Message>;

const AppId = z.string().max(200).nullish();

/** The parameter that selects a chat. The default is the chat that every user has. */
export const InChat = z.object({
  chat_session_id: z
    .string()
    .nullish()
    .describe('The id of a separate chat. Default: the chat that every user has.'),
  app_id: AppId.describe('An app of the client. Each app has a separate chat.'),
  plugin_id: AppId.describe('The name that older clients use for `app_id`.'),
});

export const MAX_TEXT = 16_000;

export const NewMessage = InChat.extend({
  text: text({ min: 1, max: MAX_TEXT, blank: 'text cannot be empty' }).describe(
    'The question. A text over 1,000 characters should begin or end with the question.',
  ),
  file_ids: z
    .array(z.string())
    .max(MAX_FILES)
    .default([])
    .describe('The ids of the files for the question.'),
  context: z
    .object({
      type: z
        .enum(['conversation', 'task', 'memory', 'recap'])
        .describe('The kind of item; `recap` is the summary of a day.'),
      id: z.string().nullish().describe('The id of the item; null when it has none.'),
      title: z.string().nullish().describe('The title of the item; null when it has none.'),
      start_date: z.string().nullish().describe('The first day of a recap; null for other items.'),
      end_date: z.string().nullish().describe('The last day of a recap; null for other items.'),
    })
    .nullish()
    .describe("The item on the user's screen."),
});
