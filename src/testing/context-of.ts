import type { Context } from '../kit/context.ts';
import type { AssistantScope } from '../core/scopes.ts';
import type { TestService } from './start-service.ts';

/**
 * Returns a context for the owner's assistant with these scopes, so that tests can call operations
 * without a route.
 */
export function contextOf(
  { service, owner }: TestService,
  scopes: readonly AssistantScope[],
): Context {
  const actor = { kind: 'mcp_key', user_id: owner.id, key_id: 'test', scopes } as const;
  return { ...service.parts, actor, ip: null };
}
