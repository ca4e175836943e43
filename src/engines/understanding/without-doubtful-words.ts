import { capitalised, wordList } from '../../core/text.ts';
import type { TextRange } from '../../core/wire.ts';
import type { Maker, MakerResult, Transcript, TranscriptSegment, Understanding } from './maker.ts';

/** Stands for words that the recogniser probably misheard. */
export const UNCLEAR = '[unclear]';
const AROUND_UNCLEAR = /\s*\[unclear\]/gi;
/**
 * Recognisers are often unsure about an article, which is short. A wrong one changes no task, so the
 * mark would only hide what was agreed.
 */
const ARTICLES = new Set(
  wordList('a an the der die das den dem des ein eine einen einem einer eines'),
);

/**
 * Wraps a maker so that words which were probably misheard make no title, task, event or memory.
 * The maker reads a mark in their place.
 */
export function withoutDoubtfulWords(maker: Maker): Maker {
  return {
    name: maker.name,
    async understand(said, options): Promise<MakerResult> {
      if (!said.segments.some(({ doubtful = [] }) => doubtful.length > 0)) {
        return maker.understand(said, options);
      }
      const { meanwhile } = options;
      const result = await maker.understand(withMarks(said), {
        ...options,
        meanwhile: meanwhile && ((made) => meanwhile(withoutUnclear(made))),
      });
      return { ...result, understanding: withoutUnclear(result.understanding) };
    },
  };
}

function withMarks(said: Transcript): Transcript {
  return { ...said, segments: said.segments.map(withMark) };
}

function withMark(segment: TranscriptSegment): TranscriptSegment {
  const { doubtful = [] } = segment;
  let text = '';
  let at = 0;
  for (const { start, end } of doubtful.flatMap((range) => withoutArticles(segment.text, range))) {
    // A full stop or a comma after the word still ends the sentence.
    const punctuation = /[.!?,;:…]*$/.exec(segment.text.slice(start, end))![0];
    text += `${segment.text.slice(at, start)}${UNCLEAR}${punctuation}`;
    at = end;
  }
  return { ...segment, text: text + segment.text.slice(at), doubtful: [] };
}

/** Returns the parts of a doubtful range between its articles. */
function withoutArticles(text: string, { start, end }: TextRange): TextRange[] {
  const parts: TextRange[] = [];
  let isNew = true;
  for (const { 0: word, index } of text.slice(start, end).matchAll(/\S+/g)) {
    const part = { start: start + index, end: start + index + word.length };
    if (ARTICLES.has(word.toLowerCase())) isNew = true;
    else if (isNew) {
      parts.push(part);
      isNew = false;
    } else parts.at(-1)!.end = part.end;
  }
  return parts;
}

/** A task, an event or a fact with an unclear word would be a guess. */
function withoutUnclear(made: Understanding): Understanding {
  return {
    ...made,
    title: capitalised(made.title.replace(AROUND_UNCLEAR, '').trim()) || 'Not understood',
    action_items: made.action_items.filter(({ description }) => isClear(description)),
    events: made.events.filter(({ title }) => isClear(title)),
    memories: made.memories.filter(({ content }) => isClear(content)),
    ...(made.perhaps && { perhaps: made.perhaps.filter(({ text }) => isClear(text)) }),
  };
}

function isClear(text: string): boolean {
  return text.search(AROUND_UNCLEAR) < 0;
}
