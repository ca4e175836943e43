import { z } from 'zod';
import { TextRange } from '../../core/wire.ts';

export const TranscriptSegment = z
  .object({
    text: z.string().describe('The words of the segment.'),
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    id: z.string().nullable().describe('The id of the segment; null when it has none.'),
    speaker_id: z
      .int()
      .nullable()
      .describe(
        'The number of the speaker in this conversation, from 0; null when it is not known.',
      ),
    speaker_name: z
      .string()
      .nullable()
      .describe(
        'A name, a label such as `Speaker 1`, or `?` for an unknown voice; null when there is none.',
      ),
  })
  .meta({ id: 'DeveloperTranscriptSegment' });

/** About three months; no conversation without a pause is longer. */
export const Seconds = z.number().max(8_000_000).describe('Seconds from the start.');

/** A segment for the user's own clients, on the socket and in whole conversations. */
export const LiveSegment = TranscriptSegment.extend({
  id: z.string().describe('The id of the segment.'),
  speaker: z.string().describe('`SPEAKER_00`'),
  speaker_id: z.int().describe('The number of the speaker in this conversation, from 0.'),
  is_user: z.boolean().describe('True when the user speaks.'),
  is_user_probable: z
    .boolean()
    .describe(
      "True when the voice is probably the user's, but the check is not certain. The service " +
        'makes no memories from the segment until somebody assigns it to the user.',
    ),
  person_id: z
    .string()
    .nullable()
    .describe('The id of the person who speaks; null for the user and for unknown speakers.'),
  translations: z
    .array(
      z.object({
        lang: z.string().describe('ISO 639-1, such as `pt`.'),
        text: z.string().describe('The translated text.'),
      }),
    )
    .describe('The translations of the text.'),
  speech_profile_processed: z
    .boolean()
    .describe('True when the service has compared the voice with the known voices.'),
  stt_provider: z
    .string()
    .nullable()
    .describe('The recogniser that wrote the words; null when it is not known.'),
  doubtful: z
    .array(TextRange)
    .describe(
      'The parts of `text` that the recogniser probably misheard, as offsets in UTF-16 code ' +
        'units (`end` is exclusive). Titles, tasks and memories are made without these words.',
    ),
}).meta({ id: 'LiveSegment' });

export type LiveSegment = z.output<typeof LiveSegment>;
