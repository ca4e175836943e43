import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { dropSuggestion, keepSuggestion, listSuggestions } from './suggestions.ts';

const path = '/v1/users/me/suggestions';
const one = `${path}/{suggestion_id}`;
const credential = 'session';

export const suggestionRoutes: Route[] = [
  route(listSuggestions, { method: 'GET', path, credential }),
  route(keepSuggestion, { method: 'POST', path: `${one}/keep`, credential }),
  route(dropSuggestion, { method: 'POST', path: `${one}/drop`, credential, status: 204 }),
];
