import { z } from 'zod';
import { Conflict, Invalid } from '../../core/errors.ts';
import { UUID } from '../../core/wire.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { defineOperation } from '../../kit/operation.ts';
import { transaction } from '../../storage/transaction.ts';
import { releaseItemsOfConversation } from '../action-items/action-items.ts';
import { releaseMemoriesOfConversation } from '../memories/heard-memories.ts';
import { Conversation, SAMPLE_SOURCE } from '../conversations/conversation.ts';
import { movePhotos } from '../recordings/photos.ts';
import { movePrints } from '../voices/speaker-prints.ts';
import { moveSegmentPrints } from '../voices/segment-prints.ts';
import { moveAudio } from '../recordings/audio.ts';
import {
  lockWithSegments,
  updateConversationRow,
  deleteConversations,
} from '../conversations/conversations.ts';
import { moveToFolder } from '../conversations/filing.ts';
import { pointClientSessions } from '../conversations/recording/client-sessions.ts';
import { moveOutcomes } from '../outcomes/outcomes.ts';
import { moveSuggestions } from '../suggestions/found-suggestions.ts';
import { moveDismissed } from '../outcomes/dismissals/dismissals.ts';
import {
  announceDeletion,
  beginProcessing,
  conversationsMerged,
} from '../conversations/lifecycle.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { MERGED } from '../conversations/written-fields.ts';
import { updateGaps } from '../conversations/recording/pending-words.ts';
import { withoutShared, wordsOnClock } from '../transcripts/repeated/same-talk.ts';
import { shifted } from '../transcripts/segment-pieces.ts';
import { insertWholeSegments } from '../transcripts/segments.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import type { SegmentRow } from '../transcripts/named-segments.ts';
import {
  earlierOfRequest,
  findConversation,
  sessionOfRequest,
} from '../conversations/conversation-lookup.ts';
import { understood } from '../conversations/conversation-view.ts';

const MAX = 20;

export const mergeConversations = defineOperation({
  name: 'mergeConversations',
  summary: 'Merge conversations',
  description:
    'Joins the transcripts in chronological order, with the pauses between them. The new ' +
    'conversation gets the memories, the action items, the events, the first folder and the ' +
    'title that you wrote; the service deletes the old conversations and processes the new one.',
  scope: 'conversations:write',
  effect: 'write',
  waits: true,
  input: z.object({
    conversation_ids: z
      .array(z.string())
      .min(2)
      .max(MAX)
      .describe('The ids of the conversations, in any order.'),
    reprocess: z.boolean().optional().describe('Accepted for older clients; always true.'),
  }),
  output: z.object({
    status: z.literal('Ok').describe('Always `Ok`; a failure answers with an error status.'),
    conversation: Conversation.describe('The merged conversation.'),
  }),
  run: async (context, { conversation_ids }) => {
    const ids = [...new Set(conversation_ids.map((each) => each.toLowerCase()))];
    if (ids.length < 2) throw new Invalid('Merging needs at least two different conversations.');
    const begun = await earlierOfRequest(context);
    const id = begun ?? context.newId();
    if (!begun)
      await transaction(context.db, (tx) => mergeInto({ ...context, db: tx }, { id, ids }));
    return { status: 'Ok' as const, conversation: await understood(context, id) };
  },
});

interface Merge {
  id: string;
  ids: readonly string[];
  /** Set when two devices recorded the same talk, so that its words are stored once. */
  sameTalk?: SameTalk;
}

/** Two recordings of one talk by two devices. */
export interface SameTalk {
  /** The recording whose words are kept. */
  base: string;
  /** Milliseconds to add to the times of the other recording. */
  offset: number;
}

