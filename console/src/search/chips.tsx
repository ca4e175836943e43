import { CalendarDays, Folder, User, X } from 'lucide-react';
import { buttonClass } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import type { Chip, Narrowing } from './narrowing.ts';

const ICONS = { time: CalendarDays, with: User, folder: Folder };

const fieldNear = (element: HTMLElement): HTMLElement | null | undefined =>
  element.closest('[role=dialog], form, main')?.querySelector<HTMLElement>('input, textarea');

/** What restricts a search; a press takes one away, and the search runs without it. */
export function Chips({
  chips,
  onChange,
}: {
  chips: readonly Chip[];
  onChange: (search: Narrowing) => void;
}) {
  if (chips.length === 0) return null;
  return (
    <ul aria-label={m.narrowed_to()} className="flex flex-wrap gap-2">
      {chips.map(({ kind, label, without }) => {
        const Icon = ICONS[kind];
        return (
          <li key={kind} className="max-w-full">
            <button
              type="button"
              aria-label={m.narrowed_remove({ what: label })}
              onClick={({ currentTarget }) => {
                // The button goes; the focus returns to the field of the search.
                fieldNear(currentTarget)?.focus();
                onChange(without);
              }}
              className={
                'flex min-h-8 max-w-full items-center gap-1.5 rounded-full border border-control/60 px-3 ' +
                'text-13 hover:border-ink pointer-coarse:min-h-11'
              }
            >
              <Icon size={14} className="flex-none text-ink-2" aria-hidden="true" />
              <span className="truncate" dir="auto">
                {label}
              </span>
              <X size={14} className="flex-none text-ink-2" aria-hidden="true" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Shown when nothing matches within a time. */
export function NothingThen({
  chips,
  onChange,
}: {
  chips: readonly Chip[];
  onChange: (search: Narrowing) => void;
}) {
  const time = chips.find(({ kind }) => kind === 'time');
  if (!time?.without.q) return null;
  return (
    <button type="button" className={buttonClass('quiet')} onClick={() => onChange(time.without)}>
      {m.narrowed_any_time()}
    </button>
  );
}
