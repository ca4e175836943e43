import { route } from '../../kit/route.ts';
import { assistantListPeople } from './people.ts';
import { assistantGetProfile } from './profile.ts';

const credential = 'assistant';

export const assistantRoutes = [
  route(assistantGetProfile, { method: 'GET', path: '/v1/mcp/profile', credential }),
  route(assistantListPeople, {
    method: 'GET',
    path: '/v1/mcp/people',
    credential,
    answer: 'page',
    list: 'people',
  }),
];
