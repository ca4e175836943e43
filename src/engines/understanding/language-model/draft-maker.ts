import { Secrets } from '../../secrets/secrets.ts';
import type { Maker } from '../maker.ts';
import { repair, type Repaired } from './draft.ts';
import { namedMemories } from './items.ts';
import { joinedWithModel } from './joining.ts';

/**
 * Understands a transcript with a draft that a connected assistant wrote. Its items pass the checks
 * of a language model. The rules fill in the fields that are unusable.
 */
export function draftMaker(draft: object, rules: Maker): Maker {
  return {
    name: 'assistant',
    async understand(transcript, { signal }) {
      const { understanding: byRules } = await rules.understand(transcript, { signal });
      const frame = repair(masked({ ...draft }));
      const rest = {
        ...byRules,
        action_items: frame.action_items ? [] : byRules.action_items,
        events: frame.events ? [] : byRules.events,
        memories: frame.memories ? [] : byRules.memories,
      };
      const answers = { parts: [frame], frame };
      const made = joinedWithModel(rest, answers, transcript, namedMemories(transcript));
      return {
        understanding: {
          ...made,
          title: frame.title ?? made.title,
          overview: frame.overview ?? made.overview,
        },
        made_by: 'assistant',
        fallback: filledIn(frame, 'assistant'),
        model_calls: 0,
        model_tokens: 0,
      };
    },
  };
}

/** The transcript has masked secrets, so the quote is also masked before the comparison. */
export function masked(answer: Record<string, unknown>): Record<string, unknown> {
  const secrets = new Secrets();
  const mask = (_key: string, value: unknown): unknown =>
    typeof value === 'string' ? secrets.mask(value) : value;
  return JSON.parse(JSON.stringify(answer, mask)) as Record<string, unknown>;
}

/** Says which fields of an answer were unusable; null when none were. */
export function filledIn(draft: Repaired, author: string): string | null {
  const { title, overview, category, action_items, events, memories } = draft;
  const fields = { title, overview, category, 'action items': action_items, events, memories };
  const unusable = Object.entries(fields).flatMap(([name, made]) => (made ? [] : [name]));
  return unusable.length > 0
    ? `The built-in reader filled in fields that the ${author} left unusable: ${unusable.join(', ')}.`
    : null;
}