/** Merges finished conversations into a new one. Must run in a transaction. */
export async function mergeInto(context: Context, { id, ids, sameTalk }: Merge): Promise<void> {
  const now = context.clock.now();
  const rows: ConversationRow[] = [];
  const known = ids.filter((each) => UUID.test(each));
  await lockWithSegments(context.db, userOf(context), known);
  for (const each of ids) rows.push(onCommonClock(await findConversation(context, each), sameTalk));
  const busy = rows.find(({ status }) => status !== 'completed' && status !== 'failed');
  if (busy) throw new Conflict(`Conversation ${busy.id} is ${busy.status}. Try again later.`);
  const ordered = rows.toSorted((a, b) => startOf(a).getTime() - startOf(b).getTime());
  const [first] = ordered;
  const ends = ordered.map((row) => row.finished_at ?? startOf(row));
  await beginProcessing(context, {
    id,
    source: (ordered.find(({ source }) => source !== SAMPLE_SOURCE) ?? first!).source,
    language: first!.language ?? 'en',
    started_at: startOf(first!),
    finished_at: new Date(Math.max(...ends.map(Number))),
    geolocation: first!.geolocation,
    external_data: {
      merged_from: ordered.flatMap(({ id: from, external_data }) => [
        from,
        ...mergedFrom(external_data),
      ]),
    },
    client_session_id: sessionOfRequest(context),
    forced: !sameTalk || rows.some(({ forced }) => forced),
  });
  const folder_id = ordered.find((row) => row.folder_id !== null)?.folder_id;
  if (folder_id) await moveToFolder(context.db, userOf(context), [id], { folder_id, now });
  const starred = rows.some((row) => row.starred);
  const own = writtenFields(ordered);
  const events = sameTalk ? [] : ordered.flatMap((row) => row.events);
  await updateConversationRow(
    context.db,
    userOf(context),
    id,
    { ...own, starred, events: JSON.stringify(events), updated_at: now },
    { written: [...Object.keys(own), ...(sameTalk ? [] : [MERGED])] },
  );
  await moveSegments(context, id, ordered, sameTalk);
  await moveGaps(context, id, ordered);
  const photos = ordered.flatMap((row) => row.photos as unknown[]);
  await moveAudio(context.db, userOf(context), { from: ids, to: id });
  await movePhotos(context, { from: ids, to: id, photos });
  await moveDismissed(context.db, userOf(context), { from: ids, to: id });
  await moveOutcomes(context.db, userOf(context), { from: ids, to: id });
  await moveSuggestions(context.db, userOf(context), { from: ids, to: id });
  for (const each of ids) {
    await releaseItemsOfConversation(context, each, { conversation_id: id });
    await releaseMemoriesOfConversation(context, each, { conversation_id: id });
  }
  // Emitted before the deletion, because the deletion makes other rooms delete their data.
  await context.outbox.emit(context.db, conversationsMerged, {
    user_id: userOf(context),
    payload: { from: rows.map((row) => row.id), to: id },
  });
  await deleteConversations(context.db, userOf(context), ids, now);
  await pointClientSessions(context.db, userOf(context), { from: ids, to: id });
  for (const row of rows) await announceDeletion(context, row);
}

/** Returns the title and the overview that the user wrote. */
function writtenFields(rows: readonly ConversationRow[]): { title?: string; overview?: string } {
  const titled = rows.find(({ written }) => written.includes('title'));
  const described = rows.find(({ written }) => written.includes('overview'));
  return {
    ...(titled && { title: titled.title }),
    ...(described && { overview: described.overview }),
  };
}

/** Renumbers speakers: speaker 1 of one recording is not speaker 1 of another. */
async function moveSegments(
  context: Context,
  id: string,
  ordered: readonly ConversationRow[],
  sameTalk: SameTalk | undefined,
): Promise<void> {
  const user_id = userOf(context);
  const origin = startOf(ordered[0]!).getTime();
  let speakers = 0;
  const moved: SegmentRow[] = [];
  for (const row of ordered) {
    const segments = await segmentsFor(context, row, { ordered, sameTalk });
    const shift = (startOf(row).getTime() - origin) / 1000;
    for (const segment of segments) {
      moved.push({
        ...shifted(segment, shift),
        conversation_id: id,
        speaker_id: segment.speaker_id + speakers,
      });
    }
    await movePrints(context.db, user_id, { from: row.id, to: id, shift: speakers });
    speakers = 1 + Math.max(-1, ...moved.map(({ speaker_id }) => speaker_id));
  }
  await insertWholeSegments(context.db, moved);
  for (const { id: from } of ordered) {
    await moveSegmentPrints(context.db, user_id, { from, to: id });
  }
}

/** Returns the segments to move. The words that two devices heard are moved once. */
async function segmentsFor(
  context: Context,
  row: ConversationRow,
  { ordered, sameTalk }: { ordered: readonly ConversationRow[]; sameTalk: SameTalk | undefined },
): Promise<SegmentRow[]> {
  const user_id = userOf(context);
  const segments = await selectSegments(context.db, user_id, [row.id]);
  const base = ordered.find((each) => each.id === sameTalk?.base);
  if (!sameTalk || !base || base.id === row.id) return segments;
  const said = wordsOnClock(await selectSegments(context.db, user_id, [base.id]), startOf(base));
  const startedAt = startOf(row);
  return segments.flatMap((segment) => withoutShared(segment, { said, startedAt }) ?? []);
}

/** Moves the start of the recording whose device has another clock. */
function onCommonClock(row: ConversationRow, sameTalk: SameTalk | undefined): ConversationRow {
  if (!sameTalk || row.id === sameTalk.base) return row;
  return { ...row, started_at: new Date(startOf(row).getTime() + sameTalk.offset) };
}

/** Moves the gaps, so that late words still find their gap. */
async function moveGaps(
  context: Context,
  id: string,
  ordered: readonly ConversationRow[],
): Promise<void> {
  const origin = startOf(ordered[0]!).getTime();
  const gaps = ordered.flatMap((row) => {
    const shift = (startOf(row).getTime() - origin) / 1000;
    return row.gaps.map((gap) => ({ ...gap, start: gap.start + shift, end: gap.end + shift }));
  });
  if (gaps.length === 0) return;
  const now = context.clock.now();
  await updateGaps(context.db, userOf(context), id, { gaps, words_pending: false, now });
}

function mergedFrom(external_data: unknown): string[] {
  return (external_data as { merged_from?: string[] } | null)?.merged_from ?? [];
}

export function startOf({ started_at, created_at }: ConversationRow): Date {
  return started_at ?? created_at;
}
