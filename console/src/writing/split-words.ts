import type { CallOptions } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import type { Write } from './state.ts';

interface Piece {
  id: string;
  text: string;
}

/** Returns the text before a word, counted from 0, and the text from this word on. */
export function partsOf({ text, word }: NonNullable<Write['split']>): [string, string] {
  const at = [...text.matchAll(/\S+/g)][word]!.index;
  return [text.slice(0, at).trim(), text.slice(at).trim()];
}

/**
 * Splits a segment, unless an earlier try has done it although its answer was lost. Returns the id of
 * the second part. Throws when the segment has other words than the user has seen.
 */
export async function splitWords(
  { conversation_id, segment_id }: { conversation_id: string; segment_id: string },
  split: NonNullable<Write['split']>,
  options: CallOptions,
): Promise<string> {
  const [head, tail] = partsOf(split);
  const { transcript_segments: all } = await service.getOwnConversation(
    { conversation_id },
    options,
  );
  const [segment, next] = withNext(all, segment_id);
  if (segment?.text === head && next?.text === tail) return next.id;
  if (segment?.text !== split.text) throw new Error(m.waited_words_gone());
  const { transcript_segments: changed } = await service.splitSegment(
    { conversation_id, segment_id, word: split.word },
    options,
  );
  return withNext(changed, segment_id)[1]!.id;
}

/** Returns a segment and the segment that follows it. */
export function withNext(segments: readonly Piece[], id: string): Piece[] {
  const at = segments.findIndex((each) => each.id === id);
  return at < 0 ? [] : segments.slice(at, at + 2);
}
