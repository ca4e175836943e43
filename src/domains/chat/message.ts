import { z } from 'zod';
import { text, Timestamp } from '../../core/wire.ts';
import { ChatFile, MAX_FILES } from './files/files.ts';

/** A message of the chat, with the fields that clients of the reference expect. */
export const Message = z
  .object({
    id: z.string(),
    text: z.string(),
    created_at: Timestamp,
    sender: z.enum(['human', 'ai']),
    type: z.literal('text'),
    app_id: z
      .string()
      .nullable()
      .describe('The app whose chat contains the message; null in the chat that every user has.'),
    plugin_id: z.string().nullable().describe('The same as `app_id`.'),
    chat_session_id: z.string().nullable(),
    from_external_integration: z.literal(false),
    reported: z.boolean(),
    rating: z.int().nullable().describe('1 good, -1 bad, null not rated.'),
    files_id: z.array(z.string()),
    files: z.array(ChatFile),
    // Older clients call conversations "memories".
    memories_id: z.array(z.string()).describe('The conversations that the answer uses.'),
    memories: z
      .array(
        z.object({
          id: z.string(),
          structured: z.object({ title: z.string(), emoji: z.string() }),
          created_at: Timestamp,
        }),
      )
      .describe('The first five of the conversations in `memories_id`.'),
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
      type: z.enum(['conversation', 'task', 'memory', 'recap']),
      id: z.string().nullish(),
      title: z.string().nullish(),
      start_date: z.string().nullish(),
      end_date: z.string().nullish(),
    })
    .nullish()
    .describe("The item on the user's screen."),
});
