/** Words the tasks that were read as instructions that are clear tomorrow. */
import { capitalised } from '../../../core/text.ts';
import type { Sentence, TalkReading } from '../../reading/talk.ts';
import type { MadeActionItem } from '../maker.ts';
import { shortened } from '../short-text.ts';
import { areSame } from '../../facts/equality.ts';
import { boundOf, CHANCES, isLearnt, leastOf } from './bounds.ts';
import { ENGLISH_TASKS } from './wording/english-tasks.ts';
import {
  chanceOfTask,
  isAlone,
  isCommand,
  isNote,
  isTaskInItsWords,
  tellsListener,
  toGetIn,
  withoutLabel,
} from './wording/commands.ts';
import { thingIn } from './wording/noun-phrases.ts';
import { spanOf, type TaskSentence } from './wording/task-span.ts';
import { toDoIn } from './wording/denied.ts';
import { GERMAN_TASKS } from './wording/german-tasks.ts';
import { dueFrom, isLabel, languageOf, listenerOf, userNameOf, type HeardTalk } from './heard.ts';
import { doubtedDay, dueIn, timeTokens } from './said-times.ts';
import { SPANISH_TASKS } from './wording/spanish-tasks.ts';
import type { Persons, TaskWording } from './wording/task-words.ts';
import {
  contentOf,
  isFunctionWord,
  overlapOf,
  phrasesIn,
  sentenceWords,
  trimmed,
  wordsAsWritten,
  type Phrase,
} from './words.ts';

const MAX_TASKS = 12;
const LONGEST = 160;
/** A thing is looked for in so many turns before a task, and in so many sentences. */
const AROUND = { turns: 4, sentences: 24 };

const WORDINGS = { en: ENGLISH_TASKS, de: GERMAN_TASKS, es: SPANISH_TASKS };

/** What wording a task needs. */
interface Of {
  reading: TalkReading;
  heard: HeardTalk;
  sentence: TaskSentence;
  persons: Persons;
  wording: TaskWording;
  isWhole: boolean;
  isSure: boolean;
  /** True for a sentence of a note. */
  isNote: boolean;
}

export function tasksIn(reading: TalkReading, heard: HeardTalk): MadeActionItem[] {
  const language = languageOf(heard.transcript);
  const wording = isLearnt(language) ? WORDINGS[language] : null;
  const setting = { isNote: isNote(reading, heard), isAlone: isAlone(heard) };
  const bound = leastOf('task', heard.transcript);
  const made: { text: string; turn: number; owner: string | null; task: MadeActionItem }[] = [];
  const sure = reading.sentences
    .map((sentence) => ({
      ...sentence,
      task: chanceOfTask(sentence, wording, setting),
    }))
    .filter(({ task }) => task >= bound)
    .flatMap((sentence) => {
      const toDo = toDoIn(reading, sentence);
      return toDo === null ? [] : [{ ...sentence, toDo }];
    })
    .toSorted((one, other) => other.task - one.task)
    .slice(0, 2 * MAX_TASKS)
    .toSorted((one, other) => one.unit.index - other.unit.index);
  for (const sentence of sure) {
    const { owner, persons } = personsOf(sentence, heard, wording);
    const isWhole = isCommand(sentence, setting);
    const isSure = sentence.task >= Math.max(boundOf('task', heard.transcript), UNWORDED);
    const what = wording
      ? describe({
          reading,
          heard,
          sentence,
          persons,
          wording,
          isWhole,
          isSure,
          isNote: setting.isNote,
        })
      : spanOf({ reading, sentence, isWhole });
    if (what === null) continue;
    const text = shortened(capitalised(what), LONGEST);
    const due = dueIn(reading, sentence);
    // In a note, each sentence is a task of its own, with the day that it says itself.
    const isDated = !setting.isNote || timeTokens(reading, sentence.unit).size > 0;
    const due_at =
      isDated && due?.time && due.chance >= CHANCES.due ? dueFrom(due.time, heard) : null;
    const earlier = made.find(
      (one) =>
        one.owner === owner &&
        areSame({ text: one.text, at: one.task.due_at }, { text, at: due_at }, language),
    );
    const { turn } = sentence.unit;
    const answered = POINTS.test(sentence.unit.text)
      ? made.find(
          (one) => one.owner === owner && turn - one.turn <= AROUND.turns && says(one.text, text),
        )
      : undefined;
    const same = earlier ?? answered;
    if (same) {
      // "Sure, I'll send it tomorrow" is later than "Send it by Friday", and so is its day.
      same.task.due_at = (answered && due_at) ?? same.task.due_at ?? due_at;
      same.task.confidence = Math.max(same.task.confidence ?? 0, sentence.task);
      continue;
    }
    // "Monday the 5th" on a Saturday: the words stay, so that the user sees both.
    const doubted = due_at && doubtedDay(reading, due!.time!);
    const told = doubted === null ? text : `${text} (${doubted})`;
    const isUsers = owner === null ? false : owner === userNameOf(heard) || isAlone(heard);
    const task = {
      description: isUsers || owner === null ? told : `${owner}: ${told}`,
      due_at,
      segment_id: heard.segments[sentence.unit.turn]!.id,
      found_by: 'reader: task',
      confidence: doubted === null ? sentence.task : Math.min(sentence.task, CHANCES.doubted),
    };
    made.push({ text, turn, owner, task });
  }
  return made.slice(0, MAX_TASKS).map(({ task }) => task);
}

