/** Deletions and merges of the user's records, which wait like other changes when the service does not answer. */
import { dropFromLists } from '../service/change.ts';
import { queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { holdRemoval } from '../shell/held-deletions.ts';
import { canSend } from './locks.ts';
import type { Operations } from '../../../client/src/index.ts';
import { goneAfter } from './record-of.ts';
import type { DeletionName, MergeName, StoredEdit } from './state.ts';
import { write, writeDeletion } from './writes.ts';

const KINDS = {
  task: ['deleteOwnActionItem', 'getOwnActionItem', 'action_item_id', 'description', 'tasks'],
  memory: ['deleteOwnMemory', 'getOwnMemory', 'memory_id', 'content', 'memories'],
  goal: ['deleteOwnGoal', 'getOwnGoal', 'goal_id', 'title', 'goals'],
  person: ['deleteOwnPerson', 'getOwnPerson', 'person_id', 'name', 'people'],
  conversation: [
    'deleteOwnConversation',
    'getOwnConversation',
    'conversation_id',
    'structured.title',
    'conversations',
  ],
} as const satisfies Record<
  string,
  readonly [DeletionName, StoredEdit['read'], string, string, string]
>;

/** A record with the text that the user sees. */
interface Seen {
  id: string;
  before: string;
}

/** Hides records at once, and deletes them unless the user undoes it. */
export function deleteRecords(
  kind: keyof typeof KINDS,
  records: readonly Seen[],
  text: string,
): void {
  const [operation, read, idField, path, list] = KINDS[kind];
  const deleteNow = service[operation] as (key: object) => Promise<unknown>;
  holdRemoval(
    records.map(({ id }) => id),
    {
      text,
      run: (isClosing) =>
        Promise.all(
          records.map(({ id, before }) => {
            const key = { [idField]: id };
            if (isClosing && canSend()) return deleteNow(key);
            const onWait = () => dropFromLists(id);
            return writeDeletion({ operation, read, key, path, before }, onWait);
          }),
        ),
      after: () => canSend() && queryClient.invalidateQueries({ queryKey: [list] }),
    },
  );
}

/** Hides the records that are merged into another one at once, and merges them unless the user undoes it. */
export function mergeRecords<N extends MergeName>(
  operation: N,
  input: Operations[N]['input'],
  { text, list }: { text: string; list: string },
): void {
  const gone = goneAfter({ operation, input: { ...input }, key: '' });
  const mergeNow = service[operation] as (given: object) => Promise<unknown>;
  holdRemoval(gone, {
    text,
    run: (isClosing) => {
      if (isClosing && canSend()) return mergeNow(input);
      const onWait = () => {
        for (const id of gone) dropFromLists(id);
      };
      return write(operation, input, { about: text, onWait });
    },
    after: () => canSend() && queryClient.invalidateQueries({ queryKey: [list] }),
  });
}
