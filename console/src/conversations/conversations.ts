import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InfiniteData, QueryFilters } from '@tanstack/react-query';
import type { Conversation, SearchMatch } from '../../../client/src/index.ts';
import { useChange } from '../service/change.ts';
import { foldersQuery } from '../service/lists.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import type { Page } from '../service/service.ts';
import { write } from '../writing/writes.ts';

export interface Filter {
  folder?: string | undefined;
  starred?: boolean | undefined;
  /** From where they were imported, separated by commas. */
  sources?: string | undefined;
}

const PAGE = 50;

export const conversationsQuery = ({ folder, starred, sources }: Filter) =>
  infiniteQueryOptions({
    queryKey: ['conversations', { folder, starred, sources }],
    queryFn: ({ pageParam, signal }) =>
      service.page(
        'listOwnConversations',
        {
          limit: PAGE,
          statuses: 'in_progress,processing,completed,failed',
          folder_id: folder,
          starred,
          sources,
          cursor: pageParam,
        },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export interface Found {
  conversation: Conversation;
  match: SearchMatch | undefined;
}

/** The conversations of a search, perhaps only those between two days. */
export const foundQuery = (
  query: string,
  days: { from?: string | undefined; to?: string | undefined },
) =>
  queryOptions({
    queryKey: ['conversations', 'found', query, days],
    queryFn: async (): Promise<Found[]> => {
      const wanted = { query, per_page: PAGE, ...days };
      const { items, found } = await service.searchOwnConversations(wanted);
      return items.map((conversation, index) => ({
        conversation,
        match: found[index]?.matches[0],
      }));
    },
    placeholderData: keepPreviousData,
  });

export const conversationQuery = (id: string) =>
  queryOptions({
    queryKey: ['conversation', id],
    queryFn: () => service.read('getOwnConversation', { conversation_id: id }),
  });

type Pages = InfiniteData<Page<Conversation>>;
type Read = { value: Conversation; etag: string };
/** The conversations of each day. */
const OF_DAYS: QueryFilters = {
  queryKey: ['days'],
  predicate: ({ queryKey: [, , of] }) => of === 'conversations',
};

/**
 * Changes a conversation wherever the cache contains it. Returns a function that undoes the change.
 */
export function patchConversation(
  ids: readonly string[],
  change: (conversation: Conversation) => Conversation,
): () => void {
  const before = [
    ...queryClient.getQueriesData({ queryKey: ['conversations'] }),
    ...queryClient.getQueriesData({ queryKey: ['conversation'] }),
    ...queryClient.getQueriesData(OF_DAYS),
  ];
  const apply = (each: Conversation) => (ids.includes(each.id) ? change(each) : each);
  queryClient.setQueriesData({ queryKey: ['conversations'] }, (data?: Pages | Found[]) => {
    if (!data) return data;
    if (Array.isArray(data)) {
      return data.map((found) => ({ ...found, conversation: apply(found.conversation) }));
    }
    const pages = data.pages.map((page) => ({ ...page, items: page.items.map(apply) }));
    return { ...data, pages };
  });
  queryClient.setQueriesData(
    { queryKey: ['conversation'] },
    (data?: Read) => data && { ...data, value: apply(data.value) },
  );
  queryClient.setQueriesData(OF_DAYS, (data?: Conversation[]) => data?.map(apply));
  return () => {
    for (const [key, data] of before) queryClient.setQueryData(key, data);
  };
}

export const useStar = () =>
  useChange({
    show: ({ id, starred }: { id: string; starred: boolean }) =>
      patchConversation([id], (each) => ({ ...each, starred })),
    send: ({ id, starred }) => write('starConversation', { conversation_id: id, starred }),
  });

const folderName = (id: string | null): string | null =>
  queryClient.getQueryData(foldersQuery.queryKey)?.find((each) => each.id === id)?.name ?? null;

export const useMove = () =>
  useChange({
    show: ({ ids, folder_id }: { ids: readonly string[]; folder_id: string | null }) =>
      patchConversation(ids, (each) => ({
        ...each,
        folder_id,
        folder_name: folderName(folder_id),
      })),
    send: ({ ids, folder_id }) =>
      Promise.all(
        ids.map((conversation_id) =>
          write('moveOwnConversationToFolder', { conversation_id, folder_id }),
        ),
      ),
  });

export const beganAt = ({ started_at, created_at }: Conversation): string =>
  started_at ?? created_at;

export function secondsOf({ started_at, finished_at, transcript_segments }: Conversation): number {
  const spoken = transcript_segments.at(-1)?.end ?? 0;
  if (spoken > 0 || !started_at || !finished_at) return spoken;
  return (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
}
