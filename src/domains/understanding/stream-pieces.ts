/**
 * The pieces of a continuous stream. A short timeout cuts a talk into many conversations with
 * little content. So each piece is evaluated together with its neighbours.
 */
import type { Settings } from '../../core/setting.ts';
import type { Maker } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectRecordedAround } from '../conversations/conversations.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { repeatProcessing } from '../conversations/lifecycle.ts';
import { selectSegments } from '../transcripts/named-segments.ts';
import type { discardSettings } from './settings.ts';
import { transcriptOf } from './maker-transcript.ts';

/** With the default timeout, pieces this close together would be one conversation. */
const ONE_STREAM_MS = 120_000;
const MAX_PIECES = 20;

/**
 * Returns the given recording with the consecutive recordings around it, up to the next longer
 * silence on each side.
 */
export async function streamPieces(
  context: Context,
  row: ConversationRow,
): Promise<ConversationRow[]> {
  if (!row.last_heard_at || !row.started_at) return [row];
  const around = await selectRecordedAround(
    context.db,
    userOf(context),
    row.started_at,
    MAX_PIECES,
  );
  let pieces: ConversationRow[] = [];
  for (const next of around) {
    const last = pieces.at(-1);
    const silence = last ? next.started_at!.getTime() - endOf(last) : 0;
    if (silence > ONE_STREAM_MS) {
      if (pieces.some(({ id }) => id === row.id)) return pieces;
      pieces = [];
    }
    pieces.push(next);
  }
  return pieces;
}

/**
 * Returns whether a piece is worth keeping together with its neighbours, although it is not worth
 * keeping alone.
 */
export async function areWorthKeeping(
  context: Context,
  pieces: readonly ConversationRow[],
  { row, maker, discard, signal }: Judgement,
): Promise<boolean> {
  if (pieces.length < 2) return false;
  const ids = pieces.map(({ id }) => id);
  const all = await selectSegments(context.db, userOf(context), ids);
  const origin = pieces[0]!.started_at!.getTime();
  const segments = pieces.flatMap(({ id, started_at }) => {
    const shift = (started_at!.getTime() - origin) / 1000;
    const own = all.filter(({ conversation_id }) => conversation_id === id);
    return own.map((segment) => ({
      ...segment,
      start_seconds: segment.start_seconds + shift,
      end_seconds: segment.end_seconds + shift,
    }));
  });
  const [first, last] = [segments[0], segments.at(-1)];
  if (!first || !last) return false;
  if (last.end_seconds - first.start_seconds < discard.minSeconds) return false;
  const words = segments.reduce((sum, { text }) => sum + text.split(/\s+/).length, 0);
  if (words > discard.minWords) return true;
  const transcript = await transcriptOf(
    context,
    { ...row, started_at: new Date(origin) },
    segments,
  );
  const { understanding } = await maker.understand(
    { ...transcript, memories_of_each_kind: 0 },
    { signal },
  );
  return !understanding.worthless;
}

/**
 * Processes earlier discarded pieces again, because together with this piece they are worth
 * keeping. Pieces that the user discarded stay discarded. To prevent an endless loop, a piece that
 * is processed again does not cause the processing of further pieces.
 */
export async function judgeAgain(
  context: Context,
  pieces: readonly ConversationRow[],
): Promise<void> {
  for (const { id, status } of pieces) {
    if (status !== 'completed') continue;
    await repeatProcessing(context, { id, from: 'completed', isJudgedAgain: true });
  }
}

function endOf({ finished_at, started_at }: ConversationRow): number {
  return (finished_at ?? started_at!).getTime();
}

interface Judgement {
  row: ConversationRow;
  maker: Maker;
  discard: Settings<typeof discardSettings>;
  signal: AbortSignal;
}
