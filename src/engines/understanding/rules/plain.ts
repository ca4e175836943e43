import type { Transcript, Understanding } from '../maker.ts';
import { capitalised, clean, wordsOf } from './text.ts';
import { shortened } from '../short-text.ts';

const TITLE_WORDS = 5;
const OVERVIEW_LENGTH = 280;

/**
 * Handles languages that the rules cannot analyse: quotes the first words and invents nothing.
 * Action items, events and memories need grammar, so there are none.
 */
export function plainUnderstanding(transcript: Transcript): Understanding {
  const text = clean(transcript.segments.map((segment) => segment.text).join(' '));
  const sentences = text.match(/[^.!?。！？…]+[.!?。！？…]*/gu) ?? [];
  const first =
    sentences.map((sentence) => sentence.trim()).find((sentence) => wordsOf(sentence).length > 2) ??
    text;
  return {
    title: titleOf(first) || 'Conversation',
    overview: shortened(sentences.slice(0, 3).join('').trim(), OVERVIEW_LENGTH),
    category: 'other',
    emoji: '💬',
    action_items: [],
    events: [],
    memories: [],
    worthless: new Set(wordsOf(text)).size < 8 && [...text].length < 24,
  };
}

const WORDS = new Intl.Segmenter('en', { granularity: 'word' });

/** Returns the first words, even in a script without spaces. */
function titleOf(sentence: string): string {
  let [words, end] = [0, 0];
  for (const { index, segment, isWordLike } of WORDS.segment(sentence)) {
    if (!isWordLike) continue;
    if (words === TITLE_WORDS) break;
    words += 1;
    end = index + segment.length;
  }
  return capitalised(shortened(sentence.slice(0, end), 60));
}
