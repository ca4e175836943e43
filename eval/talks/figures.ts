/** The figures of one half of the talks: `npm run eval -- talks`. */
import type { Talk } from '../../training/talks.ts';
import { LANGUAGES } from '../../training/vocabulary.ts';
import { HALVES, talksOf, type Half } from './halves.ts';
import { COUNTED, scoreOf, sumOf, type Counts } from './score.ts';
import { understand } from './understanding.ts';

export function isHalf(name: string): name is Half {
  return HALVES.some((half) => half === name);
}

export async function talkFigures(half: Half): Promise<Record<string, string>[]> {
  const scored: { language: Talk['language']; counts: Counts }[] = [];
  for (const talk of talksOf(half)) {
    const understood = await understand(talk);
    scored.push({ language: talk.language, counts: scoreOf(talk, understood) });
  }
  const columns = [...LANGUAGES, 'all' as const].map((column) => {
    const some = scored.filter(({ language }) => column === 'all' || language === column);
    return { column, counts: sumOf(some.map(({ counts }) => counts)) };
  });
  return COUNTED.map((figure) => ({
    figure,
    ...Object.fromEntries(
      columns.map(({ column, counts }) => [column, written(figure, counts.get(figure)!)]),
    ),
  }));
}

function written(figure: string, [count, of]: readonly [number, number]): string {
  if (of === 0) return '–';
  if (figure.endsWith('per talk')) return `${(count / of).toFixed(2)} (${count})`;
  return `${Math.round((100 * count) / of)} % (${count} of ${of})`;
}
