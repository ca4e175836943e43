/** The segments of conversations that match a search. */
import { z } from 'zod';
import type { Ranked } from '../../core/search.ts';
import { snippetOf } from '../../engines/search/marks.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { belongingsOf } from '../conversations/conversation-view.ts';
import type { Belongings } from '../conversations/conversation-view.ts';
import type { FiledConversation } from '../conversations/filing.ts';
import { newestOfEqual } from '../queries/equal-hits.ts';
import { inOrderFound, Relevance } from '../queries/search-shapes.ts';
import { maskedTexts } from '../transcripts/secrets/masked-texts.ts';
import { selectSegmentsById } from '../transcripts/named-segments.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import { timedSentences } from '../transcripts/timed/timed-sentences.ts';
import * as sql from './conversation-lists.sql.ts';

export const Match = z
  .object({
    segment_id: z.string().describe('The id of the segment.'),
    speaker_name: z
      .string()
      .nullable()
      .describe('The name of the speaker; null for an unknown speaker.'),
    text: z.string().describe('The words of the segment, without secrets.'),
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    second: z
      .number()
      .describe('The second at which the sentence begins that fits the question best.'),
    score: Relevance,
  })
  .meta({ id: 'SearchMatch' });

interface FoundSegment {
  segment: NamedSegment;
  /** Its words without secrets. */
  masked: string;
  score: number;
}

interface Found {
  row: FiledConversation;
  score: number;
  segments: FoundSegment[];
  belongings: Belongings;
}

/**
 * Reads the conversations of a search result, in the order of the result, each with its matching
 * segments. Of those that say the same, the newest is first.
 */
export async function matchesOf(
  context: Context,
  ranked: Ranked,
  withSegments: boolean,
): Promise<Found[]> {
  const user_id = userOf(context);
  const conversation_ids = ranked.groups.map(({ id }) => id);
  const ids = ranked.groups.flatMap(({ texts }) => texts.map(({ id }) => id));
  const [conversations, segments, belongings] = await Promise.all([
    sql.selectConversationsById(context.db, user_id, conversation_ids),
    selectSegmentsById(context.db, user_id, { conversation_ids, ids }),
    belongingsOf(context, ranked.groups, withSegments),
  ]);
  const textOf = await maskedTexts(context, segments);
  const belongingsById = new Map(conversation_ids.map((id, index) => [id, belongings[index]!]));
  const segmentById = new Map(segments.map((row) => [`${row.conversation_id} ${row.id}`, row]));
  const textsOf = new Map(ranked.groups.map(({ id, texts }) => [id, texts]));
  const matching = inOrderFound(ranked, conversations).map(({ row, score }) => {
    const texts = textsOf.get(row.id)!;
    const found = texts.flatMap(({ id, score: relevance }) => {
      const segment = segmentById.get(`${row.id} ${id}`);
      return segment ? [{ segment, masked: textOf(segment), score: relevance }] : [];
    });
    return { row, score, segments: found, belongings: belongingsById.get(row.id)! };
  });
  return newestOfEqual(matching, ({ row, score, segments }) => ({
    score,
    said: segments[0]?.masked ?? row.id,
    at: row.started_at ?? row.created_at,
  })).map(({ hit, score }) => ({ ...hit, score }));
}

export function reasonOf({ score, segments, belongings }: Omit<Found, 'row'>, query: string) {
  return { score, matches: segments.map((segment) => matchOf(segment, belongings, query)) };
}

function matchOf(
  { segment, masked, score }: FoundSegment,
  { userName }: Belongings,
  query: string,
): z.input<typeof Match> {
  const { id, speaker_name, start, end } = segmentView(segment, userName);
  const second = secondOf(segment, query) ?? start;
  return { segment_id: id, speaker_name, text: masked, start, end, second, score };
}

/** Returns when the sentence with the most words of the question begins. */
function secondOf(segment: NamedSegment, query: string): number | null {
  const marked = timedSentences(segment).map(({ text, start }) => ({
    start: Math.round(start * 1_000) / 1_000,
    marks: snippetOf(text, query, text.length).marks.length,
  }));
  const [best] = marked.toSorted((one, other) => other.marks - one.marks);
  return best?.start ?? null;
}
