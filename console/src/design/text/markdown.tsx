import type { ReactNode } from 'react';
import { SPAN } from './span.ts';

/**
 * Shows the Markdown that language models write: headings, lists, bold, italic, code and links. HTML
 * stays text. A parser from a library is as large as the whole page of a conversation.
 */
export function Markdown({
  text,
  inline = emphasised,
}: {
  text: string;
  /** Renders the text of a block. */
  inline?: (text: string) => ReactNode;
}) {
  return blocksOf(text.split('\n')).map((block, index) => (
    // Blocks only grow at the end, so their number identifies them.
    // oxlint-disable-next-line react/no-array-index-key
    <Block key={index} block={block} inline={inline} />
  ));
}

type Block =
  | { kind: 'paragraph' | 'heading' | 'code'; text: string }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Item[] };
interface Item {
  text: string;
  /** The lines of the item below its first one. */
  rest: string[];
}

const HEADING = /^#{1,6}\s+(.*?)\s*#*$/;
const ITEM = /^( *)(?:[-*+•]|(\d{1,9})[.)])\s+(.*)$/;
const FENCE = /^\s*```/;
const RULE = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  let isOpen = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!;
    const item = ITEM.exec(line);
    const heading = HEADING.exec(line);
    const last = blocks.at(-1);
    if (FENCE.test(line)) {
      const after = lines.findIndex((each, index) => index > at && FENCE.test(each));
      const end = after < 0 ? lines.length : after;
      blocks.push({ kind: 'code', text: lines.slice(at + 1, end).join('\n') });
      at = end;
      isOpen = false;
    } else if (line.trim() === '' || RULE.test(line)) isOpen = false;
    else if (heading) {
      blocks.push({ kind: 'heading', text: heading[1]! });
      isOpen = false;
    } else if (last?.kind === 'list' && (/^ {2,}/.test(line) || (isOpen && !item))) {
      // An indented line, or one that goes on without a blank line, belongs to the item above.
      last.items.at(-1)!.rest.push(line.replace(/^ {1,4}/, ''));
      isOpen = true;
    } else if (item) {
      const next = { text: item[3]!, rest: [] };
      const isOrdered = item[2] !== undefined;
      if (last?.kind === 'list' && last.isOrdered === isOrdered) last.items.push(next);
      else blocks.push({ kind: 'list', isOrdered, start: Number(item[2] ?? 1), items: [next] });
      isOpen = true;
    } else if (isOpen && last?.kind === 'paragraph') last.text += `\n${line}`;
    else {
      blocks.push({ kind: 'paragraph', text: line });
      isOpen = true;
    }
  }
  return blocks;
}

function Block({ block, inline }: { block: Block; inline: (text: string) => ReactNode }) {
  if (block.kind === 'list') {
    const List = block.isOrdered ? 'ol' : 'ul';
    return (
      <List
        {...(block.isOrdered && { start: block.start })}
        className={`grid gap-1 pl-6 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}
      >
        {block.items.map(({ text, rest }, index) => (
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index} className="wrap-anywhere">
            {inline(text.replace(/^\[ \] /, '☐ ').replace(/^\[[xX]\] /, '☑ '))}
            {rest.length > 0 && <Markdown text={rest.join('\n')} inline={inline} />}
          </li>
        ))}
      </List>
    );
  }
  if (block.kind === 'code') {
    return (
      <pre className="rounded-control bg-sunken p-3 font-mono text-14 wrap-anywhere whitespace-pre-wrap">
        {block.text}
      </pre>
    );
  }
  const look = block.kind === 'heading' ? 'font-semibold' : '';
  return <p className={`wrap-anywhere whitespace-pre-wrap ${look}`}>{inline(block.text)}</p>;
}

/** Returns a line with bold, italic, code and links. */
export function emphasised(text: string): ReactNode {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { 0: whole, index, groups = {} } of text.matchAll(SPAN)) {
    const { bold, italic, also, code, name, href } = groups;
    parts.push(text.slice(at, index));
    if (bold) parts.push(<strong key={index}>{bold}</strong>);
    else if (code) parts.push(<code key={index}>{code}</code>);
    else if (href) {
      parts.push(
        <a key={index} href={href} rel="noreferrer" className="underline underline-offset-4">
          {name}
        </a>,
      );
    } else parts.push(<em key={index}>{italic ?? also}</em>);
    at = index + whole.length;
  }
  return [...parts, text.slice(at)];
}
