import { z } from 'zod';
import { Conflict, Invalid, NotFound } from '../../core/errors.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { deleteSpeakerPrints, learnVoices } from '../voices/speaker-prints.ts';
import { changeConversation, changeTranscript } from '../conversations/conversation-changes.ts';
import { Conversation } from '../conversations/conversation.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { tellChanged } from '../transcripts/segments.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import { updateSpeakerNumber } from '../transcripts/segment-corrections.ts';
import type { NamedSegment, SegmentRow } from '../transcripts/named-segments.ts';

export const mergeSpeakers = defineOperation({
  name: 'mergeSpeakers',
  summary: 'Merge two speakers',
  description:
    'Assigns all segments of the speaker to the other one. Returns the whole conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string(),
    speaker_id: z.int().min(0).describe('The number of the speaker in the conversation, from 0.'),
    into: z.int().min(0).describe('The number of the remaining speaker.'),
  }),
  output: Conversation,
  run: async (context, { conversation_id, speaker_id, into }) => {
    await renumberByUser(context, conversation_id, (segments) => {
      const [target] = segments.filter((segment) => segment.speaker_id === into);
      const moved = segments.filter((segment) => segment.speaker_id === speaker_id);
      if (!target || moved.length === 0) throw new NotFound('Speaker not found');
      if (speaker_id === into) throw new Invalid('A speaker cannot be merged into itself.');
      const { is_user, person_id } = target;
      return { moved, speaker: { speaker_id: into, is_user, person_id } };
    });
    return wholeConversation(context, conversation_id);
  },
});

export const splitSpeaker = defineOperation({
  name: 'splitSpeaker',
  summary: 'Move segments to a new speaker',
  description:
    'The segments get the next speaker number and no name. If an id is not in the ' +
    'conversation, answers 409 and changes nothing. Returns the whole conversation.',
  scope: 'conversations:write',
  effect: 'write',
  input: z.object({
    conversation_id: z.string(),
    segment_ids: z
      .array(z.string())
      .min(1)
      .max(1000)
      .describe('The ids of the segments that get a new speaker.'),
  }),
  output: Conversation,
  run: async (context, { conversation_id, segment_ids }) => {
    await renumberByUser(context, conversation_id, (segments) => {
      const wanted = new Set(segment_ids);
      const moved = segments.filter(({ id }) => wanted.has(id));
      if (moved.length < wanted.size)
        throw new Conflict('Some of these segments are not in this conversation.');
      const speaker_id = 1 + Math.max(...segments.map((segment) => segment.speaker_id));
      return { moved, speaker: { speaker_id, is_user: false, person_id: null } };
    });
    return wholeConversation(context, conversation_id);
  },
});

/**
 * Joins two speaker numbers of one voice, and combines their voiceprints. A named speaker keeps the
 * name.
 */
export async function joinSpeakers(
  context: Context,
  conversation_id: string,
  { from, into }: { from: number; into: number },
): Promise<void> {
  const choose = (segments: readonly NamedSegment[]) => {
    const spoken = (number: number) => segments.filter(({ speaker_id }) => speaker_id === number);
    const target = spoken(into)[0] ?? spoken(from)[0];
    const { is_user = false, person_id = null } = target ?? {};
    return { moved: spoken(from), speaker: { speaker_id: into, is_user, person_id } };
  };
  await renumberByVoice(context, conversation_id, { choose, former: from });
}

interface Renumbered {
  moved: readonly NamedSegment[];
  speaker: Pick<SegmentRow, 'speaker_id' | 'is_user' | 'person_id'>;
}
type Choose = (segments: readonly NamedSegment[]) => Renumbered;

/**
 * Changes the speaker number of segments for the user. Deletes the voiceprints of all speakers
 * involved, because their segments changed.
 */
async function renumberByUser(
  context: Context,
  conversation_id: string,
  choose: Choose,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    await changeTranscript(inside, conversation_id);
    const renumbered = await renumber(inside, conversation_id, { choose, byHand: true });
    await learnAnew(inside, conversation_id, { ...renumbered, forgotten: renumbered.speakers });
  });
}

/** Changes the number of a speaker whose voice is another speaker's, and keeps that voiceprint. */
async function renumberByVoice(
  context: Context,
  conversation_id: string,
  { choose, former }: { choose: Choose; former: number },
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx };
    await changeConversation(inside, conversation_id, {});
    const renumbered = await renumber(inside, conversation_id, { choose, byHand: false });
    await learnAnew(inside, conversation_id, { ...renumbered, forgotten: [former] });
  });
}

/** Returns the changed segments, and all speakers involved. */
async function renumber(
  context: Context,
  conversation_id: string,
  { choose, byHand }: { choose: Choose; byHand: boolean },
): Promise<{ ids: string[]; speakers: number[] }> {
  const { db } = context;
  const user_id = userOf(context);
  const { moved, speaker } = choose(await selectSegments(db, user_id, [conversation_id]));
  const ids = moved.map(({ id }) => id);
  await updateSpeakerNumber(db, { user_id, conversation_id, ids }, { ...speaker, byHand });
  const numbers = [speaker.speaker_id, ...moved.map(({ speaker_id }) => speaker_id)];
  return { ids, speakers: [...new Set(numbers)] };
}

async function learnAnew(
  context: Context,
  conversation_id: string,
  { ids, speakers, forgotten }: Awaited<ReturnType<typeof renumber>> & { forgotten: number[] },
): Promise<void> {
  const { db, clock } = context;
  const place = { user_id: userOf(context), conversation_id };
  await deleteSpeakerPrints(db, place, forgotten);
  await learnVoices(db, place, { speakers, now: clock.now() });
  await tellChanged(context, { conversation_id, changed: ids, deleted: [] });
}
