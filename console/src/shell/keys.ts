import { useEffect } from 'react';

/** The maximum time between the two keys of a pair such as `g c`. */
const PAIR_MS = 1200;

/**
 * Runs actions by keys: `x`, `g c`, `mod+k`. Keys in a text field or an open dialog are ignored,
 * except for combinations with Control or Command.
 */
export function useKeys(actions: Record<string, (event: KeyboardEvent) => void>): void {
  useEffect(() => {
    let first: { key: string; at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isModified = event.ctrlKey || event.metaKey;
      if (!isModified && (isTyping(event.target) || isInDialog())) return;
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
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select')) return true;
  return target.matches('input:not([type=checkbox], [type=radio], [type=range])');
}

const isInDialog = () => document.querySelector('[role=dialog], [role=menu]') !== null;
