import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import type { Memory } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { nameForReader } from '../people/you.ts';
import { service } from '../service/service.ts';
import { useKeys } from '../shell/keys.ts';
import { now } from '../time/clock.ts';
import { shortDate } from '../time/time.ts';
import { useClosing, useReview } from './memories.ts';

/**
 * Shows a fact of the user beside the words of a conversation against it: y keeps the fact, n closes
 * it at the time of the words.
 */
export function Doubt({ fact }: { fact: Pick<Memory, 'id' | 'content'> }) {
  const { data: words } = useQuery({
    queryKey: ['memories', 'doubt', fact.id],
    queryFn: () => wordsAgainst(fact.id),
  });
  const review = useReview();
  const closing = useClosing();
  const keep = () => review.mutate({ fact, value: true });
  const close = () => closing.mutate({ id: fact.id, until: words?.at ?? now().toISOString() });
  useKeys({ y: keep, n: close });
  return (
    <section aria-label={m.to_review()} className="my-6 grid gap-5 border-y border-hairline py-6">
      <p className="text-13 text-ink-2" role="status">
        {m.memory_doubted()}
      </p>
      <p key={fact.id} className="entering font-serif text-22 text-balance wrap-anywhere">
        {fact.content}
      </p>
      {words && <Words {...words} />}
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={keep} aria-keyshortcuts="y">
          <Check size={16} />
          {m.memory_still_true()}
        </Button>
        <Button onClick={close} aria-keyshortcuts="n">
          <X size={16} />
          {m.memory_close()}
        </Button>
      </div>
    </section>
  );
}

type Against = NonNullable<Awaited<ReturnType<typeof wordsAgainst>>>;

function Words({ at, segments }: Against) {
  return segments.map(({ id, conversation_id, second, text, speaker_name }) => (
    <blockquote key={id} className="grid gap-1 border-l-[3px] border-ember pl-4">
      <p dir="auto" className="font-serif text-18 wrap-anywhere">
        “{text}”
      </p>
      <footer className="text-13 text-ink-2">
        {speaker_name && `${nameForReader(speaker_name)}, `}
        <Link
          to="/conversations/$id"
          params={{ id: conversation_id }}
          search={{ at: second }}
          className="underline underline-offset-4"
        >
          {shortDate(at)}
        </Link>
      </footer>
    </blockquote>
  ));
}

/** Returns the newest words against the fact; null when the service knows none any more. */
async function wordsAgainst(id: string) {
  const { items } = await service.explainOwn({ id });
  return items[0]?.changes.findLast(({ kind }) => kind === 'contradicted') ?? null;
}
