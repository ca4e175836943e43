import { QueryClient, hashKey, notifyManager, queryOptions } from '@tanstack/react-query';
import type { Query, QueryKey } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/errors.ts';
import type { User } from '../../../client/src/index.ts';
import { setClock } from '../time/clock.ts';
import { setTimezone } from '../time/zone.ts';
import { countOfEnds, noteSignedIn } from './session.ts';
import { at } from './base.ts';

// A change shows before the next frame. With the default, a timeout of 0 ms, a controlled checkbox
// first falls back to its former state, which a busy machine makes visible.
notifyManager.setScheduler(queueMicrotask);

/** The event stream keeps the cache up to date, so queries are never refetched by time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      // The client has already retried all requests for which a retry may help.
      retry: false,
      networkMode: 'always',
      persister: (fetch, context, query) => {
        const answer = (async () => fetch(context))();
        return new Promise((resolve, reject) => {
          // Most answers come before the copy is needed.
          answer.then(resolve, () => {});
          import('./offline.ts')
            .then(
              ({ answerOrCopy }) => answerOrCopy(answer, query),
              () => answer,
            )
            .then(resolve as never, reject);
        });
      },
    },
    mutations: { networkMode: 'always' },
  },
});

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

/** How long the page waits for the account before it opens with the copy. */
const PATIENCE_MS = 1_000;

/**
 * The shell fetches the account without the typed client, which is loaded with the first page. Throws a `TypeError`
 * when the service does not answer.
 */
async function readAccount(): Promise<User | null> {
  const since = countOfEnds();
  const response = await fetch(at('/v1/auth/me'));
  if (response.status === 401) return null;
  if ([502, 503, 504].includes(response.status)) throw new TypeError(response.statusText);
  if (!response.ok) throw new ApiError(response.status, null, null);
  const me = (await response.json()) as User;
  noteSignedIn(since);
  setClock(response.headers.get('date'));
  setTimezone(me.timezone);
  return me;
}

/** The signed-in user; null without a session. Without an answer, the user of the copy. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<User | null> => {
    const account = readAccount();
    const isLate = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
    const unlessLost = account.catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
    });
    const me = await Promise.race([unlessLost, isLate]);
    if (me !== undefined) return me;
    const { openCopy } = await import('./offline.ts');
    return openCopy(account);
  },
});
