import type { UnderstoodSearch } from '../../../client/src/index.ts';
import { folderNamed } from '../conversations/folder-names.ts';
import * as m from '../paraglide/messages.js';
import { dayOf, dayRange, instantOf, shortDate } from '../time/time.ts';

/** A search with the time that a sweep over its days chose. */
export interface Narrowing {
  q?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

export interface Chip {
  kind: 'time' | 'with' | 'folder';
  label: string;
  /** The search without the chip. */
  without: Narrowing;
}

/** Returns what restricts a search, each with the search without it. */
export function chipsOf(search: Narrowing, understood: UnderstoodSearch | undefined): Chip[] {
  if (!understood) return [];
  const { from, to, with: people, folder } = understood;
  const q = search.q ?? '';
  const without = (kind: Chip['kind']): Narrowing => ({
    ...search,
    q: withoutWords(q, understood, kind) || undefined,
  });
  const names = people.map(({ name }) => name).join(', ');
  return [
    ...(from || to
      ? [
          {
            kind: 'time' as const,
            label: timeLabel(from, to),
            without: { ...without('time'), from: undefined, to: undefined },
          },
        ]
      : []),
    ...(people.length > 0
      ? [
          {
            kind: 'with' as const,
            label: m.narrowed_with({ name: names }),
            without: without('with'),
          },
        ]
      : []),
    ...(folder
      ? [{ kind: 'folder' as const, label: folderNamed(folder.name), without: without('folder') }]
      : []),
  ];
}

/** A program may narrow a search to a time of a day; the page shows its day. */
function timeLabel(from: string | null, to: string | null): string {
  const dayIn = (time: string) => (time.length === 10 ? time : dayOf(time));
  const alone = (time: string) => shortDate(instantOf(dayIn(time), '12:00'));
  if (from && to) return dayRange(dayIn(from), dayIn(to));
  return from ? m.narrowed_since({ day: alone(from) }) : m.narrowed_until({ day: alone(to!) });
}

/** Leaves out the words of a search that were understood as a time, a person or a folder. */
function withoutWords(query: string, { read }: UnderstoodSearch, kind: Chip['kind']): string {
  const left = read
    .filter((each) => each.kind === kind)
    .toReversed()
    .reduce((text, { start, end }) => text.slice(0, start) + text.slice(end), query);
  return left
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s([?!.,;:])/g, '$1')
    .trim();
}

/** Returns the search within the days that a sweep chose, which take the place of its own. */
export function within(
  search: Narrowing,
  understood: UnderstoodSearch | undefined,
  days: { from: string; to: string } | null,
): Narrowing {
  const q = search.q ?? '';
  const words = understood ? withoutWords(q, understood, 'time') : q;
  // Without any word there is no search, and the days take the place of the words anyway.
  const kept = { ...search, q: words || (days ? q : '') || undefined };
  return { ...kept, from: days?.from, to: days?.to };
}
