import { NotFound } from '../../core/errors.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import type { Context } from '../../kit/context.ts';
import { getOwnConversation } from '../conversation-lists/own-conversations.ts';
import { getDaySummary } from '../days/days.ts';
import { withoutSpokenSecrets } from '../transcripts/secrets/masked-texts.ts';
import type { DueDelivery } from './event-deliveries.sql.ts';
import type { WebhookType } from './webhook.ts';

export interface DeliveryContent {
  body: Uint8Array;
  type: string;
  query: Record<string, string>;
}

/** Returns the current content of a delivery; null when its subject no longer exists. */
export async function bodyOf(
  context: Context,
  delivery: DueDelivery,
): Promise<DeliveryContent | null> {
  try {
    return await CONTENTS[delivery.type](context, delivery);
  } catch (error) {
    if (error instanceof NotFound) return null;
    throw error;
  }
}

export function deliveryUrl({ url, user_id }: DueDelivery, query: Record<string, string>): URL {
  const target = new URL(url);
  target.searchParams.set('uid', user_id);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  return target;
}

type Maker = (context: Context, delivery: DueDelivery) => Promise<DeliveryContent | null>;

const CONTENTS: Record<WebhookType, Maker> = {
  memory_created: async (context, { payload }) => {
    if (payload['test']) return json(payload);
    return json(await conversationOf(context, payload['conversation_id']));
  },
  realtime_transcript: async (context, { payload }) => {
    if (payload['test']) return json(payload);
    const { conversation_id, segment_ids } = payload as {
      conversation_id: string;
      segment_ids: string[];
    };
    const { transcript_segments } = await conversationOf(context, conversation_id);
    const segments = transcript_segments.filter(({ id }) => segment_ids.includes(id));
    return json({ segments, session_id: conversation_id });
  },
  audio_bytes: async (_context, { body }) =>
    body && {
      body,
      type: 'application/octet-stream',
      query: { sample_rate: String(SAMPLE_RATE) },
    },
  day_summary: async (context, { payload, user_id }) => {
    if (payload['test']) return json(payload);
    const { summary_id } = payload;
    const { created_at, updated_at: _, ...summary } = await getDaySummary(context, { summary_id });
    return json({
      uid: user_id,
      created_at,
      summary: `${summary.headline}\n\n${summary.overview}`,
      summary_json: summary,
    });
  },
};

/** Other services get no secrets. */
async function conversationOf(context: Context, conversation_id: unknown) {
  return withoutSpokenSecrets(await getOwnConversation(context, { conversation_id }));
}

function json(value: unknown): DeliveryContent {
  return { body: Buffer.from(JSON.stringify(value)), type: 'application/json', query: {} };
}
