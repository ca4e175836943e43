import { useQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { Button } from '../design/button.tsx';
import { useStore } from '../design/store.ts';
import * as m from '../paraglide/messages.js';
import { useNotDeleted } from '../shell/held-deletions.ts';
import { useKeys } from '../shell/keys.ts';
import { REVIEWED_AT_ONCE, decided, unreviewedQuery, useReview } from './memories.ts';
import type { Shelf } from './memories.ts';
import { Origin } from './origin.tsx';

/** Shows the unconfirmed facts one at a time: y keeps a fact, n rejects it. */
export function Review({ shelf }: { shelf: Shelf }) {
  const { data = [] } = useQuery(unreviewedQuery(shelf));
  const settled = useStore(decided);
  const isNotDeleted = useNotDeleted();
  const review = useReview();
  const facts = data.filter(
    (each) => !each.reviewed && !settled.has(each.id) && isNotDeleted(each),
  );
  const fact = facts[0];
  const decide = (value: boolean) => fact && review.mutate({ fact, value });
  useKeys({ y: () => decide(true), n: () => decide(false) });
  if (!fact) return null;
  const count = facts.length;
  return (
    <section aria-label={m.to_review()} className="my-6 grid gap-5 border-y border-hairline py-6">
      <p className="text-13 text-ink-2" role="status">
        {data.length < REVIEWED_AT_ONCE
          ? m.to_review_count({ count })
          : m.to_review_many({ count })}
      </p>
      <div className="grid gap-2">
        <p key={fact.id} className="entering min-h-16 font-serif text-22 text-balance" dir="auto">
          {fact.content}
        </p>
        <Origin fact={fact} />
      </div>
      <div className="flex gap-3">
        <Button look="primary" onClick={() => decide(true)} aria-keyshortcuts="y">
          <Check size={16} />
          {m.keep()}
          <Key>y</Key>
        </Button>
        <Button onClick={() => decide(false)} aria-keyshortcuts="n">
          <X size={16} />
          {m.not_true()}
          <Key>n</Key>
        </Button>
      </div>
    </section>
  );
}

/** Shows the key of a button where there is a keyboard. */
function Key({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden="true"
      className="hidden rounded-[3px] border border-current px-1 font-sans text-13 leading-4 opacity-60 pointer-fine:inline"
    >
      {children}
    </kbd>
  );
}
