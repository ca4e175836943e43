import type { Summariser } from '../../engines/summaries/summariser.ts';
import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { ChangeWatch } from './change-watch.ts';
import { listChangesOperation } from './changes.ts';
import { watchEventsOperation } from './events.ts';
import { recordKinds } from './record-kinds.ts';

const path = '/v1/dev/user';
const credential = 'developer_key';

export function feedRoutes({
  summariser,
  watch,
}: {
  summariser: Summariser;
  watch: ChangeWatch;
}): Route[] {
  const kinds = recordKinds(summariser);
  const events = watchEventsOperation(kinds, watch);
  return [
    route(listChangesOperation(kinds), { method: 'GET', path: `${path}/changes`, credential }),
    route(events, { method: 'GET', path: `${path}/events`, credential, answer: 'events' }),
  ];
}
