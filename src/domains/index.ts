/** The lists of everything: what is not here does not exist. */
import type { Route } from '../kit/route.ts';
import { accountRoutes } from './accounts/accounts.http.ts';
import { actionItemRoutes } from './action-items/action-items.http.ts';
import { conversationRoutes } from './conversations/conversations.http.ts';
import { ownConversationRoutes } from './conversations/own-conversations.http.ts';
import type { LiveWords } from './conversations/conversations.ts';
import { processConversation } from './conversations/lifecycle.ts';
import { keyRoutes } from './keys/keys.http.ts';
import { memoryRoutes } from './memories/memories.http.ts';

export function allRoutes(live: LiveWords): Route[] {
  return [
    ...accountRoutes,
    ...keyRoutes,
    ...memoryRoutes,
    ...actionItemRoutes,
    ...conversationRoutes,
    ...ownConversationRoutes(live),
  ];
}

export const allJobs = [processConversation];
