import { Outlet } from '@tanstack/react-router';
import { Suspense, lazy } from 'react';
import { waitingNotices } from '../design/notices.ts';
import { useStore } from '../design/store.ts';
import { arriving } from '../service/arriving.ts';
import { sessionEnded } from '../service/session.ts';

const NoticeHost = lazy(() => arriving(() => import('../design/notice-host.tsx')));
const SessionSheet = lazy(() => arriving(() => import('./session-sheet.tsx')));

let hasNotices = false;

/** Rendered above every page: notices, and the sign-in dialog after the session has ended. */
export function Root() {
  const ended = useStore(sessionEnded);
  const waiting = useStore(waitingNotices);
  hasNotices ||= waiting.length > 0;
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        {ended && <SessionSheet />}
        {hasNotices && <NoticeHost />}
      </Suspense>
    </>
  );
}
