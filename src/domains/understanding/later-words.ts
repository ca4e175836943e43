import { compared } from '../../engines/facts/compared.ts';
import { unitsOf } from '../../engines/words/units.ts';
import type { MadeMemory } from '../../engines/understanding/maker.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { laterWords } from '../memories/heard-memories.ts';
import { selectSegmentsById } from '../transcripts/named-segments.ts';

/** The words of a later conversation that end a fact. */
interface ClosedBy {
  conversation_id: string;
  segment_id: string;
  rule: string;
  at: Date;
}

/**
 * Returns the facts of a conversation, each with the words of a later conversation that end it. A talk
 * of former years may be added after one of today: what was said later is newer, whenever it was added.
 */
export async function withLaterWords(
  context: Context,
  { started_at, language }: { started_at: Date; language: string },
  memories: readonly MadeMemory[],
): Promise<(MadeMemory & { closed_by?: ClosedBy })[]> {
  const places = memories.length > 0 ? await laterWords(context, started_at) : [];
  if (places.length === 0) return [...memories];
  const segments = await selectSegmentsById(context.db, userOf(context), {
    ids: places.map(({ segment_id }) => segment_id),
    conversation_ids: [...new Set(places.map(({ conversation_id }) => conversation_id))],
  });
  const byId = new Map(segments.map((segment) => [segment.id, segment]));
  const said = places.flatMap((place) => {
    const segment = byId.get(place.segment_id);
    if (!segment?.is_user) return [];
    const turns = [{ text: segment.text, speaker: '', isUser: true }];
    return unitsOf({ language, turns }).map(({ text }) => ({ ...place, text }));
  });
  return memories.map((memory) => {
    for (const { text, ...place } of said) {
      const verdict = compared(memory.content, text, language);
      if (verdict?.verdict !== 'closed') continue;
      return { ...memory, closed_by: { ...place, rule: verdict.rule } };
    }
    return memory;
  });
}