/** Words that stand for what was named before. */
const POINTS = /(?<![\p{L}])(?:it|them|that|this|das|es|sie|ihn|lo|los|la|las)(?![\p{L}])/iu;

/** Whether a task says all that another does. */
function says(one: string, other: string): boolean {
  const [all, some] = [contentOf(one), contentOf(other)];
  return [...some].every((stem) => all.has(stem));
}

/** Who does the task, and the names of those who talk about it. */
function personsOf(
  sentence: Sentence,
  heard: HeardTalk,
  wording: TaskWording | null,
): { owner: string | null; persons: Persons } {
  const { turn } = sentence.unit;
  const speaker = heard.names[turn]!;
  const listener = listenerOf(heard, turn);
  // What a sentence does tells better whose task it is than the heads for persons: 84 % of the seen tasks are right, not 81 %.
  const { ask = 0, promise = 0 } = sentence.acts;
  const isAsked = listener !== null && (ask > promise || tellsListener(sentence, wording));
  const owner = isAsked ? listener : speaker;
  const named = (name: string | null) => (name === null || isLabel(name) ? null : name);
  const isOthers = owner !== userNameOf(heard) && !isAlone(heard);
  return {
    owner,
    persons: { isAsked, speaker: named(speaker), listener: named(listener), isOthers },
  };
}

/** The words of a task without its time; null when they say too little. */
function describe(of: Of): string | null {
  const { wording, persons, sentence } = of;
  const isNoted = of.isNote && isTaskInItsWords(sentence);
  const heard = of.isNote ? withoutLabel(spanOf(of)) : spanOf(of);
  const lacking = isNoted ? toGetIn(heard, languageOf(of.heard.transcript)) : null;
  if (lacking !== null) return lacking;
  const said = wording.plain(heard);
  const told = wording.instruction(said, persons);
  // "Did you promise to the report is due?" is no question to ask, and no task to do.
  if (told === null && !of.isSure) return null;
  const text = told ?? said;
  const isLight = wording.isLight(text);
  const thing = isLight || (told && wording.points.test(told)) ? thingFor(text, of) : null;
  // "I'll do it" is what was named before.
  const named = isLight && thing !== null ? namedIn(thing, of) : null;
  if (named !== null) return named;
  if (thing !== null) return `${text} (${thing.words})`;
  if (saysEnough(text) && !isLight) return text;
  return isNoted && contentOf(said).size > 0 ? said : null;
}

/** The instruction in a sentence that was said before, perhaps by the other one. */
function namedIn({ phrase }: Thing, { reading, wording, persons }: Of): string | null {
  const { sentence, from, to } = phrase;
  for (const start of to > LONG_CLAUSE ? [from] : [0, from]) {
    const said = wording.plain(sentenceWords(reading, sentence, start, to));
    const told =
      wording.instruction(said, persons) ??
      wording.instruction(said, { ...persons, isAsked: !persons.isAsked });
    if (told !== null && saysEnough(told)) return told;
  }
  return null;
}

/** In a talk without punctuation, a sentence may be as long as a turn. */
const LONG_CLAUSE = 14;

/** Words that tell no instruction are kept from this chance on. */
const UNWORDED = 0.5;

/** "Him" and "Ask her" say too little. */
function saysEnough(text: string): boolean {
  const words = wordsAsWritten(text);
  return (
    words.length > 1 &&
    words.filter((word) => !isFunctionWord(word)).length > (words.length > 2 ? 0 : 1)
  );
}

interface Thing {
  words: string;
  phrase: Phrase;
}

/** The words before that name what a task is about; the nearest come first. */
function thingFor(text: string, { reading, heard, sentence }: Of): Thing | null {
  const { turn, index } = sentence.unit;
  const near = reading.sentences.filter(
    ({ unit }) =>
      unit.turn >= turn - AROUND.turns &&
      unit.index >= index - AROUND.sentences &&
      unit.index < index,
  );
  const score = ({ chance, sentence: { unit } }: Phrase) =>
    chance - PER_SENTENCE * (index - unit.index);
  const [best] = near
    .flatMap((one) => phrasesIn(reading, one, 'what'))
    .toSorted((one, other) => score(other) - score(one))
    .map((phrase) => ({ phrase, words: thingIn(trimmed(phrase.text), reading.talk.language) }))
    .filter(
      ({ words }) =>
        words !== '' &&
        words.split(' ').length <= MOST_WORDS &&
        ![text, ...heard.speakers].some((other) => overlapOf(words, other) > 0),
    );
  return best ?? null;
}

const PER_SENTENCE = 0.04;
const MOST_WORDS = 6;
