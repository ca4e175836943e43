/** A sample conversation, so that a new user sees what the service does. */
import { z } from 'zod';
import { Conflict } from '../../../core/errors.ts';
import { userOf } from '../../../kit/context.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { SAMPLE_SOURCE } from '../../conversations/conversation.ts';
import { liveRecording } from '../../conversations/conversation-lookup.ts';
import { selectIdsOfSource } from '../../conversations/recording/client-sessions.ts';
import { deleteConversation } from '../../corrections/conversation-deletion.ts';
import { DEVICE } from './sample-player.ts';
import type { SamplePlayer } from './sample-player.ts';

export function playSampleOperation(player: SamplePlayer) {
  return defineOperation({
    name: 'playSample',
    summary: 'Play the sample conversation',
    description:
      'Plays a short recording in real time, as a device would, and then processes the ' +
      'conversation. Answers when the recording begins. Without a recogniser, the service uses ' +
      'the words of the recording. The conversation has the source `demo`.',
    scope: null,
    effect: 'write',
    // The sample plays on after the answer, so it must not use the transaction of the request.
    waits: true,
    input: z.object({}),
    output: z
      .object({
        conversation_id: z.string().describe('The conversation that the sample writes.'),
        seconds: z.int().describe('The seconds until the recording ends.'),
      })
      .meta({ id: 'SamplePlay' }),
    run: async (context) => {
      const isLive = await liveRecording(context, DEVICE);
      if (isLive || player.isPlayingFor(userOf(context))) {
        throw new Conflict('The sample is being played already. Wait until it has ended.');
      }
      return player.start(context);
    },
  });
}

export const removeSample = defineOperation({
  name: 'removeSample',
  summary: 'Delete the conversations of the sample',
  description: 'Deletes their memories and action items too, and stops a sample that is playing.',
  scope: null,
  effect: 'destroy',
  input: z.object({}),
  output: z.object({ deleted: z.int().describe('The number of deleted conversations.') }),
  run: async (context) => {
    const ids = await selectIdsOfSource(context.db, userOf(context), SAMPLE_SOURCE);
    for (const conversation_id of ids) {
      await deleteConversation(context, { conversation_id, cascade: true });
    }
    return { deleted: ids.length };
  },
});
