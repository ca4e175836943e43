import { allRoutes } from '../domains/index.ts';
import type { RouteParts } from '../domains/index.ts';
import { uploadOperations } from '../domains/late-words/uploads.ts';
import type { Route } from '../kit/route.ts';

/**
 * All routes as data. Describing routes does not need the parts behind them, which are left out.
 */
export function describedRoutes(): Route[] {
  const nothing = {} as never;
  const uploads = uploadOperations({ catchUp: nothing });
  const parts: RouteParts = {
    live: nothing,
    webhooks: nothing,
    chat: nothing,
    models: nothing,
    translator: nothing,
    audio: nothing,
    voices: nothing,
    embeddings: null,
    uploads,
    summariser: nothing,
  };
  return allRoutes(parts);
}
