import type { ConnectionKind } from '../../connections/connection-kind.ts';
import { CalDavSettings, syncCalendars } from './calendar-sync.ts';
import { openDav } from './dav.ts';

export const caldav: ConnectionKind = {
  kind: 'caldav',
  title: 'Calendar (CalDAV)',
  address: null,
  fields: ['address', 'user_name', 'secret'],
  settings: CalDavSettings,
  everyMs: 15 * 60_000,
  async check(_, connection) {
    await openDav(connection).findHome();
  },
  run: syncCalendars,
};
