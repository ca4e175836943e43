import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { Button } from '../design/button.tsx';
import { notify } from '../design/notices.ts';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton, Unready } from '../design/states.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { arriving } from '../service/arriving.ts';
import { toMessage } from '../service/problems.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { useKeys } from '../shell/keys.ts';
import { dayAfter, instantOf, longDate } from '../time/time.ts';
import { calendarQuery, dayQuery, meetingsQuery, summaryQuery, today } from './day.ts';
import { DueTasks } from './due-tasks.tsx';
import { Header } from './header.tsx';
import { HeatStrip } from './heat-strip.tsx';
import { Suggestions } from './suggestions.tsx';
import { Thread } from './thread.tsx';

const Beginning = lazy(() => arriving(() => import('./beginning.tsx')));
const Meetings = lazy(() => arriving(() => import('./meetings.tsx')));
const route = getRouteApi('/inside/');

/** A day as a thread of time. */
export default function DayPage() {
  const { day = today() } = route.useSearch();
  const isToday = day === today();
  const conversations = useQuery(dayQuery(day));
  const { data: summary } = useQuery(summaryQuery(day));
  const { data: meetings = [] } = useQuery(meetingsQuery(day));
  const isNotDeleted = useNotDeleted();
  const shown = (conversations.data ?? []).filter(isNotDeleted);
  useDayKeys(day);
  return (
    <div data-wide className="gap-14 xl:grid xl:grid-cols-[minmax(0,720px)_260px]">
      <Title>{longDate(instantOf(day, '12:00'))}</Title>
      <div>
        <Header day={day} conversations={shown} summary={summary} />
        {conversations.error && !conversations.data ? (
          <ErrorState error={conversations.error} retry={() => void conversations.refetch()} />
        ) : conversations.isPending ? (
          <Skeleton lines={6} />
        ) : shown.length > 0 ? (
          <Thread conversations={shown} isToday={isToday} />
        ) : (
          <Nothing isToday={isToday} />
        )}
        {shown.some(({ source }) => source === 'demo') && <RemoveSample />}
      </div>
      <aside className="mt-12 grid content-start gap-10 xl:mt-8">
        {meetings.length > 0 && (
          <Suspense fallback={null}>
            <Meetings meetings={meetings} />
          </Suspense>
        )}
        {isToday && <DueTasks day={day} />}
        {isToday && <Suggestions />}
        <HeatStrip />
      </aside>
    </div>
  );
}

/** The arrow keys lead to the day before and the day after. */
function useDayKeys(day: string): void {
  const navigate = useNavigate();
  const go = (to: string) => void navigate({ to: '/', search: to === today() ? {} : { day: to } });
  useKeys({
    ArrowLeft: () => go(dayAfter(day, -1)),
    ArrowRight: () => day < today() && go(dayAfter(day)),
  });
}

/** Shown for a day without conversations: first steps today, and a calendar on other days. */
function Nothing({ isToday }: { isToday: boolean }) {
  const end = today();
  const query = useQuery(calendarQuery(dayAfter(end, -90), end));
  if (!isToday) return <EmptyState title={m.day_empty()} />;
  if (!query.data) return <Unready query={query} />;
  const isNew = query.data.every(({ conversations }) => conversations === 0);
  if (!isNew) return <EmptyState title={m.today_empty()} />;
  return (
    <Suspense fallback={<Skeleton lines={6} />}>
      <Beginning />
    </Suspense>
  );
}

function RemoveSample() {
  const remove = useMutation({
    mutationFn: () => service.removeSample(),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: (error) => notify(toMessage(error), { tone: 'problem' }),
  });
  return (
    <p className="mt-10 flex flex-wrap items-center gap-3 border-t border-hairline pt-5 text-14 text-ink-2">
      {m.sample_about()}
      <Button onClick={() => remove.mutate()} isBusy={remove.isPending}>
        {m.remove_sample()}
      </Button>
    </p>
  );
}
