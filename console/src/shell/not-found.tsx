import { Link } from '@tanstack/react-router';
import { buttonClass } from '../design/button.tsx';
import { EmptyState } from '../design/states.tsx';
import * as m from '../paraglide/messages.js';

export function NotFound() {
  return (
    <main className="mx-auto max-w-[720px] px-4 sm:px-8">
      <title>{`${m.not_found_title()} – Commonplace`}</title>
      <h1 className="sr-only">{m.not_found_title()}</h1>
      <EmptyState title={m.not_found()}>
        <Link to="/" className={buttonClass()}>
          {m.to_start()}
        </Link>
      </EmptyState>
    </main>
  );
}
