/** The permissions of keys and grants. Sessions and jobs may do everything their user may. */
export const DEVELOPER_SCOPES = [
  'conversations:read',
  'conversations:write',
  'memories:read',
  'memories:write',
  'action_items:read',
  'action_items:write',
  'goals:read',
  'goals:write',
] as const;

/** The scopes of MCP keys and OAuth grants. Assistants write them with a dot: `memories.read`. */
export const ASSISTANT_SCOPES = [
  'memories:read',
  'memories:write',
  'conversations:read',
  'action_items:read',
  'action_items:write',
  'goals:read',
  'people:read',
  'chat:read',
] as const;

export type AssistantScope = (typeof ASSISTANT_SCOPES)[number];
export type Scope = (typeof DEVELOPER_SCOPES)[number] | AssistantScope;

/** The scope as assistants write it. */
export function dotted(scope: string): string {
  return scope.replace(':', '.');
}

/** The scope that an assistant means, written either way; null when there is none of that name. */
export function assistantScope(word: string): AssistantScope | null {
  return ASSISTANT_SCOPES.find((scope) => scope === word || dotted(scope) === word) ?? null;
}
