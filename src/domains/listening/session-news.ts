import type { z } from 'zod';
import type { EventKind } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { conversationMoved } from '../conversations/lifecycle.ts';
import type { ServerMessage } from '../devices/message.ts';
import type { Pictures } from '../devices/pictures.ts';
import { photoDescribed } from '../recordings/photos.ts';
import { segmentsChanged } from '../transcripts/segments.ts';
import { vocabularyChanged } from '../vocabulary/words.ts';
import type { KnownNames } from '../vocabulary/known-names.ts';
import type { LiveTranscript } from './live-transcript.ts';

/**
 * Notifies a live session of changes to its user's conversations. Returns functions that end the
 * subscriptions.
 */
export function subscribeToNews({
  context,
  send,
  transcript,
  pictures,
  names,
  serially,
}: NewsParts): (() => void)[] {
  const on = <P extends z.ZodType>(
    kind: EventKind<P>,
    react: (payload: z.infer<P>) => Promise<void>,
  ) =>
    context.outbox.subscribe(kind, ({ user_id, payload }) => {
      if (user_id === userOf(context)) void serially(() => react(payload));
    });
  return [
    on(conversationMoved, async ({ conversation_id, status }) => {
      if (status === 'failed' || !transcript.mayKnow(conversation_id)) return;
      const memory = await wholeConversation(context, conversation_id).catch(() => null);
      if (memory && status === 'processing') {
        send({ type: 'memory_processing_started', conversation_id, memory });
      } else if (memory) {
        send({ type: 'memory_created', conversation_id, memory, messages: [] });
        const { gaps } = memory;
        if (gaps.length > 0) send({ type: 'conversation_gap', conversation_id, gaps });
      }
      if (status === 'processing' && conversation_id === transcript.recording.id) {
        await transcript.openRecording();
      }
    }),
    on(photoDescribed, async (payload) => pictures.described(payload)),
    on(vocabularyChanged, () => names.refresh()),
    on(segmentsChanged, (payload) => transcript.edited(payload)),
  ];
}

interface NewsParts {
  context: Context;
  send: (message: ServerMessage) => void;
  transcript: LiveTranscript;
  pictures: Pictures;
  names: KnownNames;
  /** Runs work in the session's queue. */
  serially: (work: () => Promise<void>) => Promise<void>;
}
