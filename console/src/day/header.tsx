import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { Conversation, DaySummary } from '../../../client/src/index.ts';
import { secondsOf } from '../conversations/conversations.ts';
import * as m from '../paraglide/messages.js';
import { dayAfter, duration, instantOf, longDate, relativeDay } from '../time/time.ts';
import { today } from './day.ts';

const STEP =
  'grid size-9 place-items-center rounded-control text-ink-2 hover:bg-sunken hover:text-ink pointer-coarse:size-11';

/** The date, what the day was about, and how much was said. */
export function Header({
  day,
  conversations,
  summary,
}: {
  day: string;
  conversations: readonly Conversation[];
  summary: DaySummary | null | undefined;
}) {
  const noon = instantOf(day, '12:00');
  const seconds = conversations.reduce((sum, each) => sum + secondsOf(each), 0);
  const isToday = day === today();
  const relative = relativeDay(noon);
  const date = longDate(noon);
  const figures = [
    conversations.length > 0 && m.conversation_count({ count: conversations.length }),
    seconds > 0 && duration(seconds),
  ].filter(Boolean);
  return (
    <header className="grid gap-3">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="h-5 text-14 text-ink-2">{relative === date ? '' : relative}</p>
          <h1 className="font-serif text-28 leading-tight font-semibold sm:text-36">{date}</h1>
        </div>
        <nav aria-label={m.days()} className="mt-4 flex flex-none">
          <Link
            to="/"
            search={{ day: dayAfter(day, -1) }}
            aria-label={m.day_before()}
            className={STEP}
          >
            <ChevronLeft size={20} strokeWidth={1.6} />
          </Link>
          {!isToday && (
            <Link
              to="/"
              search={{ day: dayAfter(day) }}
              aria-label={m.day_after()}
              className={STEP}
            >
              <ChevronRight size={20} strokeWidth={1.6} />
            </Link>
          )}
        </nav>
      </div>
      {summary && <p className="max-w-[62ch] font-serif text-18">{summary.headline}</p>}
      {figures.length > 0 && <p className="text-13 text-ink-2">{figures.join(' · ')}</p>}
    </header>
  );
}
