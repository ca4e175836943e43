import { z } from 'zod';
import { text } from '../../core/wire.ts';
import { TranslationLanguage } from '../understanding/translations.ts';
import { DeviceId } from '../conversations/conversation-lookup.ts';
import { Geolocation } from '../conversations/conversation.ts';
import { Seconds } from '../transcripts/segment.ts';
import type { Conversation } from '../conversations/conversation.ts';
import type { LiveSegment } from '../transcripts/segment.ts';
import type { Gap } from '../transcripts/gap.ts';
import { PersonName } from '../people/person.ts';
import { SpokenLanguage } from './language.ts';

/** The query parameters of the listening socket. Other parameters are ignored. */
export const ListenQuery = z.object({
  /**
   * The expected user id; the connection is refused for another account. Default: the user of the
   * credential.
   */
  uid: z.string().max(200).optional(),
  language: SpokenLanguage,
  sample_rate: z.coerce.number().int().default(8000),
  codec: text({ max: 40 }).default('pcm8'),
  /** With more than one channel, the first byte of each message is the channel number. */
  channels: z.coerce.number().int().min(1).max(8).default(1),
  conversation_timeout: z.coerce.number().min(2).max(14_400).default(120),
  source: text({ max: 40 }).optional(),
  /** The location of the device: `38.72,-9.14`, or an object as in the API. */
  geolocation: z.string().max(2_000).transform(readPlace).pipe(Geolocation).optional(),
  custom_stt: z.enum(['enabled', 'disabled']).default('disabled'),
  /** The device's own id for a stream of numbered messages, so that it can resend lost messages. */
  stream_id: text({ min: 1, max: 100 }).optional(),
  /**
   * The app's id for one of its devices. Each device has its own recording. A device key counts as
   * a separate device.
   */
  device_id: DeviceId.optional(),
  /** The number of the first sound message; defaults to the number that the service expects. */
  sequence: z.coerce.number().int().min(0).optional(),
  /** The target language of translations, which need a language model. */
  translate_to: TranslationLanguage.optional(),
  /** True when assigning a speaker to an unknown name creates a person. */
  create_speakers: z.stringbool().default(true),
  /** True when the user's voice profile decides which words are the user's. */
  include_speech_profile: z.stringbool().default(true),
  /**
   * When enabled, the service assigns a speaker without asking if it recognises the voice with
   * certainty.
   */
  speaker_auto_assign: z.enum(['enabled', 'disabled']).default('disabled'),
});
export type ListenQuery = z.output<typeof ListenQuery>;

function readPlace(text: string): unknown {
  const [latitude, longitude, ...more] = text.split(',').map(Number);
  if (more.length === 0 && Number.isFinite(latitude) && Number.isFinite(longitude)) {
    return { latitude, longitude };
  }
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

export const SuggestedSegment = z.object({
  /** A later segment of the connection with the same id takes the place of this one. */
  id: z.union([text({ min: 1, max: 200 }), z.number()]).optional(),
  // A client that cuts its text may cut a character in two.
  text: z
    .string()
    .transform((words) => words.replaceAll('\0', ' ').toWellFormed())
    .pipe(text({ min: 1, max: 10_000, blank: 'The text is empty.' })),
  speaker: text({ max: 40 }).optional(),
  speaker_id: z.int().min(0).max(999).optional(),
  is_user: z.boolean().default(false),
  person_id: z.uuid().optional(),
  start: Seconds.min(0).default(0),
  end: Seconds.min(0).default(0),
});
export type SuggestedSegment = z.output<typeof SuggestedSegment>;

/** The size of a message limits the number of segments. */
export const SuggestedTranscript = z.object({
  type: z.literal('suggested_transcript'),
  segments: z.array(z.unknown()),
  stt_provider: text({ max: 100 }).optional(),
});
export type SuggestedTranscript = Omit<z.output<typeof SuggestedTranscript>, 'segments'> & {
  segments: SuggestedSegment[];
};

/**
 * Assigns a speaker to a person. `user` is the owner; without id and name, the speaker becomes
 * unknown.
 */
export const SpeakerAssigned = z.object({
  type: z.literal('speaker_assigned'),
  speaker_id: z.int().min(0).max(999),
  person_id: z.string().max(100).nullish(),
  person_name: PersonName.nullish(),
  /** An empty list selects all segments of the speaker. */
  segment_ids: z.array(z.string().max(100)).max(500).default([]),
});
export type SpeakerAssigned = z.output<typeof SpeakerAssigned>;

/** One piece of a picture; `data` is base64. */
export const ImageChunk = z.object({
  type: z.literal('image_chunk'),
  id: z.string().min(1).max(100),
  index: z.int().min(0),
  total: z.int().min(1),
  data: z.base64().max(65_536),
});
export type ImageChunk = z.output<typeof ImageChunk>;

/** The text messages that clients may send. The service tells the client about any other. */
export type ClientMessage = SuggestedTranscript | SpeakerAssigned | ImageChunk;

/** A part of a message without effect; `field` is like `segments.2.text`, or empty. */
export interface MessageProblem {
  field: string;
  reason: string;
}

type ServiceStatus =
  | 'initiating'
  | 'in_progress_conversations_processing'
  | 'stt_initiating'
  | 'ready'
  /** Words are late because speech waits for the recogniser or will be transcribed later. */
  | 'behind'
  /** The recogniser is transcribing delayed sound. */
  | 'catching_up'
  | 'stt_failed';

/**
 * A suggestion for the name of a speaker: `user`, the id of a person, or null for a new person of
 * this name.
 */
export interface SpeakerSuggestion {
  type: 'speaker_label_suggestion';
  speaker_id: number;
  person_id: string | null;
  person_name: string;
  segment_id: string;
}

/**
 * The messages that the service sends: segments as a bare array, everything else as an object with
 * a type.
 */
export type ServerMessage =
  | LiveSegment[]
  | {
      type: 'service_status';
      status: ServiceStatus;
      status_text: string;
      provider?: string;
      quality?: string;
      reason?: string;
      retryable?: boolean;
      /** The waiting time in seconds of the oldest finished speech without words. */
      behind_seconds?: number;
    }
  /** Sound messages before this number are stored and need not be sent again. */
  | { type: 'audio_ack'; stream_id: string; sequence: number }
  | { type: 'conversation_session'; conversation_id: string; status: 'in_progress' }
  | { type: 'last_memory'; memory_id: string }
  /** The same segments with their translations into the requested language. */
  | { type: 'translating'; segments: LiveSegment[] }
  | SpeakerSuggestion
  | { type: 'segments_deleted'; segment_ids: string[] }
  | { type: 'photo_processing'; temp_id: string; photo_id: string }
  | { type: 'photo_described'; photo_id: string; description: string; discarded: boolean }
  /** A conversation has ended, and parts of its sound have no words. */
  | { type: 'conversation_gap'; conversation_id: string; gaps: Gap[] }
  /**
   * A message of the client, or these parts of it, had no effect. `message` is its type, or `audio`.
   */
  | { type: 'message_ignored'; message: string; problems: MessageProblem[]; ignored: number }
  // Older clients call a conversation a "memory".
  | { type: 'memory_processing_started'; conversation_id: string; memory: Conversation }
  | {
      type: 'memory_created';
      conversation_id: string;
      memory: Conversation;
      messages: unknown[];
    };
