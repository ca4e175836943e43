import type { Write } from './state.ts';

/** Names the record of a change. The name of a new record is the key of the change. */
export function recordOf({
  operation,
  input,
  key,
}: Pick<Write, 'operation' | 'input' | 'key'>): string {
  if (operation.startsWith('create')) return key;
  const { action_item_id, memory_id, goal_id, person_id, conversation_id, suggestion_id } = input;
  return String(
    action_item_id ?? memory_id ?? goal_id ?? person_id ?? conversation_id ?? suggestion_id,
  );
}
