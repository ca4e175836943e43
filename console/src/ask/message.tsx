import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { LEADING_WORDS } from '../design/class-names.ts';
import { Markdown, emphasised } from '../design/text/markdown.tsx';
import type { Source } from './chat.ts';
import { sentencesOf } from '../reading/moments.ts';
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
        {isWriting && text === '' ? (
          <p className="processing italic">{m.thinking()}</p>
        ) : (
          <Markdown text={text} inline={(part) => cited(part, sources)} />
        )}
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
                <span className="whitespace-nowrap">{shortDate(source.created_at)}</span>
              </Link>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

const MAX_QUOTE = 300;

/** A number in brackets links to a source; a quotation links to the words that it quotes. */
function cited(text: string, sources: readonly Source[]): ReactNode {
  const parts = text.split(/(\[\d+\]|“[^”]+”)/);
  return parts.map((part, index) => {
    const before = parts.slice(0, index).join('');
    const number = /^\[(\d+)\]$/.exec(part)?.[1];
    const source = number
      ? sources[Number(number) - 1]
      : part.startsWith('“')
        ? quotedSource({ before, after: parts.slice(index + 1) }, sources)
        : undefined;
    // oxlint-disable-next-line react/no-array-index-key
    if (!source) return <Fragment key={index}>{emphasised(part)}</Fragment>;
    const said = number ? sentencesOf(before.trim()).at(-1)! : part.slice(1, -1);
    return (
      <Link
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        to="/conversations/$id"
        params={{ id: source.id }}
        search={{ said: said.slice(-MAX_QUOTE), play: true }}
        title={source.structured.title}
        className={number ? 'px-0.5 font-sans text-ember-ink' : LEADING_WORDS}
      >
        {number ? <sup>{number}</sup> : part}
      </Link>
    );
  });
}

/** The first line of an answer without a model: who said the words, and perhaps to which question. */
const FIRST_LINE = /^[^“”]{1,80}: (?:“[^”]*” [^“”]{1,80}: )?$/;

/**
 * Without a model, the name of the conversation stands before a quotation, or its number after it.
 * The first line comes from the first source.
 */
function quotedSource(
  { before, after }: { before: string; after: readonly string[] },
  sources: readonly Source[],
): Source | undefined {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const named = sources.find(
    ({ structured }) => structured.title && line.includes(structured.title),
  );
  const number = after.find((part) => /^\[\d+\]$/.test(part))?.slice(1, -1);
  return named ?? sources[FIRST_LINE.test(line) ? 0 : Number(number) - 1];
}
