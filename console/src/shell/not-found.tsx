import { Link } from '@tanstack/react-router';
import { buttonClass } from '../design/button.tsx';
import { EmptyState } from '../design/lists/empty-state.tsx';
import { Title } from '../design/title.tsx';
import * as m from '../paraglide/messages.js';

/** Stands in the place of a page inside the shell. */
export function NothingHere() {
  return (
    <>
      <Title>{m.not_found_title()}</Title>
      <h1 className="sr-only">{m.not_found_title()}</h1>
      <EmptyState title={m.not_found()}>
        <Link to="/" className={buttonClass()}>
          {m.to_start()}
        </Link>
      </EmptyState>
    </>
  );
}

/** The same as a page of its own. */
export const NotFound = () => (
  <main className="mx-auto max-w-[720px] px-4 sm:px-8">
    <NothingHere />
  </main>
);
