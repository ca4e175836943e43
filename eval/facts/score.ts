/** How many contradictions close a fact, and how many retellings are recognised: `npm run eval -- facts`. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { compared } from '../../src/engines/understanding/facts/compared.ts';

const VERDICTS = ['closes', 'ends', 'same', 'other'] as const;

interface Case {
  half: 'seen' | 'held';
  verdict: (typeof VERDICTS)[number];
  language: string;
  earlier: string;
  later: string;
}

function readCases(): Case[] {
  const text = readFileSync(new URL('cases.txt', import.meta.url), 'utf8');
  return text
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
    .map((line) => {
      const [verdict, language, earlier, later] = line.split('|').map((part) => part.trim());
      const [first] = createHash('sha256').update(line).digest();
      return {
        half: first! % 2 === 0 ? 'seen' : 'held',
        verdict: VERDICTS.find((one) => one === verdict)!,
        language: language!,
        earlier: earlier!,
        later: later!,
      };
    });
}

/** Facts that end with and without a successor are the same for the fact. */
const expected = ({ verdict }: Case) =>
  ({ closes: 'closed', ends: 'closed', same: 'retold', other: null })[verdict];

const givenOf = ({ earlier, later, language }: Case) =>
  compared(earlier, later, language)?.verdict ?? null;

const isRight = (each: Case): boolean => givenOf(each) === expected(each);

export function factFigures(half: Case['half']): Record<string, string>[] {
  const cases = readCases().filter((each) => each.half === half);
  const share = (figure: string, some: readonly Case[], counts: (each: Case) => boolean) => {
    const count = some.filter(counts).length;
    return {
      figure,
      share: `${Math.round((100 * count) / some.length)} % (${count} of ${some.length})`,
    };
  };
  const of = (...verdicts: string[]) => cases.filter(({ verdict }) => verdicts.includes(verdict));
  return [
    share('contradictions closed', of('closes', 'ends'), isRight),
    share('retellings recognised', of('same'), isRight),
    share('false merges', of('other', 'closes', 'ends'), (each) => givenOf(each) === 'retold'),
    share('falsely closed', of('other', 'same'), (each) => givenOf(each) === 'closed'),
  ];
}
