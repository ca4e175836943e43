import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { addNote } from './notes.ts';

export const hearingRoutes: Route[] = [
  route(addNote, {
    method: 'POST',
    path: '/v1/conversations/{conversation_id}/notes',
    credential: 'session',
  }),
];
