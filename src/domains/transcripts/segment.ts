import { z } from 'zod';

export const TranscriptSegment = z
  .object({
    text: z.string(),
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    id: z.string().nullable(),
    speaker_id: z.int().nullable(),
    speaker_name: z.string().nullable(),
  })
  .meta({ id: 'DeveloperTranscriptSegment' });

/** About three months; no conversation without a pause is longer. */
export const Seconds = z.number().max(8_000_000).describe('Seconds from the start.');

/** A segment for the user's own clients, on the socket and in whole conversations. */
export const LiveSegment = TranscriptSegment.extend({
  id: z.string(),
  speaker: z.string().describe('`SPEAKER_00`'),
  speaker_id: z.int(),
  is_user: z.boolean(),
  is_user_probable: z
    .boolean()
    .describe(
      "True when the voice is probably the user's, but the check is not certain. The service " +
        'makes no memories from the segment until somebody assigns it to the user.',
    ),
  person_id: z.string().nullable(),
  translations: z.array(z.object({ lang: z.string(), text: z.string() })),
  speech_profile_processed: z
    .boolean()
    .describe('True when the service has compared the voice with the known voices.'),
  stt_provider: z.string().nullable(),
  doubtful: z
    .array(
      z.object({ start: z.int().meta({ examples: [9] }), end: z.int().meta({ examples: [14] }) }),
    )
    .describe(
      'The parts of `text` that the recogniser probably misheard, as offsets in UTF-16 code ' +
        'units (`end` is exclusive). Titles, tasks and memories are made without these words.',
    ),
}).meta({ id: 'LiveSegment' });

export type LiveSegment = z.output<typeof LiveSegment>;
