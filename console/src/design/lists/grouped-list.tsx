import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { VirtualItem } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';

export interface Group<Item> {
  key: string;
  /** Null for a group without a title. */
  title: ReactNode;
  items: readonly Item[];
}

type Row<Item> = { key: string; title: ReactNode } | { key: string; item: Item; index: number };

const TITLE_HEIGHT = 48;

/**
 * The heights of the rows of each list, by its label. Without them, a list to which the user returns
 * is shown at another row, because most rows are higher than the estimate.
 */
const heights = new Map<string, VirtualItem[]>();

function rowsOf<Item extends { id: string }>(groups: readonly Group<Item>[]) {
  const rows: Row<Item>[] = [];
  const titles: number[] = [];
  let index = 0;
  for (const group of groups) {
    if (group.title !== null) {
      titles.push(rows.length);
      rows.push({ key: `group-${group.key}`, title: group.title });
    }
    for (const item of group.items) rows.push({ key: item.id, item, index: index++ });
  }
  return { rows, titles };
}

/**
 * A list of any length that scrolls with the page. Only visible rows are rendered, and the title of
 * the current group stays at the top. `onEnd` is called when the end is near.
 */
export function GroupedList<Item extends { id: string }>({
  groups,
  render,
  estimate,
  label,
  onEnd,
}: {
  groups: readonly Group<Item>[];
  render: (item: Item, index: number) => ReactNode;
  estimate: number;
  label: string;
  onEnd?: (() => void) | undefined;
}) {
  const { rows, titles } = useMemo(() => rowsOf(groups), [groups]);
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), []);
  const sticky = useRef(0);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: (at) => ('title' in rows[at]! ? TITLE_HEIGHT : estimate),
    getItemKey: (at) => rows[at]!.key,
    overscan: 8,
    scrollMargin: margin,
    initialMeasurementsCache: heights.get(label) ?? [],
    rangeExtractor: (range) => {
      sticky.current = titles.findLast((at) => at <= range.startIndex) ?? 0;
      return [...new Set([sticky.current, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  useEffect(
    () => () => {
      heights.set(label, virtualizer.takeSnapshot());
    },
    [label, virtualizer],
  );
  const visible = virtualizer.getVirtualItems();
  const last = visible.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 10) onEnd?.();
  }, [last, rows.length, onEnd]);

  return (
    <div
      ref={list}
      role="list"
      aria-label={label}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {visible.map(({ index: at, key, start }) => {
        const row = rows[at]!;
        if ('title' in row) {
          const isStuck = at === sticky.current;
          return (
            <div
              key={key}
              role="listitem"
              className={`z-10 w-full ${isStuck ? 'sticky top-0' : 'absolute top-0 left-0'}`}
              style={isStuck ? undefined : { transform: `translateY(${start - margin}px)` }}
            >
              <h2 className="flex h-12 items-end bg-paper pb-2 font-serif text-16 font-semibold">
                {row.title}
              </h2>
            </div>
          );
        }
        return (
          <div
            key={key}
            role="listitem"
            data-index={at}
            ref={virtualizer.measureElement}
            className="absolute top-0 left-0 w-full"
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {render(row.item, row.index)}
          </div>
        );
      })}
    </div>
  );
}
