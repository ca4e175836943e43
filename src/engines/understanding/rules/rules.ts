import type { Maker, Transcript, Understanding } from '../maker.ts';
import { actionItemsOf } from './action-items.ts';
import { categorise } from './category.ts';
import { emojiFor } from './emoji.ts';
import { eventsOf } from './events.ts';
import { memoriesOf } from './memories.ts';
import { overviewOf } from './overview.ts';
import { plainUnderstanding } from './plain.ts';
import { read } from './reading.ts';
import { isStopWord, wordsOf } from './text.ts';
import { phrasesFor, titleOf } from './title.ts';
import { isWorthless } from './worthless.ts';

/**
 * Understands a transcript with the built-in rules. The same transcript always gives the same
 * result.
 */
export function understandByRules(transcript: Transcript): Understanding {
  if (!/^en\b/i.test(transcript.language) || !soundsEnglish(transcript)) {
    return plainUnderstanding(transcript);
  }
  const reading = read(transcript);
  if (reading.sentences.length === 0) return emptyUnderstanding();
  const category = categorise(reading).best;
  const phrases = phrasesFor(reading, category);
  const title = titleOf(phrases, reading);
  const made = {
    action_items: actionItemsOf(reading),
    events: eventsOf(reading),
    memories: memoriesOf(reading),
  };
  const text = reading.sentences.map((sentence) => sentence.text).join(' ');
  return {
    title,
    overview: overviewOf(reading, phrases),
    category,
    emoji: emojiFor(category, title, text),
    ...made,
    worthless: isWorthless(reading, made),
  };
}

/** With fewer words, the language cannot be detected. */
const ENOUGH_WORDS = 15;
/**
 * In English text, at least a third of the words are function words ("the", "would"). In other
 * languages, it is less than a quarter.
 */
const SMALL_WORDS = 0.24;

/**
 * Returns whether the words are English. Some clients send "en" when they do not know the language.
 */
function soundsEnglish({ segments }: Transcript): boolean {
  const words = segments.flatMap(({ text }) => wordsOf(text));
  const small = words.filter((word) => word.length > 1 && isStopWord(word)).length;
  return words.length < ENOUGH_WORDS || small >= words.length * SMALL_WORDS;
}

const emptyUnderstanding = (): Understanding => ({
  title: 'Nothing was said',
  overview: '',
  category: 'other',
  emoji: '💬',
  action_items: [],
  events: [],
  memories: [],
  worthless: true,
});

/** Runs the rules in the calling thread; `rules-worker.ts` runs them in another thread. */
export function createRules(): Maker {
  return {
    name: 'rules',
    understand: async (transcript, { signal }) => {
      signal.throwIfAborted();
      const understanding = understandByRules(transcript);
      return { understanding, made_by: 'rules', fallback: null, model_calls: 0, model_tokens: 0 };
    },
  };
}
