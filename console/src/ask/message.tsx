import { Link } from '@tanstack/react-router';
import type { Source } from './chat.ts';
import { shortDate } from '../time/time.ts';
import * as m from '../paraglide/messages.js';

/** The user's message on the right, and the answer below it. */
export function Question({ text }: { text: string }) {
  return (
    <p className="ml-auto w-fit max-w-[52ch] rounded-sheet bg-sunken px-4 py-2.5 whitespace-pre-wrap">
      {text}
    </p>
  );
}

export function Answer({
  text,
  sources = [],
  isWriting = false,
}: {
  text: string;
  sources?: readonly Source[];
  isWriting?: boolean;
}) {
  return (
    <div className="grid gap-3">
      <div className="grid max-w-[68ch] gap-3 font-serif text-18 leading-[1.6]" dir="auto">
        {text.split(/\n{2,}/).map((paragraph, index) => (
          // Paragraphs only grow at the end, so their number identifies them.
          // oxlint-disable-next-line react/no-array-index-key
          <p key={index} className="whitespace-pre-wrap">
            <Cited text={paragraph} sources={sources} />
            {isWriting && text === '' && <span className="processing italic">{m.thinking()}</span>}
          </p>
        ))}
      </div>
      {sources.length > 0 && (
        <ol aria-label={m.sources()} className="grid gap-1 text-14">
          {sources.map((source, index) => (
            <li key={source.id}>
              <Link
                to="/conversations/$id"
                params={{ id: source.id }}
                className="group inline-flex gap-2 text-ink-2 hover:text-ink"
              >
                <span className="tabular-nums">{index + 1}</span>
                <span className="underline decoration-hairline underline-offset-4 group-hover:decoration-ember">
                  {source.structured.emoji} {source.structured.title || m.conversation()}
                </span>
                <span>{shortDate(source.created_at)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Numbers in brackets refer to the sources. */
function Cited({ text, sources }: { text: string; sources: readonly Source[] }) {
  return text.split(/(\[\d+\])/).map((part, index) => {
    const number = /^\[(\d+)\]$/.exec(part)?.[1];
    const source = number ? sources[Number(number) - 1] : undefined;
    if (!source) return part;
    return (
      // oxlint-disable-next-line react/no-array-index-key
      <sup key={index}>
        <Link
          to="/conversations/$id"
          params={{ id: source.id }}
          title={source.structured.title}
          className="px-0.5 font-sans text-ember-ink"
        >
          {number}
        </Link>
      </sup>
    );
  });
}
