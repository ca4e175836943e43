import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Unready } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';
import { dayAfter, instantOf, shortDate } from '../time/time.ts';
import { calendarQuery, today } from './day.ts';

const WEEKS = 13;
const CELL =
  'block size-4 rounded-[3px] bg-sunken outline-offset-1 aria-[current=page]:outline-2 ' +
  'aria-[current=page]:outline-ink';
/** Minutes of talk at which a day has its strongest colour. */
const LONG_DAY = 120;

/** Thirteen weeks, one per column; a day with more speech has a warmer colour. */
export function HeatStrip() {
  const end = today();
  const start = dayAfter(end, -(WEEKS * 7 - 1) - weekdayOf(dayAfter(end, -(WEEKS * 7 - 1))));
  const query = useQuery(calendarQuery(start, end));
  if (!query.data) return <Unready query={query} lines={4} />;
  const byDay = new Map(query.data.map((each) => [each.date, each]));
  const days: string[] = [];
  for (let each = start; each <= end; each = dayAfter(each)) days.push(each);
  return (
    <section aria-label={m.calendar()}>
      <ol className="grid grid-flow-col grid-rows-7 justify-start gap-[3px]">
        {days.map((each) => {
          const { minutes = 0, conversations = 0 } = byDay.get(each) ?? {};
          const label = `${shortDate(instantOf(each, '12:00'))}: ${m.conversation_count({ count: conversations })}`;
          return (
            <li key={each} className="size-4">
              <Link
                to="/"
                search={each === end ? {} : { day: each }}
                aria-label={label}
                title={label}
                // Marks the link to the day on the page as the current one.
                activeOptions={{ exact: true }}
                className={CELL}
              >
                <span
                  aria-hidden="true"
                  className="block size-full rounded-[3px] bg-ember"
                  style={{ opacity: conversations > 0 ? warmth(minutes) : 0 }}
                />
              </Link>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const warmth = (minutes: number) => 0.25 + 0.75 * Math.min(1, minutes / LONG_DAY);

/** Monday is 0. */
const weekdayOf = (day: string) => (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
