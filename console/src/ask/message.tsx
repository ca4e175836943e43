import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import type { ReactNode } from 'react';
import { LEADING_WORDS } from '../design/class-names.ts';
import { Markdown, emphasised } from '../design/text/markdown.tsx';
import type { ChatMessage } from '../../../client/src/index.ts';
import { MARK, withMarks } from './citations.ts';
import type { Reference, Source } from './citations.ts';
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

interface Cited {
  sources: readonly Source[];
  parts: ChatMessage['parts'];
}

export function Answer({
  text,
  sources = [],
  parts = [],
  isWriting = false,
}: Partial<Cited> & {
  text: string;
  isWriting?: boolean;
}) {
  const marked = withMarks(parts, sources);
  const answer = { sources, parts, references: marked.references };
  return (
    <div className="grid gap-3">
      <div className="grid max-w-[68ch] gap-3 font-serif text-18 leading-[1.6]" dir="auto">
        {isWriting && text === '' ? (
          <p className="processing italic">{m.thinking()}</p>
        ) : (
          <Markdown text={marked.text || text} inline={(words) => cited(words, answer)} />
        )}
      </div>
      <Sources sources={sources} references={marked.references} parts={parts} />
    </div>
  );
}

/** The conversations that an answer uses, then the memories and tasks that it cites. */
function Sources({
  sources,
  references,
  parts,
}: Cited & {
  references: readonly Reference[];
}) {
  const others = new Map(
    references.flatMap((each) => (each.number > sources.length ? [[each.number, each]] : [])),
  );
  if (sources.length + others.size === 0) return null;
  const look = 'group inline-flex gap-2 text-ink-2 hover:text-ink';
  const named = 'underline decoration-hairline underline-offset-4 group-hover:decoration-ember';
  return (
    <ol aria-label={m.sources()} className="grid gap-1 text-14">
      {sources.map(({ id, structured: { emoji, title }, started_at }, index) => (
        <li key={id}>
          <Link
            to="/conversations/$id"
            params={{ id }}
            search={momentIn(id, { references, parts })}
            className={look}
          >
            <span className="tabular-nums">{index + 1}</span>
            <span className={named}>
              {emoji} {title || m.conversation()}
            </span>
            <span className="whitespace-nowrap">{shortDate(started_at)}</span>
          </Link>
        </li>
      ))}
      {[...others.values()].map((reference) => (
        <li key={reference.id}>
          <ReferenceLink reference={reference} className={look}>
            <span className="tabular-nums">{reference.number}</span>
            <span className={named}>{reference.title}</span>
            {reference.at && <span className="whitespace-nowrap">{shortDate(reference.at)}</span>}
          </ReferenceLink>
        </li>
      ))}
    </ol>
  );
}

/** The words that an answer takes from a conversation, which then play; the beginning without any. */
function momentIn(
  id: string,
  { references, parts }: { references: readonly Reference[]; parts: Cited['parts'] },
): { said?: string; play?: boolean } {
  const cited = references.find((each) => each.id === id)?.quote;
  const quoting = parts.filter(({ conversation_ids: ids }) => ids.length === 1 && ids[0] === id);
  const [quoted] = quoting.flatMap(({ text }) => /“([^”]+)”/.exec(text)?.[1] ?? []);
  const said = cited ?? quoted?.slice(-MAX_QUOTE);
  return said ? { said, play: true } : {};
}

/** Leads to the moment of a conversation, which plays, or to the page of a memory or task. */
function ReferenceLink({
  reference: { kind, id, quote, title },
  className,
  children,
}: {
  reference: Reference;
  className: string;
  children: ReactNode;
}) {
  const shared = { params: { id }, title: quote ?? title, className, children };
  const name = title || m.conversation();
  if (kind === 'memory') return <Link to="/memories/$id" aria-label={name} {...shared} />;
  if (kind === 'task') return <Link to="/tasks/$id" aria-label={name} {...shared} />;
  return (
    <Link
      to="/conversations/$id"
      search={{ said: quote ?? undefined, play: true }}
      aria-label={name}
      {...shared}
    />
  );
}

const MAX_QUOTE = 300;

/** A quotation links to the words that it quotes, and a citation to the words of its source. */
function cited(text: string, answer: Cited & { references: readonly Reference[] }): ReactNode {
  const pieces = text.split(/(“[^”]+”|\uE000\d+\uE001)/);
  return pieces.map((piece, index) => {
    const number = MARK.exec(piece)?.[1];
    if (number !== undefined) {
      const reference = answer.references[Number(number)]!;
      return (
        // oxlint-disable-next-line react/no-array-index-key
        <sup key={index} className="mx-0.5 font-sans text-13">
          <ReferenceLink reference={reference} className={LEADING_WORDS}>
            {reference.number}
          </ReferenceLink>
        </sup>
      );
    }
    const source = index % 2 === 1 && quotedSource(piece, text, answer);
    // oxlint-disable-next-line react/no-array-index-key
    if (!source) return <Fragment key={index}>{emphasised(piece)}</Fragment>;
    return (
      <Link
        // oxlint-disable-next-line react/no-array-index-key
        key={index}
        to="/conversations/$id"
        params={{ id: source.id }}
        search={{ said: piece.slice(1, -1).slice(-MAX_QUOTE), play: true }}
        title={source.structured.title}
        className={LEADING_WORDS}
      >
        {piece}
      </Link>
    );
  });
}

/** A part of a model's answer may come from several conversations; then the line names the right one. */
function quotedSource(quotation: string, line: string, { parts, sources }: Cited) {
  const ids = parts.find(({ text }) => text.includes(quotation))?.conversation_ids ?? [];
  const from = sources.filter(({ id }) => ids.includes(id));
  return from.length > 1
    ? from.find(({ structured: { title } }) => title && line.includes(title))
    : from[0];
}
