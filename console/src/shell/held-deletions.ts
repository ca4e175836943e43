import { useCallback } from 'react';
import { UNDO_MS, notify } from '../design/notices.ts';
import { createStore, useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';

/** The ids of records that the page hides, because they are about to be deleted. */
const hidden = createStore<ReadonlySet<string>>(new Set());
const waiting = new Set<(isClosing: boolean) => void>();

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

/**
 * Hides records that are about to disappear, such as those that are merged into another one.
 * Returns a function that shows them again.
 */
export function hide(ids: readonly string[]): () => void {
  change(ids, true);
  return () => change(ids, false);
}

/** Shows records whose deletion was refused, or given up. */
export const showAgain = (ids: readonly string[]) => change(ids, false);

/**
 * Hides records at once, and deletes them after six seconds unless the user undoes it. Leaving the
 * page deletes them immediately.
 */
export function holdDeletion(
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
  const finish = (isClosing: boolean) => {
    clearTimeout(timer);
    if (!waiting.delete(finish)) return;
    run(isClosing)
      .then(() => after?.())
      .catch((error: unknown) => {
        change(ids, false);
        notify(toMessage(error), { tone: 'problem' });
      });
  };
  const timer = setTimeout(() => finish(false), UNDO_MS);
  waiting.add(finish);
  notify(text, {
    ms: UNDO_MS,
    action: {
      label: m.undo(),
      run: () => {
        clearTimeout(timer);
        if (waiting.delete(finish)) change(ids, false);
      },
    },
  });
}

addEventListener('pagehide', () => {
  for (const finish of waiting) finish(true);
});
