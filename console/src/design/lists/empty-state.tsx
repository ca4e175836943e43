import type { ReactNode } from 'react';

/** An empty state: a drawing, a sentence and an action. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid justify-items-start gap-4 py-16">
      <svg viewBox="0 0 120 24" className="w-28 text-ink-2" fill="none" aria-hidden="true">
        <path
          d="M2 14c8-9 15-9 19-1s10 6 15-1 10-7 13 0 9 8 15 1 11-8 15-2 8 6 13 1 12-5 26-1"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
        />
      </svg>
      <p className="max-w-[44ch] font-serif text-18 text-balance">{title}</p>
      {children}
    </div>
  );
}
