import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import * as m from '../paraglide/messages.js';
import { SECTIONS } from './sections.ts';

const LINK =
  'flex min-h-9 flex-none items-center rounded-control px-3 text-14 whitespace-nowrap text-ink-2 ' +
  'hover:bg-sunken hover:text-ink aria-[current=page]:bg-sunken aria-[current=page]:text-ink';

/** The sections of the settings: at the side, or above on a phone. */
export default function SettingsLayout() {
  const { pathname } = useLocation();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const current = tabs.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (current) tabs.current!.scrollLeft = current.offsetLeft - current.parentElement!.offsetLeft;
  }, [pathname]);
  return (
    <div data-wide className="mx-auto max-w-[920px]">
      <h1 className="mb-6 font-serif text-28 font-semibold">{m.settings()}</h1>
      <div className="grid gap-8 lg:grid-cols-[180px_1fr] lg:gap-14">
        <nav
          ref={tabs}
          aria-label={m.settings()}
          className="-mx-4 flex gap-1 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:-ml-3 lg:grid lg:content-start lg:px-0"
        >
          {SECTIONS.map(({ to, label }) => (
            <Link key={to} to={to} activeOptions={{ exact: true }} className={LINK}>
              {label()}
            </Link>
          ))}
        </nav>
        <div className="grid min-w-0 content-start gap-10">
          <Outlet />
        </div>
      </div>
    </div>
  );
}
