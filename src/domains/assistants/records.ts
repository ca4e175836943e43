import type { Scope } from '../../core/scopes.ts';

/** The records that assistants search and fetch, with the scopes that they need. */
export const ASSISTANT_KINDS = ['memory', 'conversation', 'action_item', 'person'] as const;
export type AssistantKind = (typeof ASSISTANT_KINDS)[number];
export const SCOPES: Record<AssistantKind, Scope> = {
  memory: 'memories:read',
  conversation: 'conversations:read',
  action_item: 'action_items:read',
  person: 'people:read',
};

/** Returns the id of a record as assistants write it, with the place at which to begin to read. */
export function recordId(
  kind: AssistantKind,
  id: string,
  place: number | string | null = null,
): string {
  return `${kind}:${id}${place === null || place === 0 ? '' : `#${place}`}`;
}

/** Returns the address of the record in the console, for its signed-in owner. */
export function consoleUrlOf(
  site: string,
  kind: AssistantKind,
  id: string,
  second: number | null = null,
): string {
  const paths: Record<AssistantKind, string> = {
    memory: `memories/${id}`,
    conversation: `conversations/${id}${second === null ? '' : `?at=${Math.floor(second)}`}`,
    action_item: `tasks/${id}`,
    person: `people/${id}`,
  };
  return `${site}/${paths[kind]}`;
}
