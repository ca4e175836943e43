import type { ChatMessage } from '../../../client/src/index.ts';
import { SPAN } from '../design/text/span.ts';

type Parts = ChatMessage['parts'];
type Citation = NonNullable<Parts[number]['citations']>[number];
export type Source = ChatMessage['memories'][number];

/** A citation with the number and the title that the page shows. */
export interface Reference extends Citation {
  number: number;
  title: string;
}

/** Stands for a reference in the text of an answer, between characters that nobody writes. */
export const MARK = /\uE000(\d+)\uE001/;

/** Matches words that a mark inside them would tear apart. */
const WHOLE = new RegExp(`${SPAN.source}|“[^”]+”`, 'g');

/**
 * Returns the text of an answer with a mark at each citation. The conversations have their numbers
 * in the list of sources; cited memories and tasks have the numbers after them.
 */
export function withMarks(parts: Parts, sources: readonly Source[]) {
  const references: Reference[] = [];
  const others: string[] = [];
  const referenceTo = (citation: Citation): Reference | null => {
    const place = sources.findIndex(({ id }) => id === citation.id);
    if (place >= 0) {
      return { ...citation, number: place + 1, title: sources[place]!.structured.title };
    }
    if (citation.kind === 'conversation') return null;
    if (!others.includes(citation.id)) others.push(citation.id);
    const number = sources.length + others.indexOf(citation.id) + 1;
    return { ...citation, number, title: citation.quote ?? '' };
  };
  const marked = parts.map(({ text, citations = [] }) => {
    const whole = [...text.matchAll(WHOLE)].map(({ 0: words, index }) => ({
      from: index,
      until: index + words.length,
    }));
    let done = '';
    let at = 0;
    for (const citation of citations) {
      const reference = referenceTo(citation);
      if (!reference) continue;
      const { end } = citation;
      const around = whole.find(({ from, until }) => from < end && end < until);
      const place = Math.max(at, around?.until ?? end);
      done += `${text.slice(at, place)}\uE000${references.push(reference) - 1}\uE001`;
      at = place;
    }
    return done + text.slice(at);
  });
  return { text: marked.join(''), references };
}
