import { Link } from '@tanstack/react-router';
import type { Memory } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { shortDate } from '../time/time.ts';
import { isOwn } from './memories.ts';

/** What a fact of a list and a fact of its own page have. */
export type Told = Pick<
  Memory,
  | 'id'
  | 'content'
  | 'tags'
  | 'created_at'
  | 'manually_added'
  | 'source'
  | 'metadata'
  | 'conversation_id'
  | 'last_heard_at'
>;

/** Says from where a fact is known and since when, and leads to the conversation. */
export function Origin({ fact }: { fact: Told }) {
  const { tags, last_heard_at, created_at } = fact;
  const conversation = sourceOf(fact);
  const day = shortDate(last_heard_at ?? created_at);
  const text = sentenceOf(fact, day);
  return (
    <p className="flex flex-wrap gap-x-3 text-13 text-ink-2">
      {conversation ? (
        <Link
          to="/conversations/$id"
          params={{ id: conversation }}
          title={m.open_source()}
          className="decoration-hairline underline-offset-4 hover:text-ink hover:underline"
        >
          {text}
        </Link>
      ) : (
        text
      )}
      {tags.map((tag) => (
        <Link key={tag} to="/memories" search={{ tag }} className="hover:text-ink hover:underline">
          #{tag}
        </Link>
      ))}
    </p>
  );
}

function sentenceOf(fact: Told, day: string): string {
  if (isOwn(fact)) return m.fact_written({ day });
  if (!fact.manually_added) return m.fact_heard({ day });
  return fact.source ? m.fact_from({ source: fact.source, day }) : m.fact_added({ day });
}

/** Returns the conversation in which the fact was heard, or in which the user remembered it. */
function sourceOf({ conversation_id, metadata }: Told): string | null {
  const remembered = metadata?.['conversation_id'];
  return conversation_id ?? (typeof remembered === 'string' ? remembered : null);
}
