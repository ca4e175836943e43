import { z } from 'zod';
import { Gap } from '../transcripts/gap.ts';
import { Photo } from './photo.ts';
import { CreatedAt, Timestamp, UpdatedAt, orNull, text } from '../../core/wire.ts';
import { externalOutput } from '../../kit/external/record.ts';
import { CATEGORIES, MAKERS } from '../../engines/understanding/maker.ts';
import { TranscriptSegment, LiveSegment } from '../transcripts/segment.ts';

export const STATUSES = ['in_progress', 'processing', 'completed', 'failed'] as const;

export const Status = z
  .enum(STATUSES)
  .describe(
    '`in_progress` while words still arrive; `processing` while the service makes the summary.',
  );

export type Status = z.infer<typeof Status>;

export const ConversationVisibility = z
  .enum(['private', 'shared', 'public'])
  .describe('Everybody who has the link can open a `shared` or `public` conversation.');

/** Marks the conversations of the sample, so that they can be removed again. */
export const SAMPLE_SOURCE = 'demo';

/** The kind of device or program that made a recording; new ones appear all the time. */
export const RecordingSource = z
  .string()
  .regex(/^[a-z0-9_]{1,64}$/, 'Use 1 to 64 of the characters a-z, 0-9 and _')
  .describe('The kind of device or program that made the recording, such as `phone`.');

/** The result of a summary template. Clients of the reference service expect these field names. */
export const AppResult = z
  .object({
    app_id: z
      .string()
      .nullable()
      .describe('The id of the summary template; null when it is not known.')
      .meta({ examples: ['meeting-minutes'] }),
    content: z
      .string()
      .describe('Markdown.')
      .meta({ examples: ['## Decisions\n\n- Ana: We go with the blue one.'] }),
  })
  .meta({ id: 'AppResult' });

const Category = z
  .enum(CATEGORIES)
  .meta({ id: 'CategoryEnum', description: 'The category of the conversation.' });

const ConversationActionItem = z
  .object({
    description: z.string().describe('The text of the task.'),
    completed: z.boolean().default(false).describe('True when the task is done.'),
    completed_at: Timestamp.nullable().describe(
      'The time at which the task was done; null while it is open.',
    ),
    conversation_id: z
      .string()
      .nullable()
      .describe('The conversation from which the task comes; null for one added by hand.'),
    created_at: orNull(CreatedAt, 'Null when it is not known.'),
    due_at: Timestamp.nullable().describe(
      'The time at which the task is due; null without a date.',
    ),
    updated_at: orNull(UpdatedAt, 'Null when it is not known.'),
  })
  .meta({ id: 'DeveloperConversationActionItem' });

const ConversationEvent = z
  .object({
    title: z.string().describe('The title of the event.'),
    start: Timestamp.describe('The time at which the event begins.'),
    description: z.string().default('').describe('More about the event; may be empty.'),
    duration: z.int().default(30).describe('Minutes.'),
    created: z
      .boolean()
      .default(false)
      .describe('True when a client has put the event into a calendar.'),
  })
  .meta({ id: 'DeveloperConversationEvent' });

const Structured = z
  .object({
    title: z.string().describe('The title.'),
    overview: z.string().describe('The summary, in some sentences.'),
    category: Category,
    emoji: z.string().default('🧠').describe('An emoji for the conversation.'),
    action_items: z
      .array(ConversationActionItem)
      .default([])
      .describe('The tasks from the conversation.'),
    events: z.array(ConversationEvent).default([]).describe('The events that were mentioned.'),
  })
  .meta({
    id: 'DeveloperConversationStructured',
    description: 'Title, summary, tasks and events of the conversation.',
  });

export const Geolocation = z
  .object({
    latitude: z.number().min(-90).max(90).describe('Degrees north of the equator.'),
    longitude: z.number().min(-180).max(180).describe('Degrees east of Greenwich.'),
    address: text({ max: 500 })
      .nullish()
      .describe('The postal address; null when it is not known.'),
    google_place_id: text({ max: 500 })
      .nullish()
      .describe('The id of the place in Google Maps; null when it is not known.'),
    location_type: text({ max: 100 })
      .nullish()
      .describe('The kind of place, in the words of the client; null when it is not known.'),
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
    .describe(
      'The reason why processing failed; null otherwise. You can retry a failed conversation.',
    ),
  understood_by: z
    .enum(MAKERS)
    .nullable()
    .describe('The author of title, overview, tasks and events; null before they are made.'),
};

/** A conversation in the shape for programs with a developer key. */
export const DeveloperConversation = z
  .object({
    id: z.string().describe('The id of the conversation.'),
    created_at: CreatedAt,
    started_at: Timestamp.nullable().describe(
      'The start of the conversation; null when it is not known.',
    ),
    finished_at: Timestamp.nullable().describe(
      'The end of the conversation; null when it is not known.',
    ),
    structured: Structured,
    folder_id: z
      .string()
      .nullable()
      .describe('The folder of the conversation; null without a folder.'),
    folder_name: z.string().nullable().describe('The name of the folder; null without a folder.'),
    geolocation: Geolocation.nullable().describe(
      'The place of the conversation; null when it is not known.',
    ),
    language: z.string().nullable().describe('ISO 639-1, such as `en`; null when it is not known.'),
    source: z
      .string()
      .nullable()
      .describe('The device or program that made the conversation; null when it is not known.'),
    transcript_segments: z
      .array(TranscriptSegment)
      .nullable()
      .describe('The transcript; null unless the request asks for it.'),
    ...z.object(ProcessingState).partial().shape,
    external_id: externalOutput.external_id,
    metadata: externalOutput.metadata,
  })
  .meta({ id: 'DeveloperConversation' });

/** The complete stored conversation, in the shape for the user's own clients. */
export const Conversation = DeveloperConversation.extend({
  updated_at: UpdatedAt,
  ...ProcessingState,
  deleted: z.boolean().describe('Always `false`, for clients of the reference service.'),
  starred: z.boolean().describe('True when the user has starred the conversation.'),
  visibility: ConversationVisibility,
  photos: z.array(Photo).describe('The photos that were taken during the conversation.'),
  apps_results: z.array(AppResult).describe('The results of the summary templates.'),
  plugins_results: z.array(AppResult).describe('The same as `apps_results`, for older clients.'),
  external_data: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('Data about the source, such as the name of an uploaded file; null without any.'),
  transcript_segments: z.array(LiveSegment).describe('The transcript, in the order of the speech.'),
  gaps: z.array(Gap).describe('The parts of the sound without words. Late words replace them.'),
  understood_note: z
    .string()
    .nullable()
    .describe(
      'The reason why the built-in reader was used instead of the language model; null otherwise.',
    ),
  stt_provider: z
    .string()
    .nullable()
    .describe('The recogniser that wrote the words; null when it is not known.'),
  stt_quality: z
    .string()
    .nullable()
    .describe('The quality of the recognition; null, because the service does not measure it.'),
  model_calls: z.int().describe('The number of requests to language models for this conversation.'),
  model_tokens: z.int().describe('The number of tokens that these requests used.'),
}).meta({ id: 'Conversation' });

export type Conversation = z.output<typeof Conversation>;
