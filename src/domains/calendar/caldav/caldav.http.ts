import { z } from 'zod';
import { NotFound } from '../../../core/errors.ts';
import { defineOperation } from '../../../kit/operation.ts';
import { route } from '../../../kit/route.ts';
import type { Route } from '../../../kit/route.ts';
import { askConnection } from '../../connections/connections.ts';
import type { ConnectionKind, OpenConnection } from '../../connections/connection-kind.ts';
import type { ConnectionParts } from '../../connections/connection-runner.ts';
import { CalDavSettings, homeOf } from './calendar-sync.ts';
import { caldav } from './caldav-kind.ts';
import { openDav } from './dav.ts';

const ConnectedCalendar = z
  .object({
    url: z.string().describe('The address, for `calendars` and `task_list` in the settings.'),
    name: z.string().describe('The name.'),
    holds_events: z.boolean().describe('True when it may hold events.'),
    holds_tasks: z.boolean().describe('True when it may hold tasks.'),
    is_read: z.boolean().describe('True when its meetings come in.'),
    is_task_list: z.boolean().describe('True when tasks are written into it.'),
  })
  .meta({ id: 'ConnectedCalendar' });

/** Asks the server, and needs no run before. */
function listCalendars(parts: ConnectionParts) {
  return defineOperation({
    name: 'listConnectedCalendars',
    summary: 'List the calendars of a connection',
    description:
      'Choose with `settings` of `updateConnection`: `calendars` are read, and tasks are written ' +
      'into `task_list`.',
    scope: 'webhooks:read',
    effect: 'read',
    waits: true,
    input: z.object({ connection_id: z.string() }),
    output: z.array(ConnectedCalendar),
    run: (context, { connection_id: id }) => {
      const ask = async (kind: ConnectionKind, connection: OpenConnection) => {
        if (kind.kind !== caldav.kind) throw new NotFound('This connection has no calendars.');
        const dav = openDav(connection);
        const { calendars, task_list } = CalDavSettings.parse(connection.settings);
        const home = await homeOf(dav, connection, connection.cursor);
        return (await dav.calendars(home.url)).map((one) => ({
          ...one,
          is_read: calendars?.includes(one.url) ?? one.holds_events,
          is_task_list: one.url === task_list,
        }));
      };
      return askConnection(context, parts, { id, ask });
    },
  });
}

export const caldavRoutes = (parts: ConnectionParts): Route[] => [
  route(listCalendars(parts), {
    method: 'GET',
    path: '/v1/connections/{connection_id}/calendars',
    credential: 'session',
  }),
];
