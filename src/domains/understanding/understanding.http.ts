import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import { renewalRoutes } from './renewal/renewal.ts';
import type { Renewers } from './renewal/renewal.ts';
import { reprocessConversation, retryConversation } from './reprocessing.ts';
import { getSummaries } from './summaries.ts';
import type { SummariseOperation } from './summaries.ts';

const programs = '/v1/dev/user/conversations/{conversation_id}';
const own = '/v1/conversations/{conversation_id}';
const developer = { credential: 'developer_key' } as const;
const session = { credential: 'session' } as const;

export const understandingRoutes = (summarise: SummariseOperation, renewers: Renewers): Route[] => [
  ...renewalRoutes(renewers),
  route(retryConversation, { method: 'POST', path: `${programs}/retry`, ...developer }),
  route(getSummaries, { method: 'GET', path: `${programs}/summaries`, ...developer }),
  route(summarise, { method: 'POST', path: `${programs}/summaries`, ...developer }),
  route(getSummaries, { method: 'GET', path: `${own}/summaries`, ...session }),
  route(summarise, { method: 'POST', path: `${own}/summaries`, ...session }),
  route(reprocessConversation, {
    method: 'POST',
    path: `${own}/reprocess`,
    ...session,
    query: ['language_code', 'app_id'],
  }),
];
