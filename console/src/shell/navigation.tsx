import { Link } from '@tanstack/react-router';
import { Ellipsis, Search } from 'lucide-react';
import * as m from '../paraglide/messages.js';
import { PLACES } from './places.ts';
import type { Place } from './places.ts';
import { showPalette } from './shown.ts';

/** The navigation: a rail at the left edge, with words on a wide screen, or a bar at the lower edge on a phone. */
export function Navigation({ pathname }: { pathname: string }) {
  return (
    <nav aria-label={m.main_navigation()}>
      <div className={RAIL}>
        <Link
          to="/"
          onClick={closeRail}
          className="mx-3 mb-6 flex h-10 flex-none items-center gap-3 px-2.5 font-serif text-18 font-semibold"
        >
          <Mark />
          <span className={LABEL}>Commonplace</span>
        </Link>
        <button
          type="button"
          onClick={() => {
            closeRail();
            showPalette();
          }}
          aria-keyshortcuts="/"
          className={RAIL_LINK}
        >
          <Search size={20} strokeWidth={1.6} className="flex-none" aria-hidden="true" />
          <span className={LABEL}>{m.search()}</span>
        </button>
        {PLACES.map((place) => (
          <RailLink key={place.to} place={place} pathname={pathname} />
        ))}
      </div>
      <div className={BAR}>
        {PLACES.filter(({ inBar }) => inBar).map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} className={BAR_LINK}>
            <Icon size={20} strokeWidth={1.6} aria-hidden="true" />
            {label()}
          </Link>
        ))}
        <button type="button" onClick={showPalette} className={BAR_LINK}>
          <Ellipsis size={20} strokeWidth={1.6} aria-hidden="true" />
          {m.more()}
        </button>
      </div>
    </nav>
  );
}

/** The rail is open while it has the focus, so the focus goes to the page. */
const closeRail = () => document.getElementById('page')?.focus({ preventScroll: true });

const RAIL =
  'group/rail fixed inset-y-0 left-0 z-20 hidden w-16 flex-col overflow-hidden border-r border-hairline ' +
  'bg-paper py-4 transition-[width] duration-200 ease-calm sm:flex ' +
  'focus-within:w-[216px] hover:w-[216px] hover:shadow-floating lg:w-[216px] lg:hover:shadow-none';
const RAIL_LINK =
  'mx-3 mb-1 flex h-10 flex-none items-center gap-3 rounded-control px-2.5 text-14 text-ink-2 ' +
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink';
const BAR =
  'fixed inset-x-0 bottom-0 z-20 flex h-14 justify-around border-t border-hairline bg-paper ' +
  'pb-[env(safe-area-inset-bottom)] sm:hidden';
const BAR_LINK =
  'grid flex-1 content-center justify-items-center gap-0.5 text-[10px] whitespace-nowrap text-ink-2 ' +
  'aria-[current=page]:text-ink';
const LABEL =
  'opacity-0 transition-opacity duration-200 group-focus-within/rail:opacity-100 ' +
  'group-hover/rail:opacity-100 lg:opacity-100';

function RailLink({
  place: { to, label, icon: Icon, keys },
  pathname,
}: {
  place: Place;
  pathname: string;
}) {
  // The page of the installation is reached from the settings.
  const isInside = to === '/settings' && pathname === '/operator';
  return (
    <Link
      to={to}
      onClick={closeRail}
      aria-keyshortcuts={keys}
      aria-current={isInside ? 'page' : undefined}
      className={RAIL_LINK}
    >
      <Icon size={20} strokeWidth={1.6} className="flex-none" aria-hidden="true" />
      <span className={`whitespace-nowrap ${LABEL}`}>{label()}</span>
    </Link>
  );
}

/** The logo: lines of a notebook, with a dot for listening. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" className="size-5 flex-none" fill="none" aria-hidden="true">
      <path
        d="M4 2v16M8.5 5H18M8.5 10H18M8.5 15H14"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
      <circle cx="4" cy="13" r="2.4" fill="var(--ember)" />
    </svg>
  );
}
