import * as m from '../paraglide/messages.js';
import { toMessage } from '../service/problems.ts';
import { Button } from './button.tsx';

/** Shows an error as a sentence, with a button to try again. */
export function ErrorState({ error, retry }: { error: unknown; retry?: (() => void) | undefined }) {
  return (
    <div role="alert" className="grid justify-items-start gap-4 py-12">
      <p className="max-w-[52ch] font-serif text-18">{toMessage(error)}</p>
      {retry && <Button onClick={retry}>{m.try_again()}</Button>}
    </div>
  );
}

/** Shows that the answer to a query is being loaded, or why it could not be loaded. */
export function Unready({
  query: { error, refetch },
  lines = 2,
}: {
  query: { error: unknown; refetch: () => unknown };
  lines?: number;
}) {
  return error ? (
    <ErrorState error={error} retry={() => void refetch()} />
  ) : (
    <Skeleton lines={lines} />
  );
}

const WIDTHS = ['w-3/5', 'w-full', 'w-11/12', 'w-2/5'];

/** Placeholder lines for a text that is being loaded. The lines appear after 150 ms. */
export function Skeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div role="status" aria-label={m.loading()} className="grid gap-3 py-6">
      {Array.from({ length: lines }, (_, index) => (
        <div key={index} className={`skeleton h-4 ${WIDTHS[index % WIDTHS.length]}`} />
      ))}
    </div>
  );
}
