import type {
  Category,
  MadeActionItem,
  MadeEvent,
  Maker,
  Transcript,
  Understanding,
} from './maker.ts';
import { withChanges } from './facts/changes.ts';
import { eventsIn, type Later } from './noted/events.ts';
import {
  overviewFromNoted,
  sureEvents,
  titleFromEvent,
  titleFromTask,
  withPartner,
} from './noted/composed.ts';
import { factsIn, factsAsSaid } from './noted/facts.ts';
import { hear, type Heard } from './noted/heard.ts';
import { rankedPhrases } from './noted/topics.ts';
import { isPointing } from './noted/task-wording.ts';
import { withPromises } from './noted/promises.ts';
import { withRelatives } from './noted/relatives.ts';
import { tasksIn } from './noted/tasks.ts';
import { categoryOf } from './reader/reader.ts';
import { actionItemsOf, isSameTask } from './rules/action-items.ts';
import { cancels, isRefused } from './rules/agreement.ts';
import { genreOf } from './rules/genre.ts';
import { categorise } from './rules/category.ts';
import { emojiFor } from './rules/emoji.ts';
import { eventsOf } from './rules/events.ts';
import { memoriesOf } from './rules/memories.ts';
import { plainUnderstanding } from './rules/plain.ts';
import { read } from './rules/reading.ts';
import { contentStems, isStopWord, wordsOf } from './rules/text.ts';
import { titleOf } from './rules/title.ts';
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
  const heard = hear(transcript);
  const byWords = categorise(reading);
  const category = heard.read.meanings
    ? (categoryOf(heard.read, heard.reader, byWords.scores) as Category)
    : byWords.best;
  const phrases = rankedPhrases(reading, heard);
  const named = withFound(by('rules: tasks', actionItemsOf(reading)), tasksIn(heard), heard);
  const tasks = withPromises(named, heard);
  const events = by('rules: events', eventsOf(reading));
  // A customer who looks for a table or a flight names days and hours before the booking.
  const heardEvents = genreOf(reading)?.isErrand ? [] : eventsIn(heard, isWithdrawn);
  const memories = withRelatives(heard, by('rules: facts', memoriesOf(reading, factsIn(heard))));
  const made = {
    action_items: by('reader: task', tasks),
    events: by('reader: event', allEvents(events, heardEvents, tasks)),
    ...withChanges(transcript, language, memories),
  };
  const subjects = phrases.slice(0, 2).map(({ text }) => text);
  const [event] = sureEvents(made, heard);
  const title =
    titleFromEvent(event, transcript, subjects) ?? withPartner(titleOf(phrases, reading), heard);
  const text = reading.sentences.map((sentence) => sentence.text).join(' ');
  return {
    title,
    overview: overviewFromNoted(made, heard),
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
  const tasks = withFound([], tasksIn(heard), heard);
  const made = {
    action_items: by('reader: task', tasks),
    events: by('reader: event', allEvents([], eventsIn(heard), tasks)),
    ...withChanges(
      transcript,
      heard.read.all.talk.language,
      withRelatives(heard, by('reader: fact', factsAsSaid(heard))),
    ),
  };
  const found =
    made.action_items.length + made.events.length + made.memories.length + made.changes.length;
  const title = titleFromEvent(made.events[0], transcript) ?? titleFromTask(made) ?? plain.title;
  const overview = overviewFromNoted(made, heard);
  return {
    ...plain,
    ...made,
    title,
    overview,
    category: categoryOf(heard.read, heard.reader) as Category,
    worthless: plain.worthless && found === 0,
  };
}

/** Names the rules or the model for what has no name yet. */
const by = <Made extends { found_by?: string }>(found_by: string, made: readonly Made[]): Made[] =>
  made.map((one) => ({ found_by, ...one }));

const MAX_TASKS = 12;

/**
 * Adds the tasks that the reader found in other segments. In a note of one speaker, a task also
 * gets the day that the reader found for it: "Phone Ana. Maybe Thursday."
 */
function withFound(
  byRules: readonly MadeActionItem[],
  found: readonly MadeActionItem[],
  { speakers }: Pick<Heard, 'speakers'>,
): MadeActionItem[] {
  const segments = new Set(byRules.map(({ segment_id }) => segment_id));
  const kept = byRules.map((task) => ({ ...task }));
  for (const task of found) {
    if (speakers.length > 1 && segments.has(task.segment_id)) continue;
    const same = kept.find(
      ({ description }) =>
        isSameTask(description, task.description) || sharesMatter(description, task.description),
    );
    if (same) same.due_at ??= task.due_at;
    else if (!segments.has(task.segment_id)) kept.push(task);
  }
  return kept.filter(({ description }) => !isPointing(description)).slice(0, MAX_TASKS);
}

/** A wish and the promise that follows it are about the same things. */
function sharesMatter(one: string, other: string): boolean {
  const stems = new Set(contentStems(one));
  const shared = new Set(contentStems(other).filter((stem) => stems.has(stem)));
  return shared.size >= 2;
}

const UNDECIDED = new RegExp(
  "^(?:perhaps|maybe)\\b|\\b(?:don't know|not sure|no idea|let's see|we'll see" +
    "|let me (?:check|see|think)|i'll (?:see|let you know|think))\\b",
  'i',
);

/** Returns whether the next words of somebody else, or later words, take an appointment back. */
function isWithdrawn({ text, isReply }: Later): boolean {
  return (isReply && (isRefused({ text }) || UNDECIDED.test(text))) || cancels({ text });
}

const HALF_DAY = 12 * 3_600_000;

/**
 * Adds the appointments that the reader found, without the reminders of tasks and without those
 * that the rules have at the same time, or at the same time in the other half of the day.
 */
function allEvents(
  byRules: readonly MadeEvent[],
  found: readonly MadeEvent[],
  tasks: readonly MadeActionItem[],
): MadeEvent[] {
  const kept = [...byRules];
  for (const event of found) {
    const start = event.start.getTime();
    const isTask = tasks.some(({ due_at }) => due_at?.getTime() === start);
    const isKnown = kept.some((other) =>
      [0, HALF_DAY].includes(Math.abs(other.start.getTime() - start)),
    );
    if (!isTask && !isKnown) kept.push(event);
  }
  return kept;
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
