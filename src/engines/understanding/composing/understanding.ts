/** Puts together what a talk means to its user, from what the reader found in it. */
import { wordList } from '../../../core/text.ts';
import type { TalkReading } from '../../reading/talk.ts';
import { withChanges } from './changes.ts';
import {
  CATEGORIES,
  type Category,
  type MadeActionItem,
  type MadeEvent,
  type Perhaps,
  type PerhapsKind,
  type Transcript,
  type Understanding,
} from '../maker.ts';
import { boundOf, CHANCES, isLearnt } from './bounds.ts';
import { emojiFor } from './emoji.ts';
import { eventsIn } from './events.ts';
import { factsIn } from './facts.ts';
import { hear, languageOf } from './heard.ts';
import { overviewOf } from './overview.ts';
import { tasksIn } from './tasks.ts';
import { titleOf } from './title.ts';
import { isFunctionWord, overlapOf, wordsAsWritten } from './words.ts';

/** `reading` is of `talkOf(transcript)`. The same input always gives the same result. */
export function compose(transcript: Transcript, reading: TalkReading): Understanding {
  const heard = hear(transcript);
  if (heard.segments.length === 0 || reading.sentences.length === 0) return emptyUnderstanding();
  const language = languageOf(transcript);
  const events = parted(eventsIn(reading, heard), boundOf('event', transcript));
  const isEntry = (task: MadeActionItem) => events.sure.some((event) => enters(task, event));
  const tasks = parted(
    tasksIn(reading, heard).filter((task) => !isEntry(task)),
    boundOf('task', transcript),
  );
  const { facts: found, heard_again } = factsIn(reading, heard);
  const facts = parted(found, boundOf('fact', transcript));
  const made = {
    action_items: tasks.sure,
    events: events.sure,
    ...(isLearnt(language)
      ? withChanges(transcript, language, facts.sure)
      : { memories: facts.sure }),
    heard_again,
  };
  const perhaps: Perhaps[] = [
    ...tasks.unsure.map((one) => asked('task', one.description, one.due_at, one)),
    ...events.unsure.map((one) => asked('event', one.title, one.start, one)),
    ...facts.unsure.map((one) => asked('memory', one.content, null, one)),
  ];
  const changes = 'changes' in made ? made.changes.length : 0;
  const lists = [made.action_items, made.events, made.memories, heard_again];
  const count = lists.reduce((sum, { length }) => sum + length, changes);
  const category = categoryOf(reading);
  const title = titleOf(reading, heard, made);
  return {
    title,
    overview: overviewOf(reading, heard, made),
    category,
    emoji: emojiFor(category, title, reading.talk.turns.map(({ text }) => text).join(' ')),
    ...made,
    ...(perhaps.length > 0 && { perhaps }),
    worthless: count === 0 && (reading.worth < CHANCES.worth || saysNothing(reading)),
  };
}

/** Whoever says "put the dentist on Thursday at two into my calendar" has nothing left to do. */
const enters = ({ description, segment_id }: MadeActionItem, event: MadeEvent): boolean =>
  segment_id === event.segment_id &&
  ENTERS.test(description) &&
  overlapOf(event.title, description) === 1;
const ENTERS =
  /^(?:put|add|enter|note|schedule|set up|pon(?:er)?|añad[ei]r?|anotar?|apuntar?)(?!\p{L})|(?:eintragen|notieren|aufschreiben)$/iu;

/** "Hm, okay, yes." */
const saysNothing = ({ talk }: TalkReading): boolean =>
  talk.turns.every(({ text }) =>
    wordsAsWritten(text).every((word) => isFunctionWord(word) || INTERJECTIONS.has(word)),
  );
const INTERJECTIONS = new Set(
  wordList(`
  hm hmm mm mhm uh uh-huh huh um er ah aha oh ooh wow bye goodbye hello hi hey thanks cheers
  alright äh ähm ach naja tschüss tschüs hallo danke klar bitteschön moin eh ajá hola gracias adiós
  chao ciao`),
);

interface Unsure {
  confidence?: number;
  segment_id?: string | null;
}

/** What is kept, and what the user is asked about. */
function parted<Made extends Unsure>(all: Made[], bound: number): { sure: Made[]; unsure: Made[] } {
  const isSure = ({ confidence }: Made) => (confidence ?? 1) >= bound;
  return { sure: all.filter(isSure), unsure: all.filter((one) => !isSure(one)) };
}

const asked = (
  kind: PerhapsKind,
  text: string,
  at: Date | null,
  { confidence = 0, segment_id = null }: Unsure,
): Perhaps => ({ kind, text, at, segment_id, confidence });

function categoryOf({ categories }: TalkReading): Category {
  const chance = (category: Category) => categories[category] ?? 0;
  return CATEGORIES.toSorted((one, other) => chance(other) - chance(one))[0]!;
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
