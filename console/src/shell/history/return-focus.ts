import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

/** A page shows its rows when it has read them. */
const LONGEST_MS = 3_000;

const keyOf = ({ state }: ParsedLocation): string =>
  String((state as { __TSR_key?: string }).__TSR_key);

/** After Back, gives the focus to the link that had it when the user left the page. */
export function returnFocus(router: AnyRouter, stopped: AbortSignal): void {
  /** The addresses of the links, by the place in the history. */
  const left = new Map<string, string>();
  let waiting = new AbortController();
  const unsubscribe = [
    router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      waiting.abort();
      if (!fromLocation || !pathChanged) return;
      const address = document.activeElement?.closest('a')?.getAttribute('href');
      if (address) left.set(keyOf(fromLocation), address);
    }),
    router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
      const address = left.get(keyOf(toLocation));
      if (!fromLocation || !pathChanged || address === undefined) return;
      waiting = new AbortController();
      focusWhenShown(address, AbortSignal.any([waiting.signal, AbortSignal.timeout(LONGEST_MS)]));
    }),
  ];
  stopped.addEventListener('abort', () => {
    waiting.abort();
    for (const each of unsubscribe) each();
  });
}

/** Gives up when the user does something else. */
function focusWhenShown(address: string, stopped: AbortSignal): void {
  const find = () => document.querySelector<HTMLElement>(`#page a[href="${CSS.escape(address)}"]`);
  const focus = () => {
    const isFree = document.activeElement === document.body || document.activeElement === null;
    if (!stopped.aborted && isFree) find()?.focus({ preventScroll: true });
    if (find() || !isFree) observer.disconnect();
  };
  const observer = new MutationObserver(focus);
  observer.observe(document.body, { childList: true, subtree: true });
  stopped.addEventListener('abort', () => observer.disconnect());
  focus();
}
