import { QueryClient, notifyManager, queryOptions } from '@tanstack/react-query';
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
