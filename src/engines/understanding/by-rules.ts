import type { Category, MadeActionItem, MadeEvent, Maker, Transcript, Understanding } from './maker.ts';
import { eventsIn } from './noted/events.ts';
import { hear } from './noted/heard.ts';
import { tasksIn } from './noted/tasks.ts';
import { actionItemsOf, isSameTask } from './rules/action-items.ts';
import { categorise } from './rules/category.ts';
import { emojiFor } from './rules/emoji.ts';
import { eventsOf } from './rules/events.ts';
import { memoriesOf } from './rules/memories.ts';
import { overviewOf } from './rules/overview.ts';
import { plainUnderstanding } from './rules/plain.ts';
import { read } from './rules/reading.ts';
import { isStopWord, wordsOf } from './rules/text.ts';
import { phrasesFor, titleOf } from './rules/title.ts';
import { isWorthless } from './rules/worthless.ts';

/**
 * Understands a transcript with the built-in rules. The same transcript always gives the same
 * result.
 */
export function understandByRules(transcript: Transcript): Understanding {
  const language = transcript.language.slice(0, 2).toLowerCase();
  if (language === 'de' || language === 'es') return understandForeign(transcript);
  if (language !== 'en' || !soundsEnglish(transcript)) return plainUnderstanding(transcript);
  const reading = read(transcript);
  if (reading.sentences.length === 0) return emptyUnderstanding();
  const category = categorise(reading).best;
  const phrases = phrasesFor(reading, category);
  const title = titleOf(phrases, reading);
  const heard = hear(transcript);
  const made = {
    action_items: allTasks([...actionItemsOf(reading), ...tasksIn(heard)]),
    events: allEvents([...eventsOf(reading), ...eventsIn(heard)]),
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

/** German and Spanish: what the small reader finds, in the words that were said. */
function understandForeign(transcript: Transcript): Understanding {
  const plain = plainUnderstanding(transcript);
  const heard = hear(transcript);
  const made = { action_items: allTasks(tasksIn(heard)), events: allEvents(eventsIn(heard)) };
  const found = made.action_items.length + made.events.length;
  return { ...plain, ...made, category: heard.read.category as Category, worthless: plain.worthless && found === 0 };
}

const MAX_TASKS = 12;

/** Keeps the first of several wordings of a task. */
function allTasks(tasks: readonly MadeActionItem[]): MadeActionItem[] {
  const kept: MadeActionItem[] = [];
  for (const task of tasks) {
    const same = kept.find((other) => other.segment_id === task.segment_id || isSameTask(other.description, task.description));
    if (!same) kept.push(task);
    else same.due_at ??= task.due_at;
  }
  return kept.slice(0, MAX_TASKS);
}

/** Keeps the first of several events at the same time. */
function allEvents(events: readonly MadeEvent[]): MadeEvent[] {
  const isFirst = (event: MadeEvent, at: number) =>
    events.findIndex(({ start }) => start.getTime() === event.start.getTime()) === at;
  return events.filter(isFirst);
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
