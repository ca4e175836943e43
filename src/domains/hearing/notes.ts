import { z } from 'zod';
import { Conflict } from '../../core/errors.ts';
import { inMilliseconds, text } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { findConversation } from '../conversations/conversation-lookup.ts';
import { lockWithSegments } from '../conversations/conversations.ts';
import { markNoted, selectMergedFrom } from '../conversations/recording/live-recording.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { repeatProcessing, requeueProcessing } from '../conversations/lifecycle.ts';
import { Seconds } from '../transcripts/segment.ts';
import { insertSegments } from '../transcripts/segments.ts';
import { selectSegmentsById } from '../transcripts/named-segments.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { segmentsHeard } from './recording.ts';

const MAX_CHARACTERS = 5_000;
/** The time in which somebody would say a word of a note. */
const SECONDS_PER_WORD = 0.4;
/** No voice of a recording gets this number, so naming a voice never renames the notes. */
const SPEAKER = 900;

export const addNote = defineOperation({
  name: 'addConversationNote',
  summary: 'Add a typed note to a conversation',
  description:
    'The note becomes a segment of the user, at the second at which it was typed; long after the end, it stands at the end. If the ' +
    'conversation was merged, the note goes into the merged one. An ended conversation is ' +
    'processed anew. While a live recording has no words yet, answers 409: send the note again ' +
    'later, with the new `seconds_ago`.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string().describe('The id of the conversation.'),
    text: text({ min: 1, max: MAX_CHARACTERS, blank: 'text cannot be empty' }).describe(
      'The text of the note.',
    ),
    note_id: z
      .uuid()
      .optional()
      .describe('Your id for the note, which makes repeated requests store it once.'),
    seconds_ago: Seconds.min(0)
      .default(0)
      .describe('The number of seconds before this request at which the note was typed.'),
  }),
  output: z.object({
    conversation_id: z.string().describe('The id of the conversation that has the note.'),
    segment_id: z.string().describe('The id of the new segment.'),
    start: z.number().describe('Seconds from the start of the conversation.'),
  }),
  run: (context, { conversation_id, note_id, text: words, seconds_ago }) => {
    const at = context.clock.now().getTime() - seconds_ago * 1000;
    return transaction(context.db, async (tx) => {
      const inside = { ...context, db: tx };
      const row = await lockCurrent(inside, conversation_id);
      if (row.started_at === null) {
        // Without Retry-After: a client that repeats the same request would shift the note.
        throw new Conflict('This recording has no words yet. Send the note again later.');
      }
      const segment_id = note_id?.toLowerCase() ?? context.newId();
      const earlier = await selectNote(inside, row, segment_id);
      if (earlier) {
        return { conversation_id: row.id, segment_id, start: earlier.start_seconds };
      }
      const start = secondOf(row, row.started_at, at);
      await insertNote(inside, row, { id: segment_id, start, text: words });
      return { conversation_id: row.id, segment_id, start };
    });
  },
});

/** A conversation ends with its last word, but its user may write on for a while. */
const WRITES_ON_MS = 10 * 60_000;

/** A note that is typed long after the end of a conversation stands at its end. */
function secondOf({ status, finished_at }: ConversationRow, started_at: Date, at: number): number {
  const end = status === 'in_progress' ? null : finished_at?.getTime();
  const moment = end && at > end + WRITES_ON_MS ? end : at;
  return Math.max(0, inMilliseconds((moment - started_at.getTime()) / 1000));
}

/** Locks the conversation, or the one into which it was merged. */
async function lockCurrent(context: Context, conversation_id: string): Promise<ConversationRow> {
  const id = conversation_id.toLowerCase();
  const merged = await selectMergedFrom(context.db, userOf(context), id);
  const { id: found } = await findConversation(context, merged ?? id);
  await lockWithSegments(context.db, userOf(context), [found]);
  return findConversation(context, found);
}

async function selectNote(
  context: Context,
  row: ConversationRow,
  id: string,
): Promise<NamedSegment | undefined> {
  const found = { conversation_ids: [row.id], ids: [id] };
  const [note] = await selectSegmentsById(context.db, userOf(context), found);
  return note;
}

async function insertNote(
  context: Context,
  { id: conversation_id, status, attempt, words_pending }: ConversationRow,
  { id, start, text: words }: { id: string; start: number; text: string },
): Promise<void> {
  const user_id = userOf(context);
  const segment = {
    id,
    text: words,
    speaker_id: SPEAKER,
    is_user: true,
    person_id: null,
    start_seconds: start,
    end_seconds: start + Math.max(1, words.split(/\s+/).length * SECONDS_PER_WORD),
  };
  await insertSegments(context.db, user_id, conversation_id, [segment]);
  const now = context.clock.now();
  await markNoted(context.db, user_id, conversation_id, { second: start, now });
  if (status === 'in_progress') {
    const payload = { conversation_id, segment_ids: [id] };
    await context.outbox.emit(context.db, segmentsHeard, { user_id, payload });
  } else if (status !== 'processing') {
    await repeatProcessing(context, { id: conversation_id, from: status });
  } else if (!words_pending) await requeueProcessing(context, { id: conversation_id, attempt });
}
