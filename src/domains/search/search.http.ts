import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { Embeddings } from './embeddings.ts';
import { searchIndexOperation } from './search-index.ts';

export function searchRoutes(embeddings: Embeddings | null): Route[] {
  return [
    route(searchIndexOperation(embeddings), {
      method: 'GET',
      path: '/v1/search/index',
      credential: 'session',
    }),
  ];
}
