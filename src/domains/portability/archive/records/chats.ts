import { z } from 'zod';
import { Citation } from '../../../../engines/answering/answerer.ts';
import * as f from './fields.ts';
import type { ArchiveKind } from './kind.ts';

export const chatSessions: ArchiveKind = {
  name: 'chat-sessions',
  table: 'chat_sessions',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    title: f.words(10_000),
    app_id: f.words(200).nullable(),
    starred: f.flag,
    created_at: f.time,
    updated_at: f.time,
  }),
};

export const chatFiles: ArchiveKind = {
  name: 'chat-files',
  table: 'chat_files',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    name: f.words(1_000),
    mime_type: f.words(200),
    content: f.words(10_000_000),
    created_at: f.time,
  }),
};

const AnswerPart = z.looseObject({
  text: f.words(),
  from: f.ids,
  citations: z.array(Citation).max(1_000).optional(),
});

export const chatMessages: ArchiveKind = {
  name: 'chat-messages',
  table: 'chat_messages',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    created_at: f.time,
    chat_session_id: f.id.nullable(),
    app_id: f.words(200).nullable(),
    sender: z.enum(['human', 'ai']),
    text: f.words(),
    parts: z.array(AnswerPart).max(10_000),
    sources: f.ids,
    conversation_ids: f.ids,
    file_ids: f.ids,
    rating: z.int().min(-1).max(1).nullable(),
    reported: f.flag,
  }),
};
