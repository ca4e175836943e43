import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError } from '../../../client/src/errors.ts';
import type { User } from '../../../client/src/index.ts';
import { setTimezone } from '../time/zone.ts';
import { countOfEnds, noteSignedIn } from './session.ts';

/** The event stream keeps the cache fresh, so nothing is fetched again by time alone. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 30 * 60_000,
      refetchOnWindowFocus: false,
      // The client has repeated what may succeed on a second try.
      retry: false,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/**
 * The signed-in user; null without a session. The shell asks without the typed client, which comes
 * with the first page.
 */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async (): Promise<User | null> => {
    const since = countOfEnds();
    const response = await fetch('/v1/auth/me');
    if (response.status === 401) return null;
    if (!response.ok) throw new ApiError(response.status, null, null);
    const me = (await response.json()) as User;
    noteSignedIn(since);
    setTimezone(me.timezone);
    return me;
  },
});
