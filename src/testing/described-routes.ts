import { allRoutes } from '../domains/index.ts';
import type { RouteParts } from '../domains/index.ts';
import { uploadOperations } from '../domains/late-words/uploads.ts';
import type { Route } from '../kit/route.ts';

/** Returns all routes as data, without the parts that are needed only for running requests. */
export function describedRoutes(): Route[] {
  const nothing = {} as never;
  const uploads = uploadOperations({ catchUp: nothing, quotas: nothing });
  const parts: RouteParts = {
    live: nothing,
    webhooks: { endpoints: nothing } as never,
    push: nothing,
    connections: nothing,
    requests: nothing,
    chat: nothing,
    models: nothing,
    translator: nothing,
    audio: nothing,
    voices: nothing,
    embeddings: null,
    uploads,
    summariser: nothing,
    renewers: { writer: null, better: null },
    watch: nothing,
    accounts: nothing,
    sample: nothing,
    operator: nothing,
    importer: nothing,
    quotas: nothing,
  };
  return allRoutes(parts);
}
