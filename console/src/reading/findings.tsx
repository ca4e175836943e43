import { CalendarPlus, Check, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import type {
  DeveloperConversationActionItem,
  DeveloperConversationEvent,
} from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import { Checkbox } from '../design/field.tsx';
import { clockTime, longDate } from '../time/time.ts';
import { DueDate } from '../tasks/due.tsx';
import * as m from '../paraglide/messages.js';

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3 border-t border-hairline pt-5">
      <h2 className="text-13 font-medium text-ink-2">{title}</h2>
      {children}
    </section>
  );
}

export function Todo({
  items,
  onTick,
}: {
  items: readonly DeveloperConversationActionItem[];
  onTick: (tick: { index: number; description: string; completed: boolean }) => void;
}) {
  if (items.length === 0) return null;
  return (
    <Section title={m.to_do()}>
      <ul className="grid gap-1">
        {items.map(({ description, completed, due_at }, index) => (
          <li key={`${index} ${description}`}>
            <label className="-mx-2 flex items-start gap-3 rounded-control px-2 py-1.5 hover:bg-sunken">
              <Checkbox
                className="mt-0.5"
                checked={completed}
                onChange={({ target }) => onTick({ index, description, completed: target.checked })}
              />
              <span className={completed ? 'text-ink-2 line-through decoration-1' : ''}>
                {description}
                <DueDate task={{ due_at, completed }} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </Section>
  );
}

export function Appointments({
  events,
  onAdd,
  onInvite,
}: {
  events: readonly DeveloperConversationEvent[];
  onAdd: (event: DeveloperConversationEvent, index: number) => void;
  onInvite: (event: { index: number; title: string }) => void;
}) {
  if (events.length === 0) return null;
  return (
    <Section title={m.appointments()}>
      <ul className="grid gap-4">
        {events.map((event, index) => (
          <li
            key={`${event.start} ${event.title}`}
            className="flex flex-wrap items-start gap-x-4 gap-y-2"
          >
            <div className="min-w-0 flex-1 basis-64">
              <p>{event.title}</p>
              <p className="text-14 text-ink-2">
                {longDate(event.start)}, {clockTime(event.start)}
                {event.description && ` · ${event.description}`}
              </p>
            </div>
            <Button onClick={() => onAdd(event, index)}>
              {event.created ? <Check size={16} /> : <CalendarPlus size={16} />}
              {m.add_to_calendar()}
            </Button>
            <Button onClick={() => onInvite({ index, title: event.title })}>
              <Send size={16} />
              {m.invitation()}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}
