import type { Maker, MakerResult, Transcript, TranscriptSegment, Understanding } from './maker.ts';

/** Stands for words that the recogniser probably misheard. */
const UNCLEAR = '[unclear]';
const AROUND_UNCLEAR = /\s*\[unclear\]/gi;

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
      const result = await maker.understand(withMarks(said), options);
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
  for (const { start, end } of doubtful) {
    // A full stop or a comma after the word still ends the sentence.
    const punctuation = /[.!?,;:…]*$/.exec(segment.text.slice(start, end))![0];
    text += `${segment.text.slice(at, start)}${UNCLEAR}${punctuation}`;
    at = end;
  }
  return { ...segment, text: text + segment.text.slice(at), doubtful: [] };
}

/** A task, an event or a fact with an unclear word would be a guess. */
function withoutUnclear(made: Understanding): Understanding {
  return {
    ...made,
    title: made.title.replace(AROUND_UNCLEAR, '').trim() || 'Not understood',
    action_items: made.action_items.filter(({ description }) => isClear(description)),
    events: made.events.filter(({ title }) => isClear(title)),
    memories: made.memories.filter(({ content }) => isClear(content)),
  };
}

function isClear(text: string): boolean {
  return text.search(AROUND_UNCLEAR) < 0;
}
