import { Clock } from 'lucide-react';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { waiting } from './state.ts';

/** Says that a change of a record waits for the service. */
export function Waits({ id }: { id: string }) {
  if (!useStore(waiting).records.has(id)) return null;
  return (
    <span className="flex items-center gap-1 text-13 text-ink-2">
      <Clock size={12} aria-hidden="true" />
      {m.waits()}
    </span>
  );
}
