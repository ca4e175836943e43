/** The permissions of keys and grants. Sessions and jobs have all permissions of their user. */
export const DEVELOPER_SCOPES = [
  'conversations:read',
  'conversations:write',
  'memories:read',
  'memories:write',
  'action_items:read',
  'action_items:write',
  'goals:read',
  'goals:write',
  'webhooks:read',
  'webhooks:write',
] as const;

/** The scopes of MCP keys and OAuth grants. Assistants write scopes with a dot: `memories.read`. */
export const ASSISTANT_SCOPES = [
  'memories:read',
  'memories:write',
  'conversations:read',
  'conversations:write',
  'action_items:read',
  'action_items:write',
  'goals:read',
  'goals:write',
  'people:read',
  'chat:read',
] as const;

/** Returns whether a scope only reads. */
export const isReading = (scope: string): boolean => scope.endsWith(':read');

/** The scopes that assistants are told to ask for first. They ask for more when they need it. */
export const READING_SCOPES = ASSISTANT_SCOPES.filter(isReading);

/** The only scope of a device key: sending sound. */
export const DEVICE_SCOPES = ['listen'] as const;

export type AssistantScope = (typeof ASSISTANT_SCOPES)[number];
export type Scope =
  | (typeof DEVELOPER_SCOPES)[number]
  | AssistantScope
  | (typeof DEVICE_SCOPES)[number];

/** Writes a scope with a dot, as assistants do. */
export function dotted(scope: string): string {
  return scope.replace(':', '.');
}

/** Returns the scope with this name, written with a dot or a colon; null when there is none. */
export function assistantScope(word: string): AssistantScope | null {
  return ASSISTANT_SCOPES.find((scope) => scope === word || dotted(scope) === word) ?? null;
}
