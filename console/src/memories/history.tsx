import { useQuery } from '@tanstack/react-query';
import type { MemoryDetail } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { service } from '../service/service.ts';
import { now } from '../time/clock.ts';
import { shortDate } from '../time/time.ts';
import { useClosing } from './memories.ts';

/** Closes a fact that is no longer true, or opens it again. */
export function Closing({ fact }: { fact: MemoryDetail }) {
  const closing = useClosing();
  const { id, until } = fact;
  return (
    <p className="mt-4 flex items-center gap-3 text-13 text-ink-2">
      {until && m.memory_true_until({ day: shortDate(until) })}
      <Button
        isBusy={closing.isPending}
        onClick={() => closing.mutate({ id, until: until ? null : now().toISOString() })}
      >
        {until ? m.memory_open() : m.memory_close()}
      </Button>
    </p>
  );
}

/** The earlier texts of a fact, the newest first. */
export function History({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['memories', 'history', id],
    queryFn: () => service.getOwnMemoryHistory({ memory_id: id }),
  });
  const earlier = data?.items.slice(1) ?? [];
  if (earlier.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="mb-2 font-serif text-18 font-semibold">{m.memory_history()}</h2>
      <ol>
        {earlier.map(({ content, changed_at, until }) => (
          <li key={changed_at} className="border-t border-control/30 py-2">
            {content}
            <span className="ml-2 text-13 text-ink-2">
              {m.memory_until({ day: shortDate((until ?? changed_at)!) })}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
