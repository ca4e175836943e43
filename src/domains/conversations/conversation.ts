import { z } from 'zod';
import { Gap } from '../transcripts/gap.ts';
import { Photo } from './photo.ts';
import { Timestamp, text } from '../../core/wire.ts';
import { externalOutput } from '../../kit/external/record.ts';
import { CATEGORIES, MAKERS } from '../../engines/understanding/maker.ts';
import { TranscriptSegment, LiveSegment } from '../transcripts/segment.ts';

export const STATUSES = ['in_progress', 'processing', 'completed', 'failed'] as const;

export const Status = z.enum(STATUSES);

export type Status = z.infer<typeof Status>;

export const ConversationVisibility = z.enum(['private', 'shared', 'public']);

export const SOURCES = [
  'friend',
  'fieldy',
  'bee',
  'plaud',
  'frame',
  'friend_com',
  'apple_watch',
  'phone',
  'phone_call',
  'desktop',
  'openglass',
  'screenpipe',
  'workflow',
  'sdcard',
  'external_integration',
  'limitless',
  'rayban_meta',
  'onboarding',
  // The source of conversations from `npm run demo`. The demo later finds and deletes its
  // conversations by this source.
  'demo',
  'unknown',
] as const;

/** The result of a summary template. Clients of the reference service expect these field names. */
export const AppResult = z
  .object({
    app_id: z
      .string()
      .nullable()
      .describe('The id of the summary template.')
      .meta({ examples: ['meeting-minutes'] }),
    content: z
      .string()
      .describe('Markdown.')
      .meta({ examples: ['## Decisions\n\n- Ana: We go with the blue one.'] }),
  })
  .meta({ id: 'AppResult' });

const Category = z.enum(CATEGORIES).meta({ id: 'CategoryEnum' });

const ConversationActionItem = z
  .object({
    description: z.string(),
    completed: z.boolean().default(false),
    completed_at: Timestamp.nullable(),
    conversation_id: z.string().nullable(),
    created_at: Timestamp.nullable(),
    due_at: Timestamp.nullable(),
    updated_at: Timestamp.nullable(),
  })
  .meta({ id: 'DeveloperConversationActionItem' });

const ConversationEvent = z
  .object({
    title: z.string(),
    start: Timestamp,
    description: z.string().default(''),
    duration: z.int().default(30).describe('Minutes.'),
    created: z.boolean().default(false),
  })
  .meta({ id: 'DeveloperConversationEvent' });

const Structured = z
  .object({
    title: z.string(),
    overview: z.string(),
    category: Category,
    emoji: z.string().default('🧠'),
    action_items: z.array(ConversationActionItem).default([]),
    events: z.array(ConversationEvent).default([]),
  })
  .meta({ id: 'DeveloperConversationStructured' });

export const Geolocation = z
  .object({
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    address: text({ max: 500 }).nullish(),
    google_place_id: text({ max: 500 }).nullish(),
    location_type: text({ max: 100 }).nullish(),
  })
  .meta({ id: 'Geolocation' });

export type Geolocation = z.infer<typeof Geolocation>;

/** The state of processing, for programs that request it. */
const ProcessingState = {
  status: Status,
  discarded: z
    .boolean()
    .describe('True when the service found the conversation not worth keeping.'),
  failure: z
    .string()
    .nullable()
    .describe('The reason why processing failed. You can retry a failed conversation.'),
  understood_by: z
    .enum(MAKERS)
    .nullable()
    .describe('The author of title, overview, tasks and events.'),
};

/** A conversation in the shape for programs with a developer key. */
export const DeveloperConversation = z
  .object({
    id: z.string(),
    created_at: Timestamp,
    started_at: Timestamp.nullable(),
    finished_at: Timestamp.nullable(),
    structured: Structured,
    folder_id: z.string().nullable(),
    folder_name: z.string().nullable(),
    geolocation: Geolocation.nullable(),
    language: z.string().nullable(),
    source: z.string().nullable().describe('The device or program that made the conversation.'),
    transcript_segments: z
      .array(TranscriptSegment)
      .nullable()
      .describe('Filled only when the request asks for the transcript.'),
    ...z.object(ProcessingState).partial().shape,
    external_id: externalOutput.external_id,
    metadata: externalOutput.metadata,
  })
  .meta({ id: 'DeveloperConversation' });

/** The complete stored conversation, in the shape for the user's own clients. */
export const Conversation = DeveloperConversation.extend({
  updated_at: Timestamp,
  ...ProcessingState,
  deleted: z.boolean(),
  starred: z.boolean(),
  visibility: ConversationVisibility,
  photos: z.array(Photo),
  apps_results: z.array(AppResult).describe('The results of the summary templates.'),
  plugins_results: z.array(AppResult).describe('The same as `apps_results`, for older clients.'),
  external_data: z.record(z.string(), z.unknown()).nullable(),
  transcript_segments: z.array(LiveSegment),
  gaps: z.array(Gap).describe('The parts of the sound without words. Late words replace them.'),
  understood_note: z
    .string()
    .nullable()
    .describe('The reason why the service used the built-in rules instead of the language model.'),
  stt_provider: z.string().nullable(),
  stt_quality: z.string().nullable(),
  model_calls: z.int(),
  model_tokens: z.int(),
}).meta({ id: 'Conversation' });

export type Conversation = z.output<typeof Conversation>;
