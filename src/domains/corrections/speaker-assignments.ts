import { z } from 'zod';
import { Conflict, NotFound, Unrecognised } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { isDangling } from '../../storage/violations.ts';
import { findPerson, personNotFound } from '../people/people.ts';
import { learnVoices } from '../voices/speaker-prints.ts';
import { changeConversation, changeTranscript } from '../conversations/conversation-changes.ts';
import { Conversation } from '../conversations/conversation.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { updateSegmentSpeaker } from '../transcripts/segment-corrections.ts';
import type { SegmentRow } from '../transcripts/named-segments.ts';

const Assignment = {
  conversation_id: z.string(),
  assign_type: z.string().describe('`is_user` or `person_id`.'),
  value: z
    .union([z.string(), z.boolean()])
    .nullish()
    .describe('`true` or `false`; or the id of a person, null for an unknown speaker.'),
};

export const assignSegment = defineOperation({
  name: 'assignSegment',
  summary: 'Assign a segment to a speaker',
  description:
    '`is_user: true` assigns the segment to you; `person_id` assigns it to that person; ' +
    '`false` or null removes the assignment. Returns the whole conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...Assignment,
    segment_idx: z.int().min(0).describe('The position of the segment in the transcript, from 0.'),
  }),
  output: Conversation,
  run: (context, { segment_idx, ...assignment }) =>
    assignSpeech(context, assignment, (segments) => {
      const segment = segments[segment_idx];
      if (!segment) throw new NotFound('Segment not found');
      return [segment];
    }),
});

export const assignSpeaker = defineOperation({
  name: 'assignSpeaker',
  summary: 'Assign a speaker of a conversation to a person',
  description: 'Assigns all segments of that speaker number. Returns the whole conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...Assignment,
    speaker_id: z.int().min(0).describe('The number of the speaker in the conversation, from 0.'),
  }),
  output: Conversation,
  run: (context, { speaker_id, ...assignment }) =>
    assignSpeech(context, assignment, (segments) => {
      const spoken = segments.filter((segment) => segment.speaker_id === speaker_id);
      if (spoken.length === 0) throw new NotFound('Speaker not found');
      return spoken;
    }),
});

export const assignSegments = defineOperation({
  name: 'assignSegments',
  summary: 'Assign many segments to a speaker, all or nothing',
  description:
    'Works like the assignment of one segment. If an id is not in the conversation, ' +
    'answers 409 and changes nothing.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    ...Assignment,
    segment_ids: z.array(z.string()).min(1).max(1000).describe('The ids of the segments.'),
  }),
  output: Conversation,
  run: (context, { segment_ids, ...assignment }) =>
    assignSpeech(context, assignment, (segments) => {
      const known = new Map(segments.map((segment) => [segment.id, segment]));
      const unknown = segment_ids.filter((id) => !known.has(id));
      if (unknown.length > 0) {
        throw new Conflict(
          `These segments are not in this conversation: ${unknown.slice(0, 10).join(', ')}`,
        );
      }
      return segment_ids.map((id) => known.get(id)!);
    }),
});

interface AssignmentInput {
  conversation_id: string;
  assign_type: string;
  value?: string | boolean | null | undefined;
}
type Choose = (segments: readonly SegmentRow[]) => readonly SegmentRow[];

/**
 * Assigns a speaker to the segments that `choose` selects in the transcript, and learns the voices
 * of the speakers from them.
 */
export function assignSpeech(
  context: Context,
  input: AssignmentInput,
  choose: Choose,
): Promise<z.output<typeof Conversation>> {
  return changed(context, input, async (inside, speaker) => {
    const { conversation_id } = input;
    await changeTranscript(inside, conversation_id);
    const chosen = await assign(inside, conversation_id, { choose, speaker, byHand: true });
    const speakers = [...new Set(chosen.map(({ speaker_id }) => speaker_id))];
    const place = { user_id: userOf(context), conversation_id };
    await learnVoices(inside.db, place, { speakers, now: context.clock.now() });
  });
}

/** Assigns segments whose voice was recognised. Learns nothing, because the voice may be another. */
export function assignRecognised(
  context: Context,
  input: AssignmentInput,
  choose: Choose,
): Promise<z.output<typeof Conversation>> {
  return changed(context, input, async (inside, speaker) => {
    const { conversation_id } = input;
    await changeConversation(inside, conversation_id, {});
    await assign(inside, conversation_id, { choose, speaker, byHand: false });
  });
}

/** Runs `work` for the speaker of an assignment in a transaction, and returns the conversation. */
async function changed(
  context: Context,
  { conversation_id, assign_type, value }: AssignmentInput,
  work: (inside: Context, speaker: Speaker) => Promise<void>,
): Promise<z.output<typeof Conversation>> {
  const speaker = speakerOf(assign_type, value ?? null);
  await transaction(context.db, (tx) => work({ ...context, db: tx }, speaker));
  return wholeConversation(context, conversation_id);
}

async function assign(
  context: Context,
  conversation_id: string,
  { choose, speaker, byHand }: { choose: Choose; speaker: Speaker; byHand: boolean },
): Promise<readonly SegmentRow[]> {
  const { db } = context;
  const user_id = userOf(context);
  if (speaker.person_id !== null) await findPerson(context, speaker.person_id);
  const chosen = choose(await selectSegments(db, user_id, [conversation_id]));
  const ids = chosen.map(({ id }) => id);
  await updateSegmentSpeaker(db, { user_id, conversation_id, ids }, { ...speaker, byHand }).catch(
    (error) => (isDangling(error) ? personNotFound() : Promise.reject(error)),
  );
  return chosen;
}

type Speaker = Pick<SegmentRow, 'is_user' | 'person_id'>;

function speakerOf(type: string, value: string | boolean | null): Speaker {
  if (type === 'is_user') {
    if (!['true', 'false'].includes(String(value))) {
      throw new Unrecognised('value must be true or false when assign_type is is_user.');
    }
    return { is_user: String(value) === 'true', person_id: null };
  }
  if (type !== 'person_id') throw new Unrecognised("assign_type must be 'is_user' or 'person_id'.");
  if (value === null || value === '' || value === 'null')
    return { is_user: false, person_id: null };
  return { is_user: false, person_id: String(value) };
}
