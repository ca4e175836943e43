import { notify } from '../design/notices.ts';
import * as m from '../paraglide/messages.js';

const UNDO_MS = 10_000;

/** What can still be undone, the newest last. */
const undoable: (() => void)[] = [];

/**
 * For ten seconds, offers to undo what the user just did: by a notice, and by the key z. Without a text, only the key
 * offers it. Calls `end` when it can no longer be undone. Returns a function that ends it at once.
 */
export function offerUndo(text: string | null, undo: () => void, end?: () => void): () => void {
  const ended = new AbortController();
  const close = () => {
    clearTimeout(timer);
    undoable.splice(undoable.indexOf(take), 1);
    ended.abort();
  };
  const take = () => {
    if (ended.signal.aborted) return;
    close();
    undo();
  };
  const finish = () => {
    if (ended.signal.aborted) return;
    close();
    end?.();
  };
  const timer = setTimeout(finish, UNDO_MS);
  undoable.push(take);
  if (text !== null) {
    const action = { label: m.undo(), run: take, keys: 'z' };
    notify(text, { ms: 0, until: ended.signal, action });
  }
  return finish;
}

/** Undoes what the user did last. */
export const undoLast = (): void => undoable.at(-1)?.();
