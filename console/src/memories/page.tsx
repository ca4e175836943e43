import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, getRouteApi } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { Memory } from '../../../client/src/index.ts';
import { Adding } from '../design/adding.tsx';
import { GroupedList } from '../design/lists/grouped-list.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { relativeDay } from '../time/time.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { Fact } from './fact.tsx';
import { Doubt } from './doubt.tsx';
import { Filters } from './filters.tsx';
import { doubtedQuery, isOwn, memoriesQuery, useAdd } from './memories.ts';
import type { Shelf } from './memories.ts';
import { Review } from './review.tsx';

const route = getRouteApi('/inside/memories');
const TAB =
  '-mb-px border-b-2 border-transparent py-2 text-14 text-ink-2 hover:text-ink ' +
  'aria-[current=page]:border-ink aria-[current=page]:text-ink';

/** The page with the known facts, as sentences. */
export default function MemoriesPage() {
  const filter = route.useSearch();
  const { shelf = 'you', q, tag, by } = filter;
  const query = useInfiniteQuery({ ...memoriesQuery(filter), placeholderData: keepPreviousData });
  const { data: doubted = [] } = useQuery(doubtedQuery);
  const add = useAdd(shelf);
  const isNotDeleted = useNotDeleted();
  const facts = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((each) => each.user_review !== false && !each.until && isNotDeleted(each));
  const isFiltered = Boolean(q ?? tag ?? by);
  const doubt = doubted.find(isNotDeleted);
  const { fetchNextPage, hasNextPage, isFetchingNextPage, error, isPending, refetch } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);
  return (
    <>
      <Title>{m.memories()}</Title>
      <h1 className="font-serif text-28 font-semibold">{m.memories()}</h1>
      <nav aria-label={m.memories()} className="mt-4 mb-5 flex gap-6 border-b border-hairline">
        {SHELVES.map(([name, label]) => (
          <Link
            key={name}
            to="/memories"
            search={{ shelf: name }}
            aria-current={name === shelf ? 'page' : undefined}
            className={TAB}
          >
            {label()}
          </Link>
        ))}
      </nav>
      <Adding label={m.add_memory()} onAdd={add.mutateAsync} />
      {doubt ? <Doubt fact={doubt} /> : <Review shelf={shelf} />}
      <Filters filter={filter} tags={facts.flatMap(({ tags }) => tags)} />
      {error && facts.length === 0 ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton lines={8} />
      ) : facts.length === 0 ? (
        <EmptyState title={isFiltered ? m.memories_none_found() : m.memories_none()} />
      ) : (
        <GroupedList
          label={m.memories()}
          groups={groupsOf(facts)}
          estimate={68}
          onEnd={onEnd}
          render={(fact) => <Fact fact={fact} />}
        />
      )}
    </>
  );
}

const SHELVES: readonly (readonly [Shelf, () => string])[] = [
  ['you', m.about_you],
  ['interesting', m.interesting],
];

/** Groups the facts: those that the user wrote, those of programs, then all others by day. */
function groupsOf(facts: readonly Memory[]) {
  const groups = Map.groupBy(facts, (fact) => {
    if (isOwn(fact)) return m.memories_written();
    return fact.manually_added ? m.memories_added() : relativeDay(fact.created_at);
  });
  return [...groups].map(([title, items]) => ({ key: title, title, items }));
}
