import { load } from '../../src/engines/reading/network.ts';
import { understand } from '../../src/engines/understanding/understand.ts';
import { CONVERSATIONS } from './conversations.ts';
import { score, transcriptOf } from './score.ts';
import type { Count, Score } from './score.ts';

const loaded = load();
export const ownScores: readonly Score[] = CONVERSATIONS.map((conversation) =>
  score(conversation, understand(transcriptOf(conversation), loaded)),
);

/** The F1 score: the harmonic mean of precision and recall. */
export function f1(field: 'tasks' | 'events' | 'memories'): number {
  const sum = (part: keyof Count) => ownScores.reduce((total, one) => total + one[field][part], 0);
  return (2 * sum('right')) / (2 * sum('right') + sum('wrong') + sum('missing'));
}

export function ownFigures(): { figure: string; measured: string }[] {
  const share = (of: (one: Score) => boolean) =>
    `${ownScores.filter(of).length} of ${ownScores.length}`;
  return [
    { figure: 'title names the matter', measured: share(({ title }) => title) },
    { figure: 'title and overview name who and what', measured: share(({ overview }) => overview) },
    { figure: 'category', measured: share(({ category }) => category) },
    { figure: 'worth keeping or not', measured: share(({ worthless }) => worthless) },
    ...(['tasks', 'events', 'memories'] as const).map((field) => ({
      figure: `${field}, F1`,
      measured: (100 * f1(field)).toFixed(0),
    })),
  ];
}
