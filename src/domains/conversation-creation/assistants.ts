import { z } from 'zod';
import { variantOf } from '../../kit/operation.ts';
import { createConversation, FromText } from './conversation-creation.ts';

/** Conversations that assistants save, in the shape that they expect. */

const SOURCES = { note: 'other_text', talk: 'audio_transcript', message: 'message' } as const;

export const assistantSaveConversation = variantOf(createConversation, {
  name: 'assistantSaveConversation',
  summary: 'Save a text as a conversation',
  changes: { kind: 'conversation', made: ({ id }) => [id] },
  input: z.strictObject({
    text: FromText.shape.text.describe('The whole text.'),
    kind: z
      .enum(['note', 'talk', 'message'])
      .default('note')
      .describe('`talk`: lines like "Ana: …", also of this chat.'),
    started_at: z.string().optional().describe('ISO 8601 with a zone; default: now.'),
  }),
  given: ({ text, kind, started_at }) => ({
    text,
    text_source: SOURCES[kind],
    ...(started_at && { started_at }),
  }),
});
