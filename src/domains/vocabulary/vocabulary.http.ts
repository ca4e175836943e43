import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { getVocabulary, replaceVocabulary } from './words.ts';

const doors = [
  { path: '/v1/dev/user/vocabulary', credential: 'developer_key' },
  { path: '/v1/users/me/vocabulary', credential: 'session' },
] as const;

/** Programs and the user's own apps use the same routes. */
export const vocabularyRoutes: Route[] = doors.flatMap((door) => [
  route(getVocabulary, { method: 'GET', ...door }),
  route(replaceVocabulary, { method: 'PUT', ...door }),
]);
