import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import {
  endCalendarAddress,
  getCalendarAddress,
  ICS_PATH,
  makeCalendarAddress,
  readCalendar,
} from './calendar.ts';

const path = '/v1/calendar-address';
const credential = 'session';

export function calendarRoutes(site: () => string): Route[] {
  return [
    route(getCalendarAddress, { method: 'GET', path, credential }),
    route(makeCalendarAddress(site), { method: 'POST', path, credential }),
    route(endCalendarAddress, { method: 'DELETE', path, credential, status: 204 }),
    // Calendar programs send no credential.
    route(readCalendar, { method: 'GET', path: ICS_PATH, credential: 'none', answer: 'file' }),
  ];
}
