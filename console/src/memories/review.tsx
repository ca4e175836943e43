import { Check, X } from 'lucide-react';
import type { Memory } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { useKeys } from '../shell/keys.ts';
import { useReview } from './memories.ts';

/** Shows the unconfirmed facts one at a time: y keeps a fact, n rejects it. */
export function Review({ facts }: { facts: readonly Memory[] }) {
  const review = useReview();
  const fact = facts[0];
  const decide = (value: boolean) => fact && review.mutate({ fact, value });
  useKeys({ y: () => decide(true), n: () => decide(false) });
  if (!fact) return null;
  return (
    <section aria-label={m.to_review()} className="my-6 grid gap-5 border-y border-hairline py-6">
      <p className="text-13 text-ink-2" role="status">
        {m.to_review_count({ count: facts.length })}
      </p>
      <p key={fact.id} dir="auto" className="entering min-h-16 font-serif text-22 text-balance">
        {fact.content}
      </p>
      <div className="flex gap-3">
        <Button look="primary" onClick={() => decide(true)} aria-keyshortcuts="y">
          <Check size={16} />
          {m.keep()}
        </Button>
        <Button onClick={() => decide(false)} aria-keyshortcuts="n">
          <X size={16} />
          {m.not_true()}
        </Button>
      </div>
    </section>
  );
}
