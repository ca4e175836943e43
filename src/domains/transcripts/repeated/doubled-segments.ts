/**
 * Two devices of one user may record the same words. Within one process, such words are stored only
 * once (said-words.ts). Devices on different processes store them twice. At the end of the
 * recording, the service removes one copy.
 */
import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { plain, SHARED, sharedWords } from './said-words.ts';
import { deleteSegments, tellChanged } from '../segments.ts';
import { selectSegments } from '../named-segments.ts';
import type { NamedSegment } from '../named-segments.ts';

/** The minimum number of shared words. Two segments may share fewer words by coincidence. */
const MIN_WORDS = 3;

/**
 * Deletes segments whose words also occur in another segment at the same time. The caller must hold
 * the lock of the conversation.
 */
export async function removeDoubledSegments(context: Context, id: string): Promise<void> {
  const segments = await selectSegments(context.db, userOf(context), [id]);
  const doubled = doubledSegments(segments);
  if (doubled.length === 0) return;
  const conversation = { user_id: userOf(context), conversation_id: id };
  await deleteSegments(context.db, conversation, doubled);
  await tellChanged(context, { conversation_id: id, changed: [], deleted: doubled });
}

type Spoken = Pick<NamedSegment, 'id' | 'start_seconds' | 'end_seconds' | 'words'>;

/** Returns the ids of the segments to delete: of two similar segments, the one with fewer words. */
export function doubledSegments(segments: readonly Spoken[]): string[] {
  const ordered = segments.toSorted((one, other) => one.start_seconds - other.start_seconds);
  const doubled = new Set<string>();
  for (const [index, one] of ordered.entries()) {
    for (const other of ordered.slice(index + 1)) {
      if (other.start_seconds >= one.end_seconds || doubled.has(one.id)) break;
      if (doubled.has(other.id) || !areAlike(one, other)) continue;
      doubled.add(wordsOf(one).length < wordsOf(other).length ? one.id : other.id);
    }
  }
  return [...doubled];
}

function areAlike(one: Spoken, other: Spoken): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  if (few!.length < MIN_WORDS) return false;
  const said = many!.map(({ text, start }) => ({ text: plain(text), at: start }));
  return sharedWords(few!, said) >= SHARED * few!.length;
}

/** Returns the words with times in milliseconds. */
function wordsOf({ words }: Spoken): { text: string; start: number }[] {
  return (words as { text: string; start: number }[]).map(({ text, start }) => ({
    text,
    start: start * 1000,
  }));
}
