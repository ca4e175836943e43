import { z } from 'zod';
import { NotFound, Unavailable } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { Conversation } from '../conversations/conversation.ts';
import { DeviceId, liveRecording } from '../conversations/conversation-lookup.ts';
import { endRecording } from '../conversations/lifecycle.ts';
import { untilProcessed } from '../conversations/conversation-lookup.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';

/** The time that `POST /v1/conversations` waits for the processing of its conversation. */
const PROCESSING_PATIENCE_MS = 120_000;

/** The part of the listening room that is called before a recording ends. */
export interface LiveWords {
  /** Waits until all words so far are stored. */
  settle(user_id: string): Promise<void>;
  /** Ends the live sessions of the user in this process. */
  end(user_id: string, reason: string): Promise<void>;
}

export function finishRecordingOperation(live: LiveWords) {
  return defineOperation({
    name: 'finishRecording',
    summary: 'End the recording and process the conversation in progress',
    description:
      'Answers after the processing of the conversation. A device key ends the recording of its ' +
      'device.',
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
      await live.settle(userOf(context));
      const row = await liveRecording(context, device_id);
      const ended = row && (await endRecording(context, { id: row.id, forced: true }));
      if (!row || ended !== 'processing') {
        throw new NotFound('Conversation in progress not found');
      }
      if (!(await untilProcessed(context, row.id, PROCESSING_PATIENCE_MS))) {
        throw new Unavailable(`Conversation ${row.id} is still being processed. Read it later.`);
      }
      return { conversation: await wholeConversation(context, row.id), messages: [] };
    },
  });
}
