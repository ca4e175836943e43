import { useMutation } from '@tanstack/react-query';
import type { InfiniteData } from '@tanstack/react-query';
import { notify } from '../design/notices.ts';
import { toMessage } from './problems.ts';
import { beginChange, endChange, queryClient } from './queries.ts';
import type { Page } from './service.ts';

/**
 * A change that shows at once and is undone when the service refuses it. The event stream then
 * delivers the stored state.
 */
export function useChange<Input>({
  show,
  send,
  refresh = [],
  isAtField = false,
}: {
  show: (input: Input) => () => void;
  send: (input: Input) => Promise<unknown>;
  /** The lists that the change concerns and that the event stream does not contain. */
  refresh?: readonly string[];
  /** True for a change whose field shows the reason of a refusal, so that no notice repeats it. */
  isAtField?: boolean;
}) {
  return useMutation({
    mutationFn: send,
    onMutate: (input) => {
      beginChange();
      return show(input);
    },
    onError: (error, _input, takeBack) => {
      takeBack?.();
      if (!isAtField) notify(toMessage(error), { tone: 'problem' });
    },
    onSettled: () => endChange(refresh.map((key) => [key])),
  });
}

/** A removal of one record from the lists of a key, which shows at once. */
export function useRemoval({
  key,
  id,
  send,
  refresh = [],
}: {
  key: string;
  id: string;
  send: () => Promise<unknown>;
  refresh?: readonly string[];
}) {
  return useChange<void>({
    show: () => patchRecord(key, id, () => []),
    send,
    refresh: [key, ...refresh],
  });
}

/** Puts a record that waits for the service at the top of the cached lists of this key. */
export function addToLists<Item>(queryKey: readonly unknown[], item: Item): void {
  queryClient.setQueriesData({ queryKey }, (data?: Item[] | InfiniteData<Page<Item>>) => {
    if (!data) return data;
    if (Array.isArray(data)) return [item, ...data];
    const [first, ...pages] = data.pages;
    return first && { ...data, pages: [{ ...first, items: [item, ...first.items] }, ...pages] };
  });
}

/**
 * Changes the records of a list wherever the cache contains them, in whole lists and in pages; an
 * empty list removes the record. Returns a function that undoes the change.
 */
export function patchLists<Item>(
  key: string,
  change: (item: Item) => Item | readonly [],
): () => void {
  const queryKey = [key];
  const before = queryClient.getQueriesData({ queryKey });
  queryClient.setQueriesData({ queryKey }, (data?: Item[] | InfiniteData<Page<Item>>) => {
    if (!data) return data;
    if (Array.isArray(data)) return data.flatMap(change);
    // This cached value is about the records but does not list them.
    if (!('pages' in data)) return data;
    const pages = data.pages.map((page) => ({ ...page, items: page.items.flatMap(change) }));
    return { ...data, pages };
  });
  return () => {
    for (const [name, data] of before) queryClient.setQueryData(name, data);
  };
}

/** Changes one record of a list, as `patchLists` does. */
export const patchRecord = <Item extends { id: string }>(
  key: string,
  id: string,
  change: (item: Item) => Item | readonly [],
): (() => void) => patchLists<Item>(key, (each) => (each.id === id ? change(each) : each));

/** Takes a record out of all cached lists, because its deletion waits. */
export function dropFromLists(id: string): void {
  type Listed = { id?: string; conversation?: { id: string } } | null | undefined;
  const isOther = (item: Listed) => item?.id !== id && item?.conversation?.id !== id;
  queryClient.removeQueries({ queryKey: ['conversation', id] });
  queryClient.setQueriesData({}, (data?: Listed[] | Partial<InfiniteData<Page<Listed>>> | null) => {
    if (Array.isArray(data)) return data.filter(isOther);
    if (!Array.isArray(data?.pages)) return data;
    return {
      ...data,
      pages: data.pages.map((page) => ({ ...page, items: page.items.filter(isOther) })),
    };
  });
}
