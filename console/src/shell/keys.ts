import { useEffect } from 'react';

/** The maximum time between the two keys of a pair such as `g c`. */
const PAIR_MS = 1200;

type Actions = Record<string, (event: KeyboardEvent) => void>;

/**
 * Runs actions by keys: `x`, `g c`, `mod+k`. Keys in a text field or an open dialog are ignored,
 * except for combinations with Control or Command.
 */
export function useKeys(actions: Actions): void {
  useEffect(() => onKeys(actions, document));
}

/**
 * Listens to the keys until the returned function is called. A key of a page, at the document, comes before one of
 * the frame, at the window.
 */
export function onKeys(actions: Actions, place: Document | Window): () => void {
  let first: { key: string; at: number } | null = null;
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    const isModified = event.ctrlKey || event.metaKey;
    // A field undoes what was typed into it.
    const isOfField = !isModified || event.key === 'z';
    if (isOfField && (isTyping(event.target) || isInDialog())) return;
    const key = isModified ? `mod+${event.key.toLowerCase()}` : event.key;
    const isSecond = first && event.timeStamp - first.at < PAIR_MS;
    const action = (isSecond && actions[`${first!.key} ${key}`]) || actions[key];
    first = Object.keys(actions).some((name) => name.startsWith(`${key} `))
      ? { key, at: event.timeStamp }
      : null;
    if (!action) return;
    event.preventDefault();
    action(event);
  };
  const listener = onKey as EventListener;
  place.addEventListener('keydown', listener);
  return () => place.removeEventListener('keydown', listener);
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target.matches('input:not([type=checkbox], [type=radio], [type=range])');
}

/** A notice has the role of a dialog, too, but the page goes on below it. */
const isInDialog = () =>
  document.querySelector(':is([role=dialog], [role=menu]):not([data-notices] *)') !== null;
