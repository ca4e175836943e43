/** Turns the names of appointments into choices to learn from. */
import { nameOptions } from '../src/engines/understanding/noted/event-names.ts';
import { contentStems } from '../src/engines/understanding/rules/text.ts';
import type { Studied } from './examples.ts';
import type { Choice } from './learn.ts';

/** Names with this share of the likeness of the best one are right too. */
const NEARLY_BEST = 0.8;

/** One choice for each English appointment of a talk. */
export function nameChoices({ talk, all, spans }: Studied): Choice[] {
  if (talk.language !== 'en') return [];
  return talk.events.flatMap(({ what, turns, span, start }) => {
    const said = spans.find(
      ({ kind, unit, ...at }) =>
        kind === 'event' &&
        turns.includes(unit.turn + 1) &&
        span.includes(talk.turns[unit.turn]!.text.slice(at.start, at.end)),
    );
    if (!said) return [];
    const { tokens } = said.unit;
    const inSpan = tokens.flatMap((token, at) =>
      token.end > said.start && token.start < said.end ? [at] : [],
    );
    const last = all.byTurn[Math.max(...turns) - 1]!.at(-1) ?? said.unit;
    const event = {
      unit: said.unit,
      span: { from: inSpan[0]!, to: inSpan.at(-1)! + 1 },
      last,
      date: start.slice(0, 10),
    };
    const options = nameOptions(event, all);
    const wanted = new Set(contentStems(what));
    const likeness = options.map(({ name }) => likenessOf(contentStems(name), wanted));
    const best = Math.max(...likeness);
    return [{ options, right: likeness.map((one) => one > 0 && one >= NEARLY_BEST * best) }];
  });
}

/** The harmonic mean of precision and recall of stems. */
function likenessOf(given: readonly string[], wanted: ReadonlySet<string>): number {
  const own = new Set(given);
  const shared = [...own].filter((stem) => wanted.has(stem)).length;
  return (2 * shared) / (own.size + wanted.size || 1);
}
