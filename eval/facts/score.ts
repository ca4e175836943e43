/** How many contradictions close a fact, and how many retellings are recognised: `npm run eval -- facts`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compared } from '../../src/engines/facts/compared.ts';

const VERDICTS = ['closes', 'ends', 'same', 'other'] as const;

export interface Case {
  half: 'seen' | 'held';
  verdict: (typeof VERDICTS)[number];
  language: string;
  earlier: string;
  later: string;
}

export interface Outcome {
  pair: Case;
  /** `unheard`: the service made no memory of the first sentence. */
  outcome: 'unheard' | 'closed' | 'retold' | 'other';
}

export function readCases(half: Case['half']): Case[] {
  const text = readFileSync(new URL('cases.txt', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line): Case => {
      const [verdict, language, earlier, later] = line.split('|').map((part) => part.trim());
      const [first] = createHash('sha256').update(line).digest();
      return {
        half: first! % 2 === 0 ? 'seen' : 'held',
        verdict: VERDICTS.find((one) => one === verdict)!,
        language: language!,
        earlier: earlier!,
        later: later!,
      };
    })
    .filter((each) => each.half === half);
}

/** The outcomes of comparing the two sentences, without the service. */
export const outcomesOfRules = (pairs: readonly Case[]): Outcome[] =>
  pairs.map((pair) => {
    const given = compared(pair.earlier, pair.later, pair.language);
    return { pair, outcome: given?.verdict ?? 'other' };
  });

/** The shares of the pairs whose first fact was heard. */
export function factFigures(outcomes: readonly Outcome[]): Record<string, string>[] {
  const heard = outcomes.filter(({ outcome }) => outcome !== 'unheard');
  const share = (
    figure: string,
    verdicts: readonly Case['verdict'][],
    wanted: Outcome['outcome'],
    among: readonly Outcome[] = heard,
  ) => {
    const some = among.filter(({ pair }) => verdicts.includes(pair.verdict));
    const count = some.filter(({ outcome }) => outcome === wanted).length;
    const percent = Math.round((100 * count) / some.length);
    return { figure, share: `${percent} % (${count} of ${some.length})` };
  };
  return [
    share('contradictions closed', ['closes', 'ends'], 'closed'),
    share('retellings recognised', ['same'], 'retold'),
    share('false merges', ['other', 'closes', 'ends'], 'retold'),
    share('falsely closed', ['other', 'same'], 'closed'),
    share('first facts not heard', VERDICTS, 'unheard', outcomes),
  ];
}
