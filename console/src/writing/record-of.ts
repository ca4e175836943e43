import type { Write } from './state.ts';

const idsOf = (ids: unknown): readonly string[] => (Array.isArray(ids) ? ids : []);

/** Names the record of a change. The name of a new record is the key of the change. */
export function recordOf({
  operation,
  input,
  key,
}: Pick<Write, 'operation' | 'input' | 'key'>): string {
  if (operation.startsWith('create')) return key;
  const { action_item_id, memory_id, goal_id, person_id, conversation_id, suggestion_id } = input;
  const [merged] = idsOf(input['conversation_ids']);
  return String(
    action_item_id ??
      memory_id ??
      goal_id ??
      person_id ??
      conversation_id ??
      suggestion_id ??
      merged,
  );
}

/** Returns the records that no longer exist after a change. */
export function goneAfter(write: Pick<Write, 'operation' | 'input' | 'key' | 'edit'>): string[] {
  if (write.edit?.text === null) return [recordOf(write)];
  const { conversation_ids, other_person_id } = write.input;
  return [
    ...idsOf(conversation_ids).slice(1),
    ...(other_person_id ? [String(other_person_id)] : []),
  ];
}
