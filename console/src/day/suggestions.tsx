import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Suggestion } from '../../../client/src/index.ts';
import { Button } from '../design/button.tsx';
import * as m from '../paraglide/messages.js';
import { getLocale } from '../paraglide/runtime.js';
import { meQuery, queryClient } from '../service/queries.ts';
import { service } from '../service/service.ts';
import { holdRemoval, useNotDeleted } from '../shell/held-deletions.ts';
import { dateAndTime } from '../time/time.ts';
import { canSend } from '../writing/locks.ts';
import { write } from '../writing/writes.ts';

const MAX_SHOWN = 3;

/** What conversations may have said, the newest first. */
const suggestionsQuery = queryOptions({
  queryKey: ['days', 'suggestions'],
  queryFn: async () => (await service.listSuggestions({})).suggestions,
});

/** Asks the user about what was read with too little certainty. */
export function Suggestions() {
  const { data = [] } = useQuery(suggestionsQuery);
  const isNotDeleted = useNotDeleted();
  const section = useRef<HTMLElement>(null);
  const open = data.filter(isNotDeleted);
  if (open.length === 0) return null;
  const decide = (one: Suggestion, isKept: boolean) => {
    decideLater(one, isKept);
    // The buttons of the question disappear, so the keyboard goes on from the block.
    section.current?.focus();
  };
  return (
    <section ref={section} tabIndex={-1} aria-label={m.did_you()} className="outline-none">
      <h2 className="mb-2 font-serif text-16 font-semibold">{m.did_you()}</h2>
      <ul className="grid gap-4 text-14">
        {open.slice(0, MAX_SHOWN).map((one) => (
          <Question key={one.id} asked={one} decide={decide} />
        ))}
      </ul>
      {open.length > MAX_SHOWN && (
        <p className="mt-3 text-13 text-ink-2">
          {m.more_questions({ count: open.length - MAX_SHOWN })}
        </p>
      )}
    </section>
  );
}

function Question({
  asked,
  decide,
}: {
  asked: Suggestion;
  decide: (asked: Suggestion, isKept: boolean) => void;
}) {
  const { data: me } = useQuery(meQuery);
  const isEnglish = getLocale() === 'en' && (me?.language ?? 'en') === 'en';
  const label = `suggestion-${asked.id}`;
  return (
    <li className="entering grid gap-2">
      <p id={label}>
        <Link
          to="/conversations/$id"
          params={{ id: asked.conversation_id }}
          className="wrap-anywhere decoration-hairline underline-offset-4 hover:underline"
        >
          {questionOf(asked, isEnglish)}
        </Link>
        {asked.at && <span className="block text-13 text-ink-2">{dateAndTime(asked.at)}</span>}
      </p>
      <div className="flex gap-2">
        <Button aria-describedby={label} onClick={() => decide(asked, true)}>
          {m.keep()}
        </Button>
        <Button look="plain" aria-describedby={label} onClick={() => decide(asked, false)}>
          {m.drop()}
        </Button>
      </div>
    </li>
  );
}

/** An English task is an instruction, which a question can continue: "Ring the plumber". */
function questionOf({ kind, text }: Suggestion, isEnglish: boolean): string {
  if (kind === 'event') return m.is_this_on({ what: text });
  if (kind === 'memory') return m.is_this_true({ what: text });
  return isEnglish && /^\p{Lu}\p{Ll}+ [^:]+$/u.test(text)
    ? m.did_you_promise_to({ what: text.charAt(0).toLowerCase() + text.slice(1) })
    : m.did_you_promise({ what: text });
}

/** The user can undo an answer until it is sent. */
function decideLater({ id: suggestion_id, text }: Suggestion, isKept: boolean): void {
  const operation = isKept ? 'keepSuggestion' : 'dropSuggestion';
  holdRemoval([suggestion_id], {
    text: isKept ? m.suggestion_kept() : m.suggestion_dropped(),
    run: () => write(operation, { suggestion_id }, { about: text }),
    after: () => {
      if (!canSend()) return undefined;
      const keys = isKept ? ['days', 'tasks', 'memories', 'conversation'] : ['days'];
      return Promise.all(keys.map((key) => queryClient.invalidateQueries({ queryKey: [key] })));
    },
  });
}
