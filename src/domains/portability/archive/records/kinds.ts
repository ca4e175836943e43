/** The kinds of records in the archive of an account. */
import { z } from 'zod';
import { comparable, textKey } from '../../../../core/text.ts';
import { Citation } from '../../../../engines/answering/answerer.ts';
import { CATEGORIES } from '../../../../engines/understanding/maker.ts';
import type { Row } from '../../../../storage/archive/rows.ts';
import { DayDetails } from '../../../days/day-summary.ts';
import { contentKey } from '../../../memories/memory.ts';
import { conversations } from './conversations.ts';
import * as f from './fields.ts';
import { hexOf } from './kind.ts';
import type { ArchiveKind } from './kind.ts';

const keyOf = (value: unknown): string => hexOf(textKey(comparable(value as string)));
const nameKey = ({ name }: Row): Row => ({ name_key: keyOf(name) });
const confidence = f.number.min(0).max(1);

/** Returns the condition that the archive contains the conversation of a record. */
const isTold = (table: string): string =>
  `EXISTS (SELECT FROM conversations AS c WHERE c.user_id = ${table}.user_id
    AND c.id = ${table}.conversation_id AND c.status IN ('completed', 'failed'))`;

const folders: ArchiveKind = {
  name: 'folders',
  table: 'folders',
  derived: nameKey,
  sameBy: 'name_key',
  shapes: { category_mapping: z.enum(CATEGORIES) },
};

const people: ArchiveKind = {
  name: 'people',
  table: 'people',
  derived: nameKey,
  sameBy: 'name_key',
  children: [{ field: 'voices', table: 'person_prints', parent: 'person_id' }],
};

const vocabulary: ArchiveKind = {
  name: 'vocabulary',
  table: 'vocabulary',
  derived: ({ word }) => ({ word_key: keyOf(word) }),
  sameBy: 'word_key',
};

const goals: ArchiveKind = {
  name: 'goals',
  table: 'goals',
  children: [{ field: 'history', table: 'goal_history', parent: 'goal_id' }],
};

const memories: ArchiveKind = {
  name: 'memories',
  table: 'memories',
  derived: ({ content }) => ({ content_key: hexOf(contentKey(content as string)) }),
  shapes: {
    metadata: f.metadata,
    confidence,
    closed_by: f.metadata,
    contradicted_by: z.looseObject({ conversation_id: f.id }),
    heard_again: f.items(z.looseObject({ conversation_id: f.id, words: f.words() })),
  },
  children: [{ field: 'history', table: 'memory_versions', parent: 'memory_id' }],
};

const outcomes: ArchiveKind = {
  name: 'reading-outcomes',
  table: 'reading_outcomes',
  where: `(conversation_id IS NULL OR ${isTold('reading_outcomes')})`,
  shapes: { confidence },
};

const AnswerPart = z.looseObject({
  text: f.words(),
  from: f.ids,
  citations: z.array(Citation).max(1_000).optional(),
});

const chatMessages: ArchiveKind = {
  name: 'chat-messages',
  table: 'chat_messages',
  shapes: {
    parts: f.items(AnswerPart),
    sources: f.ids,
    conversation_ids: f.ids,
    file_ids: f.ids,
    rating: z.int().min(-1).max(1),
  },
};

/** In the order in which they are read and stored: records before those that refer to them. */
export const KINDS: readonly ArchiveKind[] = [
  folders,
  people,
  vocabulary,
  { name: 'summary-templates', table: 'summary_templates' },
  goals,
  conversations,
  { name: 'action-items', table: 'action_items', shapes: { metadata: f.metadata, confidence } },
  memories,
  {
    name: 'suggestions',
    table: 'suggestions',
    where: isTold('suggestions'),
    shapes: { confidence },
  },
  outcomes,
  { name: 'day-summaries', table: 'day_summaries', shapes: { details: DayDetails } },
  { name: 'chat-sessions', table: 'chat_sessions' },
  { name: 'chat-files', table: 'chat_files', shapes: { content: f.words(10_000_000) } },
  chatMessages,
  { name: 'assistant-activity', table: 'assistant_activity' },
  { name: 'sound', table: 'audio_files', where: isTold('audio_files') },
  { name: 'photos', table: 'photo_files', where: isTold('photo_files') },
  {
    name: 'speech-profile',
    table: 'speech_profiles',
    shapes: { problems: z.array(f.words(200)).max(100) },
  },
];

/** Kinds whose bytes are in files of their own, which the database stores in other columns. */
export const KINDS_WITH_FILES: ReadonlySet<string> = new Set(['sound', 'photos', 'speech-profile']);
