import type { ReactNode } from 'react';
import { Chips } from './chips.tsx';
import { DayStrip } from './day-strip.tsx';
import { chipsOf, within } from './narrowing.ts';
import type { Narrowing } from './narrowing.ts';
import type { useFound } from './results.ts';

/** Shows the filters of a search, and the days of its results, which filter it too. */
export function NarrowedTo({
  narrowing,
  found,
  className,
  onChange,
  children,
}: {
  narrowing: Narrowing;
  found: ReturnType<typeof useFound>['data'];
  className: string;
  onChange: (search: Narrowing) => void;
  children?: ReactNode;
}) {
  const understood = found?.understood;
  return (
    <div className={`grid gap-4 empty:hidden ${className}`}>
      <Chips chips={chipsOf(narrowing, understood)} onChange={onChange} />
      <DayStrip
        days={found?.days}
        from={understood?.from}
        to={understood?.to}
        onChange={(days) => onChange(within(narrowing, understood, days))}
      />
      {children}
    </div>
  );
}
