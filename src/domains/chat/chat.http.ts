import { route } from '../../kit/route.ts';
import type { Route } from '../../kit/route.ts';
import type { Answerer } from '../../engines/answering/answerer.ts';
import { askOperation } from './ask.ts';

export function chatRoutes(answerer: Answerer): Route[] {
  const credential = 'developer_key';
  return [route(askOperation(answerer), { method: 'POST', path: '/v1/dev/user/ask', credential })];
}
