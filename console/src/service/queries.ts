import { QueryClient, notifyManager, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/errors.ts';
import type { User } from '../../../client/src/index.ts';
import { setClock } from '../time/clock.ts';
import { setTimezone } from '../time/zone.ts';
import { countOfEnds, isOnline, noteSignedIn } from './session.ts';
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
    },
    mutations: { networkMode: 'always' },
  },
});

/** Without the network, the page shows what was read before. */
async function openCopy(): Promise<User> {
  const { restoreCopy } = await import('./offline.ts');
  const me = await restoreCopy();
  if (!me) throw new TypeError('The service cannot be reached.');
  isOnline.set(false);
  setTimezone(me.timezone);
  return me;
}

/**
 * The signed-in user; null without a session. The shell fetches this without the typed client,
 * which is loaded with the first page.
 */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<User | null> => {
    const since = countOfEnds();
    const response = await fetch(at('/v1/auth/me')).catch(() => null);
    if (response === null) return openCopy();
    if (response.status === 401) return null;
    if (!response.ok) throw new ApiError(response.status, null, null);
    const me = (await response.json()) as User;
    noteSignedIn(since);
    setClock(response.headers.get('date'));
    setTimezone(me.timezone);
    return me;
  },
});
