import { z } from 'zod';
import { text, Timestamp } from '../../core/wire.ts';

/** A message of the chat, with the fields that clients of the reference know. */
export const Message = z
  .object({
    id: z.string(),
    text: z.string(),
    created_at: Timestamp,
    sender: z.enum(['human', 'ai']),
    type: z.literal('text'),
    app_id: z.null(),
    plugin_id: z.null(),
    chat_session_id: z.null(),
    from_external_integration: z.literal(false),
    reported: z.literal(false),
    rating: z.null(),
    files_id: z.array(z.string()),
    files: z.array(z.unknown()),
    // "Memories" is a historic name: they are conversations.
    memories_id: z.array(z.string()).describe('Conversations that the answer comes from.'),
    memories: z
      .array(
        z.object({
          id: z.string(),
          structured: z.object({ title: z.string(), emoji: z.string() }),
          created_at: Timestamp,
        }),
      )
      .describe('The first five of them.'),
  })
  .meta({ id: 'ChatMessage' });
export type Message = z.output<typeof Message>;

export const NewMessage = z.object({
  text: text({ min: 1, max: 1000, blank: 'text cannot be empty' }).describe('The question.'),
});
