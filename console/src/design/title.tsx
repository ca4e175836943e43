import { useLayoutEffect } from 'react';

const NAME = 'Commonplace';

/** Names the page in the tab and the history of the browser. */
export function Title({ children }: { children: string }) {
  useLayoutEffect(() => {
    document.title = `${children} – ${NAME}`;
    return () => void (document.title = NAME);
  }, [children]);
  return null;
}
