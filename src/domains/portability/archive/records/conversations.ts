import { z } from 'zod';
import { CATEGORIES, MAKERS } from '../../../../engines/understanding/maker.ts';
import type { Row } from '../../../../storage/account-rows/rows.ts';
import {
  AppResult,
  ConversationVisibility,
  Geolocation,
} from '../../../conversations/conversation.ts';
import { Photo } from '../../../conversations/photo.ts';
import { GapReason } from '../../../transcripts/gap.ts';
import * as f from './fields.ts';
import type { ArchiveKind } from './kind.ts';

const Event = z.looseObject({
  title: f.words(1_000),
  start: z.iso.datetime({ offset: true }),
  description: f.words(10_000).optional(),
  duration: f.number.optional(),
  created: f.flag.optional(),
});

const Segment = z.strictObject({
  id: f.id,
  start_seconds: f.number,
  end_seconds: f.number,
  speaker_id: f.integer,
  is_user: f.flag,
  person_id: f.id.nullable(),
  text: f.words(),
  translations: z.array(z.looseObject({ lang: f.words(20), text: f.words() })),
  words: z.array(z.unknown()),
  confidence: f.number.nullable(),
  stt_provider: f.words(200).nullable(),
  voice_checked: f.flag,
  voice_verdict: z.enum(['owner', 'probable', 'other']).nullable(),
});

/** The voiceprint of a speaker; the numbers are little-endian 32-bit floats. */
const Voiceprint = z.strictObject({
  speaker_id: f.integer,
  model: f.words(200),
  print_seconds: f.number,
  statistics: f.bytes,
});

const Dismissed = z.strictObject({ kind: z.enum(['action_item', 'memory']), heard_as: f.bytes });

const Conversation = z.strictObject({
  id: f.id,
  created_at: f.time,
  updated_at: f.time,
  started_at: f.time.nullable(),
  finished_at: f.time.nullable(),
  status: z.enum(['completed', 'failed']),
  failure: f.words(2_000).nullable(),
  source: f.words(200),
  language: f.words(50).nullable(),
  title: f.words(10_000),
  overview: f.words(),
  category: z.enum(CATEGORIES),
  emoji: f.words(100),
  events: z.array(Event).max(10_000),
  folder_id: f.id.nullable(),
  starred: f.flag,
  discarded: f.flag,
  forced: f.flag,
  visibility: ConversationVisibility,
  written: z.array(f.words(100)).max(100),
  understood_by: z.enum(MAKERS).nullable(),
  understood_note: f.words(2_000).nullable(),
  model_calls: f.integer,
  model_tokens: f.integer,
  stt_provider: f.words(200).nullable(),
  stt_quality: f.words(200).nullable(),
  device: f.words(200),
  client_session_id: f.words(1_000).nullable(),
  external_id: f.words(1_000).nullable(),
  external_data: f.metadata,
  metadata: f.metadata,
  geolocation: Geolocation.nullable(),
  photos: z.array(Photo).max(100_000),
  apps_results: z.array(AppResult).max(1_000),
  gaps: z
    .array(z.strictObject({ start: f.number, end: f.number, reason: GapReason, journal: z.null() }))
    .max(100_000),
  segments: z.array(Segment).max(1_000_000),
  voices: z.array(Voiceprint).max(10_000),
  dismissed: z.array(Dismissed).max(10_000),
});

/** Sound that waits for its words stays in this service, so elsewhere it is lost. */
function outgoing(row: Row): Row {
  const gaps = row['gaps'] as { start: number; end: number; reason: string }[];
  return {
    ...row,
    gaps: gaps.map(({ start, end, reason }) => ({
      start,
      end,
      reason: reason === 'waiting' ? 'lost' : reason,
      journal: null,
    })),
  };
}

const parent = 'conversation_id';

export const conversations: ArchiveKind = {
  name: 'conversations',
  table: 'conversations',
  key: ['id'],
  where: `status IN ('completed', 'failed')`,
  shape: Conversation,
  outgoing,
  children: [
    { field: 'segments', table: 'segments', parent, type: 'uuid', key: ['id'], shape: Segment },
    {
      field: 'voices',
      table: 'speaker_prints',
      parent,
      type: 'uuid',
      key: ['speaker_id'],
      shape: Voiceprint,
    },
    {
      field: 'dismissed',
      table: 'dismissed',
      parent,
      type: 'uuid',
      key: ['kind', 'heard_as'],
      shape: Dismissed,
    },
  ],
};
