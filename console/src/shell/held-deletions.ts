import { useCallback } from 'react';
import { notify } from '../design/notices.ts';
import { createStore, useStore } from '../design/store.ts';
import { toMessage } from '../service/problems.ts';
import { offerUndo } from '../writing/undo.ts';

/** The ids of records that the page hides, because they are about to be deleted. */
const hidden = createStore<ReadonlySet<string>>(new Set());
/** Makes the changes that wait until they can no longer be undone. */
const waiting = new Set<() => void>();

/** Returns a filter that omits the records that are about to be deleted. */
export function useNotDeleted(): (record: { id: string }) => boolean {
  const ids = useStore(hidden);
  return useCallback(({ id }) => !ids.has(id), [ids]);
}

function change(ids: readonly string[], isHidden: boolean): void {
  hidden.set((before) => {
    const after = new Set(before);
    for (const id of ids) {
      if (isHidden) after.add(id);
      else after.delete(id);
    }
    return after;
  });
}

/** Shows records whose deletion was refused, or given up. */
export const showAgain = (ids: readonly string[]) => change(ids, false);

/**
 * Hides records that a change removes, and makes the change after ten seconds unless the user undoes it. Closing the
 * page makes it immediately.
 */
export function holdRemoval(
  ids: readonly string[],
  {
    text,
    run,
    after,
  }: {
    text: string;
    /** A page that is closing sends only what it sends at once. */
    run: (isClosing: boolean) => Promise<unknown>;
    after?: () => unknown;
  },
): void {
  change(ids, true);
  let isClosing = false;
  const finish = offerUndo(
    text,
    () => {
      waiting.delete(close);
      change(ids, false);
    },
    () => {
      waiting.delete(close);
      run(isClosing)
        .then(() => after?.())
        .catch((error: unknown) => {
          change(ids, false);
          notify(toMessage(error), { tone: 'problem' });
        });
    },
  );
  const close = () => {
    isClosing = true;
    finish();
  };
  waiting.add(close);
}

addEventListener('pagehide', () => {
  for (const close of waiting) close();
});
