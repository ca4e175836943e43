/**
 * Joins an English promise that only points at something ("I'll send them tonight") with the task
 * that names it ("Send Ben the photos").
 */
import { wordList } from '../../../core/text.ts';
import { tagged } from '../language.ts';
import type { MadeActionItem } from '../maker.ts';
import { isDenied, type TimeCandidate } from '../reader/times/times.ts';
import type { Unit } from '../reader/units.ts';
import { isTimeWord } from '../reader/word-classes.ts';
import { bare } from '../rules/bare.ts';
import { withoutDue } from '../rules/due.ts';
import { nounPhrases } from '../rules/key-phrases.ts';
import { capitalised, isStopWord, wordsOf } from '../rules/text.ts';
import { dueFrom, type Heard } from './heard.ts';

/** A promise answers what was said at most so many turns before. */
const REACH = 2;

type Task = MadeActionItem;

export function withPromises(tasks: readonly Task[], heard: Heard): Task[] {
  const turnOf = new Map(heard.segments.map(({ id }, at) => [id, at]));
  const at = ({ segment_id }: Task) => turnOf.get(segment_id ?? '') ?? -1;
  const joined = new Set<Task>();
  const kept = tasks.map((task) => ({ ...task }));
  for (const promise of kept.filter(isPromise)) {
    const named = kept.findLast(
      (task) =>
        !isPromise(task) &&
        at(task) >= at(promise) - REACH &&
        at(task) < at(promise) &&
        ownerOf(task) === ownerOf(promise),
    );
    if (!named) continue;
    named.due_at = promise.due_at ?? named.due_at;
    joined.add(promise);
  }
  return kept
    .filter((task) => !joined.has(task))
    .map((task) => ({
      ...task,
      description: isPromise(task) ? naming(task, at(task), heard) : task.description,
      due_at: task.due_at ?? promisedFor(task, at(task), heard),
    }));
}

const OWNER = /^([^:“]{1,30}): /u;

const ownerOf = ({ description }: Task): string | null => OWNER.exec(description)?.[1] ?? null;

/** "Get him at four" and “I'll send them tonight.” name nothing. */
const isPromise = (task: Task): boolean => pointsOnly(promisedIn(task));

/** The words of a task without its owner, its quotation marks and "I'll". */
const promisedIn = ({ description }: Task): string =>
  bare(description.replace(OWNER, '').replaceAll(/[“”]/g, '')).replace(PROMISES, '');

const PROMISES = /^(?:i'll|i will|i'm going to|i can|let me)(?: \w+ly| just| also)* /i;
const POINTS = /^(?:it|them|him|her|that|those|one)$/;
const ADVERBS = new Set(
  wordList(`
  up back round over off out down along away ready done myself lunch breakfast dinner work first thing
  straight later soon then as well too`),
);

function pointsOnly(text: string): boolean {
  const [, ...words] = wordsOf(text);
  return (
    words.some((word) => POINTS.test(word)) &&
    words.every(
      (word) => POINTS.test(word) || isStopWord(word) || isTimeWord(word) || ADVERBS.has(word),
    )
  );
}

/** "I'll order it tomorrow" after "Don't forget the cake" becomes "Order the cake". */
function naming(task: Task, turn: number, heard: Heard): string {
  const { description } = task;
  const said = promisedIn(task);
  const thing = /\b(?:him|her|one)\b/i.test(said) ? null : thingBefore(turn, said, heard);
  if (thing === null) return description;
  const owner = OWNER.exec(description)?.[0] ?? '';
  return owner + capitalised(withoutDue(said).replace(/\b(?:it|them|that|those)\b/i, thing));
}

/** The first thing that the sentence before names. */
function thingBefore(turn: number, said: string, { read, speakers, names }: Heard): string | null {
  const first = read.all.units.findIndex((unit) => unit.turn === turn);
  // A promise that does not come at once may be about something else.
  if (first < 1 || !PROMISES.test(bare(read.all.units[first]!.text))) return null;
  const before = read.all.units[first - 1]!;
  if (before.turn !== turn - 1 || names[before.turn] === names[turn]) return null;
  const own = new Set(speakers.flatMap((name) => name.toLowerCase().split(' ')));
  const [thing] = nounPhrases(tagged(before.text), own).filter(({ article }) => article !== '');
  if (!thing) return null;
  const isMany = /[^s]s$/i.test(thing.words.at(-1)!);
  if (isMany !== /\b(?:them|those)\b/i.test(said)) return null;
  return `the ${thing.words.join(' ')}`;
}

/** The time of the promise that answers a request. */
function promisedFor(task: Task, turn: number, heard: Heard): Date | null {
  if (turn < 0) return null;
  const answers = heard.read.all.units.filter(
    (unit) => unit.turn > turn && unit.turn <= turn + REACH && isAnswerTo(task, unit, heard),
  );
  for (const unit of answers) {
    const time = timeIn(unit, heard);
    if (time) return dueFrom(time, heard);
  }
  return null;
}

function isAnswerTo(task: Task, { turn, text }: Unit, { segments, names }: Heard): boolean {
  const owner = ownerOf(task);
  const isOwners = owner === null ? segments[turn]!.is_user : names[turn] === owner;
  const said = bare(text);
  return isOwners && PROMISES.test(said) && pointsOnly(said.replace(PROMISES, ''));
}

/** The day of the sentence, with its hour if it names one. */
function timeIn(unit: Unit, { read }: Heard): TimeCandidate | undefined {
  const own = read.times.filter(
    (time) =>
      (time.day ?? time.hour)!.unit === unit &&
      (time.hour === null || time.hour.unit === unit) &&
      !isDenied(time),
  );
  return own.find(({ day, hour }) => day && hour) ?? own[0];
}
