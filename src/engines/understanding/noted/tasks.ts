/** Words the tasks that the reader found, for the person who has to do them. */
import { tagged } from '../language.ts';
import type { MadeActionItem } from '../maker.ts';
import type { FoundTask } from '../reader/reader.ts';
import { dueAt } from '../rules/due.ts';
import { imperative } from '../rules/imperative.ts';
import { bare } from '../rules/bare.ts';
import { capitalised, isStopWord, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { instantOf, knownZone, wallClockOf } from '../wall-clock.ts';
import { listenerOf, wordsIn, type Heard } from './heard.ts';

const LONGEST = 200;
/** A task without a verb that tells what to do must be this likely. */
const SURE = 0.3;

export function tasksIn(heard: Heard): MadeActionItem[] {
  return heard.read.tasks.flatMap((task) => {
    const description = describe(task, heard);
    if (!saysEnough(description.replace(/^[^:]{1,30}: /u, ''))) return [];
    return [
      {
        description,
        due_at: dueOf(task, heard),
        segment_id: heard.segments[task.unit.turn]!.id,
      },
    ];
  });
}

/** The task of another person begins with the name of that person. */
function describe(task: FoundTask, heard: Heard): string {
  const { turn } = task.unit;
  const owner = ownerOf(task, heard);
  const isUsers =
    owner === null ||
    heard.segments.some(({ is_user }, at) => is_user && heard.names[at] === owner);
  const hasUser = heard.segments.some(({ is_user }) => is_user);
  const said = wordsIn(heard, task);
  const isEnglish = heard.read.all.talk.language === 'en';
  // "Send me your draft" keeps its words when the user said it to another person.
  const keepsWords = !isUsers && heard.segments[turn]!.is_user;
  const text = isEnglish ? inEnglish(said, task, heard, keepsWords) : said;
  const what = shortened(capitalised(text.replace(/[\s.,;:!?]+$/u, '')), LONGEST);
  return isUsers || (!hasUser && heard.speakers.length === 1) ? what : `${owner}: ${what}`;
}

/** Returns null when nobody in particular is meant. */
function ownerOf({ unit, isForOther }: FoundTask, heard: Heard): string | null {
  const speaker = heard.names[unit.turn]!;
  if (!isForOther) return speaker;
  const next = heard.names.find((name, at) => at > unit.turn && name !== speaker);
  return listenerOf(heard, unit) ?? next ?? null;
}

/** Words before the verb of a task: a request, a promise, a duty. */
const BEFORE_VERB = [
  String.raw`(?:can|could|would|will) (?:you|somebody|someone|one of you)(?: (?:please|just|maybe|also))* `,
  String.raw`(?:i(?:'ll| will|'m going to| am going to|'m gonna|'d better| had better)|let me)` +
    String.raw`(?: (?:just|also|definitely|probably|go and))* (?!be\b|have to\b|need to\b|see\b)`,
  String.raw`(?:(?:i|we|you)(?:'ll|'ve| have| will)? ?(?:need to|have to|got to|must|should|ought to)` +
    String.raw`|gotta|don't forget to|remember to|make sure (?:you|to)|(?:somebody|someone) (?:needs|has) to` +
    String.raw`|i can|i could|need to|want you to|like you to) (?!be\b)`,
].map((words) => new RegExp(String.raw`\b${words}(.+)$`, 'i'));

function inEnglish(
  said: string,
  { unit, isForOther, chance }: FoundTask,
  heard: Heard,
  keepsWords: boolean,
): string {
  const persons = { speaker: heard.names[unit.turn]!, listener: listenerOf(heard, unit) };
  const clause = bare(said);
  const told = BEFORE_VERB.map((pattern) => pattern.exec(clause)?.[1]).find(Boolean);
  const task = told ?? (startsWithVerb(clause) ? clause : null);
  if (!task) return chance >= SURE ? clause : '';
  return keepsWords
    ? task.replace(/^(?:please|just|also)\s+/i, '')
    : imperative(task, persons, isForOther);
}

/** In "the bins are still in", no verb tells what to do. */
function startsWithVerb(text: string): boolean {
  const [first] = tagged(text);
  return first !== undefined && first.pos === 'VERB' && !/(?:ing|ed|s)$/i.test(first.text);
}

/** "Him" and "Ask her" say too little. */
function saysEnough(text: string): boolean {
  const content = wordsOf(text).filter((word) => word.length > 2 && !isStopWord(word));
  return content.length > 1 || (content.length === 1 && wordsOf(text).length > 2);
}

function dueOf({ due }: FoundTask, { transcript }: Heard): Date | null {
  if (!due) return null;
  const wall = wallClockOf(due.date, due.time ?? '12:00');
  const instant = instantOf(wall, knownZone(transcript.timezone));
  const mention = { ...due, instant, has_day: true, end: null };
  return dueAt(mention, transcript, transcript.started_at);
}
