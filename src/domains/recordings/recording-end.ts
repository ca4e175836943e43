import { z } from 'zod';
import { NotFound, Unavailable } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { Conversation } from '../conversations/conversation.ts';
import { DeviceId, deviceOf, liveRecording } from '../conversations/conversation-lookup.ts';
import { endRecording } from '../conversations/lifecycle.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { untilProcessed } from '../conversations/conversation-lookup.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';

/** The time that `POST /v1/conversations` waits for the processing of its conversation. */
const PROCESSING_PATIENCE_MS = 120_000;

/**
 * A request that comes before the answer to the last one is the same press of the button, unless
 * the answer takes longer than this.
 */
const UNANSWERED_MS = 2_000;
/** A quick answer may overtake the second click of a double click. */
const DOUBLE_CLICK_MS = 150;

/** The part of the listening room that is called before a recording ends. */
export interface LiveWords {
  /** Waits until all words so far are stored. */
  settle(user_id: string): Promise<void>;
  /** Ends the live sessions of the user in this process. */
  end(user_id: string, reason: string): Promise<void>;
}

export function finishRecordingOperation(live: LiveWords) {
  let ends: End[] = [];

  const end = async (context: Context, { pressed, device_id }: Press): Promise<string> => {
    await live.settle(userOf(context));
    const row = pressed ?? (await liveRecording(context, device_id));
    const ended = row && (await endRecording(context, { id: row.id, forced: true }));
    // Null: it has ended in the meantime, by silence or by another request.
    if (!row || ended === 'deleted') throw new NotFound('Conversation in progress not found');
    return row.id;
  };

  /** Returns the end that the same press of the button caused. */
  const sameAs = async (context: Context, press: Press): Promise<End | undefined> => {
    ends = ends.filter(({ until }) => until >= performance.now());
    const { pressed, device_id } = press;
    const device = pressed?.device ?? deviceOf(context.actor, device_id);
    const latest = ends.findLast(
      (each) => each.user_id === userOf(context) && each.device === device,
    );
    if (!latest || latest.answeredAt === null || !pressed) return latest;
    // Words that were cut from the conversation; its session began to store them before the answer.
    if (pressed.created_at >= latest.answeredAt) return undefined;
    await live.settle(userOf(context));
    return (await liveRecording(context, device_id))?.started_at ? latest : undefined;
  };

  const endOnce = async (context: Context, device_id: string | undefined): Promise<End> => {
    const pressed = await liveRecording(context, device_id);
    const same = await sameAs(context, { pressed, device_id });
    if (same) return same;
    const id = end(context, { pressed, device_id });
    const device = pressed?.device ?? deviceOf(context.actor, device_id);
    const ending: End = { user_id: userOf(context), device, id, answeredAt: null, until: Infinity };
    ends.push(ending);
    id.then(
      () => (ending.until = performance.now() + UNANSWERED_MS),
      () => (ending.until = -Infinity),
    );
    return ending;
  };

  return defineOperation({
    name: 'finishRecording',
    summary: 'End the recording and process the conversation in progress',
    description:
      'Answers after the processing of the conversation. A device key ends the recording of its ' +
      'device. A second request before the answer gets the same conversation.',
    scope: null,
    effect: 'write',
    waits: true,
    input: z.object({
      calendar_meeting_context: z
        .unknown()
        .optional()
        .describe('Accepted for clients of the reference service; has no effect.'),
      client_processing: z
        .unknown()
        .optional()
        .describe('Accepted for clients of the reference service; has no effect.'),
      device_id: DeviceId.optional().describe(
        'Ends the recording of this device. Default: the recording with the latest words.',
      ),
    }),
    output: z.object({
      conversation: Conversation.describe('The conversation that the recording becomes.'),
      messages: z
        .array(z.unknown())
        .describe('Always empty, for clients of the reference service.'),
    }),
    run: async (context, { device_id }) => {
      const ending = await endOnce(context, device_id);
      const id = await ending.id;
      if (!(await untilProcessed(context, id, PROCESSING_PATIENCE_MS))) {
        throw new Unavailable(`Conversation ${id} is still being processed. Read it later.`);
      }
      const conversation = await wholeConversation(context, id);
      if (ending.answeredAt === null) {
        ending.answeredAt = context.clock.now();
        ending.until = Math.min(ending.until, performance.now() + DOUBLE_CLICK_MS);
      }
      return { conversation, messages: [] };
    },
  });
}

interface Press {
  /** The recording that was live when the request arrived. */
  pressed: ConversationRow | undefined;
  device_id: string | undefined;
}

interface End {
  user_id: string;
  device: string;
  /** The conversation that the recording becomes. */
  id: Promise<string>;
  answeredAt: Date | null;
  /** The time (of `performance`) until which the same press may come again. */
  until: number;
}
