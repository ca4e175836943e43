import { z } from 'zod';
import { CreatedAt } from '../../core/wire.ts';
import { Conversation } from '../conversations/conversation.ts';
import { LiveSegment } from '../transcripts/segment.ts';
import { DaySummary } from '../days/day-summary.ts';
import type { WebhookType } from './webhook.ts';

/** The summary and the body of each event that webhooks send. */
export const EVENT_CONTENTS: Record<
  WebhookType,
  {
    summary: string;
    /** The schema of the body; null for sound (PCM16, one channel). */
    body: z.ZodType | null;
  }
> = {
  memory_created: {
    summary:
      'Reports that a conversation is completed; older clients expect this name of the event',
    body: Conversation,
  },
  realtime_transcript: {
    summary: 'Sends the words that were recognised in a live conversation',
    body: z.object({
      segments: z.array(LiveSegment).describe('The new and the changed segments.'),
      session_id: z.string().describe('The id of the conversation.'),
    }),
  },
  audio_bytes: {
    summary: 'Sends a few seconds of sound: PCM16, one channel, `sample_rate` in the address',
    body: null,
  },
  day_summary: {
    summary: 'Reports that a day has ended and its summary exists',
    body: z.object({
      uid: z.string().describe('The id of the user.'),
      created_at: CreatedAt,
      summary: z.string().describe('Headline, empty line, overview.'),
      summary_json: DaySummary.omit({ created_at: true, updated_at: true }).describe(
        'The summary as data.',
      ),
    }),
  },
};
