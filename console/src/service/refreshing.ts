import { hashKey } from '@tanstack/react-query';
import type { Query, QueryKey } from '@tanstack/react-query';
import { queryClient } from './queries.ts';

/** How many changes show although the service has not answered them yet. */
let underWay = 0;
const outdated = new Map<string, QueryKey>();

/**
 * Reads what these keys show anew, as soon as no change is under way: an answer that the service
 * wrote before the change would undo what shows.
 */
export async function refreshQueries(keys: readonly QueryKey[]): Promise<void> {
  for (const key of keys) outdated.set(hashKey(key), key);
  if (underWay > 0) return;
  const wanted = [...outdated.values()];
  outdated.clear();
  await Promise.all(wanted.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Stops the requests whose answers would undo a change that is about to show. */
export function beginChange(): void {
  underWay += 1;
  const isRead = ({ state }: Query) => state.fetchStatus !== 'idle' && state.data !== undefined;
  const reading = queryClient.getQueryCache().findAll({ predicate: isRead });
  void refreshQueries(reading.map(({ queryKey }) => queryKey));
  void queryClient.cancelQueries({
    // A list that reads its next page would not read it again by itself.
    predicate: (query) => isRead(query) && !query.state.fetchMeta?.fetchMore,
  });
}

/** Notes that the service has answered a change that concerns these keys. */
export function endChange(keys: readonly QueryKey[]): Promise<void> {
  underWay -= 1;
  return refreshQueries(keys);
}
