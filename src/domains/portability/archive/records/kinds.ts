/** The kinds of records in the archive of an account. */
import { z } from 'zod';
import { comparable, textKey } from '../../../../core/text.ts';
import { CATEGORIES } from '../../../../engines/understanding/maker.ts';
import type { Row } from '../../../../storage/account-rows/rows.ts';
import { DayDetails } from '../../../days/day-summary.ts';
import { Goal } from '../../../goals/goal.ts';
import { chatFiles, chatMessages, chatSessions } from './chats.ts';
import { conversations } from './conversations.ts';
import * as f from './fields.ts';
import { hexOf } from './kind.ts';
import type { ArchiveKind } from './kind.ts';
import { actionItems, memories, outcomes, suggestions } from './understood.ts';
import { vocabulary } from './vocabulary.ts';

const times = { created_at: f.time, updated_at: f.time };
const nameKey = ({ name }: Row): Row => ({ name_key: hexOf(textKey(comparable(name as string))) });

const folders: ArchiveKind = {
  name: 'folders',
  table: 'folders',
  key: ['id'],
  derived: nameKey,
  sameBy: 'name_key',
  shape: z.strictObject({
    id: f.id,
    name: f.words(1_000),
    description: f.words(10_000).nullable(),
    color: f.words(100),
    icon: f.words(100),
    order: f.integer,
    is_default: f.flag,
    is_system: f.flag,
    category_mapping: z.enum(CATEGORIES).nullable(),
    ...times,
  }),
};

const Voice = z.strictObject({
  conversation_id: f.id,
  speaker_id: f.integer,
  model: f.words(200),
  print_seconds: f.number,
  statistics: f.bytes,
  created_at: f.time,
});

const people: ArchiveKind = {
  name: 'people',
  table: 'people',
  key: ['id'],
  derived: nameKey,
  sameBy: 'name_key',
  shape: z.strictObject({
    id: f.id,
    name: f.words(1_000),
    ...times,
    voices: z.array(Voice).max(1_000),
  }),
  children: [
    {
      field: 'voices',
      table: 'person_prints',
      parent: 'person_id',
      type: 'uuid',
      key: ['conversation_id', 'speaker_id'],
      shape: Voice,
    },
  ],
};

const templates: ArchiveKind = {
  name: 'summary-templates',
  table: 'summary_templates',
  key: ['id'],
  shape: z.strictObject({
    id: f.anyId,
    name: f.words(1_000).nullable(),
    prompt: f.words(100_000).nullable(),
    runs: z.enum(['always', 'on_demand']),
    ...times,
  }),
};

const Progress = z.strictObject({ date: f.day, value: f.number, recorded_at: f.time });

const goals: ArchiveKind = {
  name: 'goals',
  table: 'goals',
  key: ['id'],
  shape: z.strictObject({
    id: f.anyId,
    title: f.words(10_000),
    desired_outcome: f.words(10_000),
    why_it_matters: f.words(10_000).nullable(),
    success_criteria: z.array(f.words(10_000)).max(1_000),
    horizon_at: f.time.nullable(),
    status: z.enum(['background', 'focused', 'paused', 'achieved', 'abandoned']),
    focus_rank: f.integer.nullable(),
    source: z.enum(['user', 'ai_suggested', 'imported']),
    goal_type: z.enum(['boolean', 'scale', 'numeric']).nullable(),
    target_value: f.number.nullable(),
    current_value: f.number.nullable(),
    min_value: f.number.nullable(),
    max_value: f.number.nullable(),
    unit: f.words(200).nullable(),
    ...f.labelledOf(Goal),
    ...times,
    history: z.array(Progress).max(100_000),
  }),
  children: [
    {
      field: 'history',
      table: 'goal_history',
      parent: 'goal_id',
      type: 'text',
      key: ['date'],
      shape: Progress,
    },
  ],
};

const days: ArchiveKind = {
  name: 'day-summaries',
  table: 'day_summaries',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    date: f.day,
    headline: f.words(10_000),
    overview: f.words(),
    day_emoji: f.words(100),
    details: DayDetails,
    whole: f.flag,
    ...times,
  }),
};

/** The records before and after a change are left out, because they serve only to undo it. */
const activity: ArchiveKind = {
  name: 'assistant-activity',
  table: 'assistant_activity',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    at: f.time,
    connection: f.words(1_000),
    connection_name: f.words(1_000).nullable(),
    action: z.enum(['searched', 'read', 'asked', 'added', 'changed', 'deleted']),
    kind: f.words(200),
    query: f.words().nullable(),
    count: f.integer,
    undone_at: f.time.nullable(),
  }),
};

/** Kept sound; the bytes are in `sound/ID.ogg`. */
const sound: ArchiveKind = {
  name: 'sound',
  table: 'audio_files',
  key: ['id'],
  where: `EXISTS (SELECT FROM conversations AS c WHERE c.user_id = audio_files.user_id
    AND c.id = audio_files.conversation_id AND c.status IN ('completed', 'failed'))`,
  shape: z.strictObject({
    id: f.id,
    conversation_id: f.id,
    channel: f.integer,
    started_at: f.time,
    seconds: f.number,
    peaks: f.bytes,
  }),
};

/** The facts about a photo are in its conversation; the bytes are in `photos/ID`. */
const photos: ArchiveKind = {
  name: 'photos',
  table: 'photo_files',
  key: ['id'],
  where: sound.where!.replaceAll('audio_files', 'photo_files'),
  shape: z.strictObject({ id: f.id, conversation_id: f.id }),
};

/** The voice of the user; the recording is in `voice/profile.wav`. */
const voice: ArchiveKind = {
  name: 'speech-profile',
  table: 'speech_profiles',
  key: ['id'],
  shape: z.strictObject({
    id: f.id,
    seconds: f.number,
    problems: z.array(f.words(200)).max(100),
    model: f.words(200),
    print_seconds: f.number,
    statistics: f.bytes,
    created_at: f.time,
  }),
};

/** In the order in which they are read and stored: records before those that refer to them. */
export const KINDS: readonly ArchiveKind[] = [
  folders,
  people,
  vocabulary,
  templates,
  goals,
  conversations,
  actionItems,
  memories,
  suggestions,
  outcomes,
  days,
  chatSessions,
  chatFiles,
  chatMessages,
  activity,
  sound,
  photos,
  voice,
];

/** Kinds whose bytes are in files of their own, which the database stores in other columns. */
export const KINDS_WITH_FILES: ReadonlySet<string> = new Set(['sound', 'photos', 'speech-profile']);
