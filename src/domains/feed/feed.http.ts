import type { Summariser } from '../../engines/summaries/summariser.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { ChangeWatch } from './change-watch.ts';
import { listChangesOperation } from './changes.ts';
import { watchEventsOperation } from './events.ts';
import { recordKinds } from './record-kinds.ts';

/** Programs and the user's own apps use the same routes. */
export function feedRoutes({
  summariser,
  watch,
}: {
  summariser: Summariser;
  watch: ChangeWatch;
}): Route[] {
  const kinds = recordKinds(summariser);
  const list = listChangesOperation(kinds);
  const events = watchEventsOperation(kinds, watch);
  const doors = [
    { base: '/v1/dev/user', credential: 'developer_key' },
    { base: '/v1', credential: 'session' },
  ] as const;
  return doors.flatMap(({ base, credential }) => [
    route(list, { method: 'GET', path: `${base}/changes`, credential }),
    route(events, { method: 'GET', path: `${base}/events`, credential, answer: 'events' }),
  ]);
}
