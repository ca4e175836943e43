/** The kinds of records that are understood in a talk, and what the user decided about them. */
import { z } from 'zod';
import { PERHAPS_KINDS } from '../../../../engines/understanding/maker.ts';
import { ActionItem } from '../../../action-items/action-item.ts';
import { contentKey, Memory } from '../../../memories/memory.ts';
import * as f from './fields.ts';
import { hexOf } from './kind.ts';
import type { ArchiveKind } from './kind.ts';

const times = { created_at: f.time, updated_at: f.time };
const external = {
  source: f.words(200).nullable(),
  external_id: f.words(1_000).nullable(),
  metadata: f.metadata,
};
/** Archives of older versions do not have the newer fields. */
const found_by = f.words(200).nullish();
const chance = f.number.min(0).max(1);
const confidence = chance.nullish();

export const actionItems: ArchiveKind = {
  name: 'action-items',
  table: 'action_items',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    description: f.words(),
    completed: f.flag,
    completed_at: f.time.nullable(),
    due_at: f.time.nullable(),
    conversation_id: f.id.nullable(),
    segment_id: f.id.nullable(),
    ...times,
    heard_as: f.bytes.nullable(),
    found_by,
    confidence,
    ...external,
    ...f.labelledOf(ActionItem),
  }),
};

/** An earlier text of a memory. */
const Wording = z.strictObject({
  id: f.id,
  changed_at: f.time,
  content: f.words(),
  until: f.time.nullable(),
});

export const memories: ArchiveKind = {
  name: 'memories',
  table: 'memories',
  key: ['id'],
  derived: ({ content }) => ({ content_key: hexOf(contentKey(content as string)) }),
  shape: z.strictObject({
    id: f.id,
    content: f.words(),
    category: z.enum(['interesting', 'system', 'manual']),
    visibility: z.enum(['private', 'public']),
    tags: z.array(f.words(1_000)).max(1_000),
    manually_added: f.flag,
    reviewed: f.flag,
    user_review: f.flag.nullable(),
    edited: f.flag,
    scoring: f.words(100),
    conversation_id: f.id.nullable(),
    segment_id: f.id.nullable(),
    ...times,
    heard_as: f.bytes.nullable(),
    until: f.time.nullable(),
    since: f.time.nullish(),
    times_heard: f.integer.optional(),
    last_heard_at: f.time.nullish(),
    closed_by: f.metadata.optional(),
    contradicted_by: z.looseObject({ conversation_id: f.id }).nullish(),
    settled_contradictions: z.array(f.id).max(1_000).optional(),
    heard_again: z
      .array(z.looseObject({ conversation_id: f.id, words: f.words() }))
      .max(100)
      .optional(),
    found_by,
    confidence,
    ...external,
    ...f.labelledOf(Memory),
    history: z.array(Wording).max(1_000),
  }),
  children: [
    {
      field: 'history',
      table: 'memory_versions',
      parent: 'memory_id',
      type: 'uuid',
      key: ['id'],
      shape: Wording,
    },
  ],
};

const ofConversation = (table: string) =>
  `EXISTS (SELECT FROM conversations AS c WHERE c.user_id = ${table}.user_id
    AND c.id = ${table}.conversation_id AND c.status IN ('completed', 'failed'))`;

export const suggestions: ArchiveKind = {
  name: 'suggestions',
  table: 'suggestions',
  key: ['id'],
  where: ofConversation('suggestions'),
  shape: z.strictObject({
    id: f.id,
    conversation_id: f.id,
    segment_id: f.id.nullable(),
    kind: z.enum(PERHAPS_KINDS),
    text: f.words(10_000),
    at: f.time.nullable(),
    confidence: chance,
    state: z.enum(['open', 'kept', 'dropped']),
    kept_as: f.words(10_000).nullable(),
    created_at: f.time,
    decided_at: f.time.nullable(),
  }),
};

export const outcomes: ArchiveKind = {
  name: 'reading-outcomes',
  table: 'reading_outcomes',
  key: ['id'],
  where: `(conversation_id IS NULL OR ${ofConversation('reading_outcomes')})`,
  shape: z.strictObject({
    id: f.id,
    conversation_id: f.id.nullable(),
    kind: z.enum(PERHAPS_KINDS),
    confidence: chance,
    outcome: z.enum(['kept', 'changed', 'dropped']),
    sentence: f.words().nullable(),
    created_at: f.time,
  }),
};
