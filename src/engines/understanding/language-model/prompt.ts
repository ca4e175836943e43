import type { Transcript, TranscriptSegment } from '../maker.ts';
import { NOTE_RULES } from '../note-rules.ts';
import { wallClockAt } from '../../calendar/wall-clock.ts';
import { fenced } from '../../text-models/fence.ts';

/** The same for all conversations, so that a model need not read it again. */
export const RULES = `You check and complete notes on a conversation for the person who recorded it ("the user").
You get a transcript, and numbered items that were found in it: tasks, appointments and facts about the user.
- title, overview, category, emoji: of the whole conversation, in words that were said.
- checks: one for each number. keep: whether it really is one; false only if you are certain. \
whose: "user", or the name of who has to do it. words: the item as one short line, only with words of the transcript, \
without its day and hour.
- action_items, events, memories: only what is missing among the numbered items; often nothing.
${NOTE_RULES}
- replaces: the mark of a known fact in brackets, when the new fact says the same better or newer; never of another fact; else empty.`;

/**
 * Twice the usual number of relevant known facts; more would leave too little space for the
 * transcript.
 */
const MAX_KNOWN = 100;

export interface UnderstandingPrompt {
  system: string;
  user: string;
}

/** `found` has a line for each item that the model checks. */
export function promptFor(
  transcript: Transcript,
  segments: readonly TranscriptSegment[],
  found: readonly string[] = [],
): UnderstandingPrompt {
  const { year, month, day, hour, minute } = wallClockAt(
    transcript.started_at,
    transcript.timezone,
  );
  const marks = new Map(
    markedMemories(transcript).map(({ mark, content }) => [content, `- [${mark}] ${content}`]),
  );
  const known = transcript.known_memories
    .slice(0, MAX_KNOWN)
    .map((fact) => marks.get(fact) ?? `- ${fact}`);
  return {
    system: RULES,
    user: fenced('data: a transcript, with what is known and was found', [
      `Recorded on ${year}-${month}-${day} at ${hour}:${String(minute).padStart(2, '0')} (${transcript.timezone}).`,
      ...(known.length > 0 ? [`Known already, not to be repeated:\n${known.join('\n')}`] : []),
      'Transcript:',
      ...segments.map(line),
      ...(found.length > 0 ? ['Found, to be checked:'] : []),
      ...found.map((item, index) => `${index + 1}. ${item}`),
    ]),
  };
}

/** Returns the facts that the model may replace, with ids that are valid only in this prompt. */
export function markedMemories({
  known_memories,
  mergeable_memories = [],
}: Transcript): { mark: string; id: string; content: string }[] {
  const shown = new Set(known_memories.slice(0, MAX_KNOWN));
  return mergeable_memories
    .filter(({ content }) => shown.has(content))
    .map((memory, index) => ({ ...memory, mark: `m${index + 1}` }));
}

export function line(segment: TranscriptSegment): string {
  const { is_user, is_user_probable, speaker_name, speaker_id, text } = segment;
  const speaker = speaker_name ?? `Speaker ${speaker_id ?? 0}`;
  const owner = is_user ? ' (the user)' : is_user_probable ? ' (probably the user)' : '';
  return `${speaker}${owner}: ${text}`;
}

/** The number of characters for the parts of the message other than the transcript. */
const FRAME_CHARS = 1_500;
const OVERLAP_TURNS = 1;

/**
 * Cuts a long transcript into pieces of several turns; each piece begins with the last turn of the
 * previous one.
 */
export function promptChunks(
  segments: readonly TranscriptSegment[],
  maxInputChars: number,
): TranscriptSegment[][] {
  const room = Math.max(maxInputChars - FRAME_CHARS, 500);
  const turns = segments.flatMap((segment) => split(segment, room));
  const chunks: TranscriptSegment[][] = [];
  let chunk: TranscriptSegment[] = [];
  let size = 0;
  for (const turn of turns) {
    const length = line(turn).length + 1;
    if (size + length > room && chunk.length > 0) {
      chunks.push(chunk);
      const overlap = chunk.slice(-OVERLAP_TURNS);
      const overlapSize = overlap.reduce((sum, each) => sum + line(each).length + 1, 0);
      chunk = overlapSize + length <= room ? overlap : [];
      size = chunk.length > 0 ? overlapSize : 0;
    }
    chunk.push(turn);
    size += length;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** Cuts a turn that is longer than a piece, between words where possible. */
function split(segment: TranscriptSegment, room: number): TranscriptSegment[] {
  const most = Math.max(room - 200, 200);
  if (segment.text.length <= most) return [segment];
  const pieces = segment.text.match(
    new RegExp(`[\\s\\S]{1,${most}}(?:\\s|$)|[\\s\\S]{1,${most}}`, 'g'),
  );
  return (pieces ?? []).map((text) => ({ ...segment, text }));
}
