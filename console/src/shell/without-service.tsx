import type { ReactNode } from 'react';
import { useStore } from '../design/store.ts';
import { isOnline } from '../service/session.ts';

/** Says, while the service does not answer, what a page cannot do without it. */
export function WithoutService({ children }: { children: ReactNode }) {
  if (useStore(isOnline)) return null;
  return (
    <p role="status" className="border-l-[3px] border-amber py-1 pl-4 text-14 text-balance">
      {children}
    </p>
  );
}
