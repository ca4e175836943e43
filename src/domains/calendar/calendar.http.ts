import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import {
  endCalendarAddress,
  getCalendarAddress,
  ICS_PATH,
  makeCalendarAddress,
  readCalendar,
} from './calendar.ts';
import { getInvitation } from './invitations.ts';

const path = '/v1/calendar-address';
const credential = 'session';

export function calendarRoutes(site: () => string): Route[] {
  return [
    route(getCalendarAddress, { method: 'GET', path, credential }),
    route(makeCalendarAddress(site), { method: 'POST', path, credential }),
    route(endCalendarAddress, { method: 'DELETE', path, credential, status: 204 }),
    route(getInvitation, {
      method: 'GET',
      path: '/v1/conversations/{conversation_id}/invitation',
      credential,
      answer: 'file',
    }),
    // Calendar programs send no credential.
    route(readCalendar, { method: 'GET', path: ICS_PATH, credential: 'none', answer: 'file' }),
  ];
}
