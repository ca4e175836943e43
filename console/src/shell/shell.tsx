import { Outlet, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, lazy, useEffect } from 'react';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { arriving } from '../service/arriving.ts';
import { copyFrom, isOnline } from '../service/session.ts';
import { talk } from '../talk/state.ts';
import { waiting } from '../writing/state.ts';
import { onKeys } from './keys.ts';
import { Navigation } from './navigation.tsx';
import { PLACES } from './places.ts';
import { keysShown, paletteShown, showPalette } from './shown.ts';

/** The page is loaded first. */
const PRELOAD_MS = 300;

const KeysSheet = lazy(() => arriving(() => import('./keys-sheet.tsx')));

const loadPalette = () => arriving(() => import('../search/palette.tsx'));
const Palette = lazy(loadPalette);
const Foot = lazy(async () => ({ default: (await loadBackground()).Foot }));
const TalkBar = lazy(() => arriving(() => import('../talk/bar.tsx')));

/** The palette is loaded in advance, so that its key responds at once. */
function usePalette(): void {
  useEffect(() => {
    const timer = setTimeout(() => loadPalette().catch(() => {}), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** Below the page, not above it, so that it never covers the end of the page. */
const FOOT =
  'sticky bottom-14 z-30 border-t border-hairline bg-sunken px-4 py-2 text-center text-13 sm:bottom-0';

/** Moves the focus to another row of the page. */
function stepRows(by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  rows[Math.max(0, rows.indexOf(document.activeElement as HTMLElement) + by)]?.focus();
}

/** The frame of every page for a signed-in user. */
export function Shell() {
  useBackground();
  usePalette();
  const navigate = useNavigate();
  const online = useStore(isOnline);
  const isOld = useStore(copyFrom) !== null;
  const { count, problems } = useStore(waiting);
  const isWaiting = count + problems.length > 0;
  const showsKeys = useStore(keysShown);
  const showsPalette = useStore(paletteShown);
  const isTalking = useStore(talk) !== null;
  const { pathname } = useLocation();
  const keys = {
    '?': () => keysShown.set(true),
    '/': showPalette,
    'mod+k': showPalette,
    j: () => stepRows(1),
    k: () => stepRows(-1),
    ...Object.fromEntries(PLACES.map(({ keys, to }) => [keys, () => void navigate({ to })])),
  };
  useEffect(() => onKeys(keys, window));
  return (
    <div className="sm:pl-16 lg:pl-[216px]">
      <a
        href="#page"
        className="floating fixed top-2 left-2 z-50 px-3 py-2 text-14 opacity-0 not-focus:pointer-events-none focus:opacity-100"
      >
        {m.skip_to_page()}
      </a>
      <Navigation pathname={pathname} />
      <main
        id="page"
        tabIndex={-1}
        className="mx-auto min-h-dvh max-w-[720px] px-4 pt-4 pb-28 outline-none sm:px-8 sm:pt-8 sm:pb-16 has-[[data-wide]]:max-w-[1180px]"
      >
        <Outlet />
      </main>
      {(!online || isOld || isWaiting) && (
        <div className={FOOT}>
          <Suspense fallback={null}>
            <Foot />
          </Suspense>
        </div>
      )}
      <Suspense fallback={null}>
        {showsKeys && <KeysSheet onClose={() => keysShown.set(false)} />}
        {isTalking && pathname !== '/talk' && <TalkBar />}
        {showsPalette && <Palette onClose={() => paletteShown.set(false)} />}
      </Suspense>
    </div>
  );
}

const loadBackground = () => arriving(() => import('./background.ts'));

function useBackground(): void {
  const router = useRouter();
  useEffect(() => {
    const stopped = new AbortController();
    void loadBackground().then(({ startBackground }) => startBackground(stopped.signal, router));
    return () => stopped.abort();
  }, [router]);
}
