import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react';
import type { Conversation } from '../../../client/src/index.ts';
import { GroupedList } from '../design/lists/grouped-list.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { ErrorState, Skeleton } from '../design/states.tsx';
import { dayOf, relativeDay } from '../time/time.ts';
import { arriving } from '../service/arriving.ts';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';
import type { Page } from '../service/service.ts';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { NothingThen } from '../search/chips.tsx';
import { NarrowedTo } from '../search/narrowed-to.tsx';
import { chipsOf } from '../search/narrowing.ts';
import type { Narrowing } from '../search/narrowing.ts';
import { useFound } from '../search/results.ts';
import { useKeys } from '../shell/keys.ts';
import { mergeRecords } from '../writing/deletions.ts';
import { noteListed } from './beside.ts';
import { beganAt, conversationsQuery, foundQuery, useMove, useStar } from './conversations.ts';
import type { Found } from './conversations.ts';
import { deleteConversations } from './deletion.ts';
import { Filters } from './filters.tsx';
import { ConversationRow } from './row.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useSelection } from './selection.ts';

const FolderSheet = lazy(() => arriving(() => import('./folder-sheet.tsx')));
const route = getRouteApi('/inside/conversations');

interface Listed {
  id: string;
  conversation: Conversation;
  quote?: string | undefined;
  at?: number | undefined;
}

/** All conversations, newest first, grouped by day; during a search, its results. */
export default function ConversationsPage() {
  const filter = route.useSearch();
  const isNotDeleted = useNotDeleted();
  const { listed, query, isSearch } = useListed(filter);
  const shown = useMemo(() => listed.filter(isNotDeleted), [listed, isNotDeleted]);
  const groups = useMemo(() => grouped(shown, isSearch), [shown, isSearch]);
  const selection = useSelection(shown);
  useEffect(() => noteListed(shown.map(({ id }) => id)), [shown]);
  const star = useStar();
  const move = useMove();
  const navigate = useNavigate();
  const narrow = (search: Narrowing) =>
    void navigate({ to: '/conversations', search, replace: true });
  const [isMoving, setMoving] = useState(false);
  useListKeys({ listed: shown, star: (each) => star.mutate(each), selection });
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = query;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [fetchNextPage, hasNextPage, isFetchingNextPage]);

  return (
    <>
      <Title>{m.conversations()}</Title>
      <h1 className="font-serif text-28 font-semibold">{m.conversations()}</h1>
      <Filters filter={filter} />
      {filter.q && <Narrowed search={{ ...filter, q: filter.q }} onChange={narrow} />}
      {query.error && shown.length === 0 ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : query.isPending ? (
        <Skeleton lines={8} />
      ) : shown.length === 0 ? (
        <Nothing
          isFiltered={Boolean(filter.q || filter.folder || filter.starred || filter.sources)}
        />
      ) : (
        <GroupedList
          label={m.conversations()}
          groups={groups}
          estimate={96}
          onEnd={onEnd}
          render={({ id, conversation, quote, at }) => (
            <ConversationRow
              conversation={conversation}
              quote={quote}
              showsDay={isSearch}
              at={at}
              isSelected={selection.has(id)}
              isSelecting={selection.ids.length > 0}
              onSelect={(isRange) => selection.toggle(id, isRange)}
              onStar={() => star.mutate({ id, starred: !conversation.starred })}
            />
          )}
        />
      )}
      {selection.ids.length > 0 && (
        <SelectionBar
          count={selection.ids.length}
          onMove={() => setMoving(true)}
          onMerge={() => {
            merge(selection.ids);
            selection.clear();
          }}
          onDelete={() =>
            deleteConversations(
              shown.flatMap(({ id, conversation }) => (selection.has(id) ? [conversation] : [])),
            )
          }
          onClear={selection.clear}
        />
      )}
      {isMoving && (
        <Suspense fallback={null}>
          <FolderSheet
            onClose={() => setMoving(false)}
            onChoose={(folder_id) => {
              move.mutate({ ids: selection.ids, folder_id });
              setMoving(false);
              selection.clear();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function useListed(filter: ReturnType<typeof route.useSearch>) {
  const isSearch = filter.q !== undefined;
  const all = useInfiniteQuery({ ...conversationsQuery(filter), enabled: !isSearch });
  const { from, to } = filter;
  const found = useQuery({ ...foundQuery(filter.q ?? '', { from, to }), enabled: isSearch });
  const listed = useMemo(
    () => (isSearch ? (found.data ?? []).map(ofFound) : ofPages(all.data?.pages ?? [])),
    [isSearch, found.data, all.data],
  );
  const { fetchNextPage, hasNextPage, isFetchingNextPage } = all;
  const { isPending, error, refetch } = isSearch ? found : all;
  const query = {
    isPending,
    error,
    refetch: refetch as () => Promise<unknown>,
    fetchNextPage,
    hasNextPage: hasNextPage && !isSearch,
    isFetchingNextPage,
  };
  return { listed, query, isSearch };
}

const ofFound = ({ conversation, match }: Found): Listed => ({
  id: conversation.id,
  conversation,
  quote: match?.text,
  at: match?.start,
});

/** The service sorts by the time of arrival, which is later for recordings of earlier days. */
const ofPages = (pages: readonly Page<Conversation>[]): Listed[] =>
  pages
    .flatMap(({ items }) => items.map((conversation) => ({ id: conversation.id, conversation })))
    .sort((a, b) => beganAt(b.conversation).localeCompare(beganAt(a.conversation)));

/** Until the service has merged them, only the first one is shown. */
function merge(ids: readonly string[]): void {
  mergeRecords(
    'mergeConversations',
    { conversation_ids: [...ids] },
    { text: m.conversations_merged({ count: ids.length }), list: 'conversations' },
  );
}

/** What restricts the search, and the days of its results. */
function Narrowed({
  search,
  onChange,
}: {
  search: Narrowing & { q: string };
  onChange: (search: Narrowing) => void;
}) {
  const { q, from, to } = search;
  const { data } = useFound(q, { limit: 1, from, to, kinds: ['conversation'], days: true });
  const narrowing = { q, from, to };
  return (
    <NarrowedTo narrowing={narrowing} found={data} className="mb-4" onChange={onChange}>
      {data?.items.length === 0 && (
        <NothingThen chips={chipsOf(narrowing, data.understood)} onChange={onChange} />
      )}
    </NarrowedTo>
  );
}

/** x selects the row with the focus, and s stars it. */
function useListKeys({
  listed,
  star,
  selection,
}: {
  listed: readonly Listed[];
  star: (each: { id: string; starred: boolean }) => void;
  selection: ReturnType<typeof useSelection>;
}) {
  const current = () => {
    const id = document.activeElement?.getAttribute('href')?.split(/[/?]/)[2];
    return listed.find((each) => each.id === id);
  };
  useKeys({
    x: () => {
      const each = current();
      if (each) selection.toggle(each.id);
    },
    s: () => {
      const each = current();
      if (each) star({ id: each.id, starred: !each.conversation.starred });
    },
    Escape: selection.clear,
  });
}

function grouped(listed: readonly Listed[], isSearch: boolean) {
  if (isSearch) return [{ key: 'found', title: m.found_best_first(), items: listed }];
  const days = Map.groupBy(listed, ({ conversation }) => dayOf(beganAt(conversation)));
  return [...days].map(([key, items]) => ({
    key,
    title: relativeDay(beganAt(items[0]!.conversation)),
    items,
  }));
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title={m.conversations_none_found()} />
  ) : (
    <EmptyState title={m.conversations_none()} />
  );
}
