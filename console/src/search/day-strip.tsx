import { useId, useMemo, useRef, useState } from 'react';
import type { KeyboardEvent, PointerEvent } from 'react';
import * as m from '../paraglide/messages.js';
import { today } from '../day/day.ts';
import { dayAfter, dayRange } from '../time/time.ts';

interface Counted {
  date: string;
  count: number;
}

/** A cell of the strip: a day, or several when there are many. */
interface Cell {
  from: string;
  to: string;
  count: number;
}

const MIN_CELLS = 14;
const MAX_CELLS = 56;
const DAYS_OF_CELL = [1, 7, 30, 91, 365, 3_650];
const DAY_MS = 86_400_000;

const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T12:00:00Z`) / DAY_MS);

/** Returns the cells from the first result until today, or until a later result. */
function cellsOf(days: readonly Counted[]): Cell[] {
  const first = days[0]!.date;
  const end = [today(), days.at(-1)!.date].toSorted().at(-1)!;
  const span = dayNumber(end) - dayNumber(first) + 1;
  const length = DAYS_OF_CELL.find((each) => span / each <= MAX_CELLS) ?? DAYS_OF_CELL.at(-1)!;
  const count = Math.max(MIN_CELLS, Math.ceil(span / length));
  const begin = dayAfter(end, 1 - count * length);
  const cells = Array.from({ length: count }, (_, at) => ({
    from: dayAfter(begin, at * length),
    to: dayAfter(begin, (at + 1) * length - 1),
    count: 0,
  }));
  for (const each of days) {
    const at = Math.floor((dayNumber(each.date) - dayNumber(begin)) / length);
    if (cells[at]) cells[at].count += each.count;
  }
  return cells;
}

/** The days on which something was talked about; a sweep over them narrows the search. */
export function DayStrip({
  days,
  from,
  to,
  onChange,
}: {
  days: readonly Counted[] | null | undefined;
  /** The days to which the search is narrowed now. */
  from: string | null | undefined;
  to: string | null | undefined;
  onChange: (days: { from: string; to: string } | null) => void;
}) {
  if (!days || days.length === 0) return null;
  const cells = cellsOf(days);
  return <Strip key={cells[0]!.from} {...{ cells, from, to, onChange }} />;
}

interface Sweep {
  anchor: number;
  head: number;
}

function Strip({
  cells,
  from,
  to,
  onChange,
}: {
  cells: readonly Cell[];
  from: string | null | undefined;
  to: string | null | undefined;
  onChange: (days: { from: string; to: string } | null) => void;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const [sweep, setSweep] = useState<Sweep | null>(null);
  const [current, setCurrent] = useState(cells.length - 1);
  const most = useMemo(() => Math.max(...cells.map(({ count }) => count)), [cells]);
  const isIn = ({ from: first, to: last }: Cell, at: number) =>
    sweep
      ? at >= Math.min(sweep.anchor, sweep.head) && at <= Math.max(sweep.anchor, sweep.head)
      : Boolean(from ?? to) && (!from || last >= from) && (!to || first <= to);
  const apply = ({ anchor, head }: Sweep) => {
    setSweep(null);
    const [first, last] = [Math.min(anchor, head), Math.max(anchor, head)];
    onChange({ from: cells[first]!.from, to: cells[last]!.to });
  };
  const cellAt = ({ clientX }: PointerEvent) => {
    const { left, width } = list.current!.getBoundingClientRect();
    const at = Math.floor(((clientX - left) / width) * cells.length);
    return Math.max(0, Math.min(cells.length - 1, at));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -cells.length, End: cells.length }[
      event.key
    ];
    if (step !== undefined) {
      const head = Math.max(0, Math.min(cells.length - 1, current + step));
      setCurrent(head);
      setSweep(event.shiftKey ? { anchor: sweep?.anchor ?? current, head } : null);
    } else if (event.key === 'Enter' || event.key === ' ') {
      apply(sweep ?? { anchor: current, head: current });
    } else if (event.key === 'Escape' && (sweep || from || to)) {
      setSweep(null);
      onChange(null);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const labelOf = ({ from: first, to: last, count }: Cell) =>
    m.talked_about_on({ day: dayRange(first, last), count });
  return (
    <div className="select-none">
      <div
        ref={list}
        role="listbox"
        aria-label={m.talked_about_when()}
        aria-describedby={`${id}-help`}
        aria-multiselectable="true"
        aria-orientation="horizontal"
        aria-activedescendant={`${id}-${current}`}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          const at = cellAt(event);
          setCurrent(at);
          setSweep({ anchor: at, head: at });
        }}
        onPointerMove={(event) => sweep && setSweep({ ...sweep, head: cellAt(event) })}
        onPointerUp={() => sweep && apply(sweep)}
        onPointerCancel={() => setSweep(null)}
        className="group flex h-11 cursor-crosshair touch-pan-y items-stretch rounded-control"
      >
        {cells.map((cell, at) => (
          <div
            key={cell.from}
            id={`${id}-${at}`}
            role="option"
            aria-selected={isIn(cell, at)}
            aria-label={labelOf(cell)}
            title={labelOf(cell)}
            className={
              'flex min-w-0 flex-1 items-center border-y-2 border-transparent px-px ' +
              'aria-selected:border-ink aria-selected:bg-ember-wash ' +
              (at === current ? 'group-focus-visible:border-control' : '')
            }
          >
            <span className="relative block h-6 w-full overflow-hidden rounded-[3px] bg-sunken">
              <span
                aria-hidden="true"
                className="absolute inset-0 bg-ember"
                style={{ opacity: cell.count > 0 ? 0.3 + 0.7 * (cell.count / most) : 0 }}
              />
            </span>
          </div>
        ))}
      </div>
      <p aria-hidden="true" className="flex justify-between text-13 text-ink-2">
        <span>{dayRange(cells[0]!.from, cells[0]!.from)}</span>
        <span>{dayRange(cells.at(-1)!.to, cells.at(-1)!.to)}</span>
      </p>
      <p id={`${id}-help`} className="sr-only">
        {m.talked_about_help()}
      </p>
    </div>
  );
}
