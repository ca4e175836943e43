/** Words the tasks that the reader found, for the person who has to do them. */
import { tagged } from '../language.ts';
import type { MadeActionItem } from '../maker.ts';
import type { FoundTask } from '../reader/reader.ts';
import { dueAt } from '../rules/due.ts';
import { imperative } from '../rules/imperative.ts';
import { bare } from '../rules/retelling.ts';
import { forms } from '../rules/task-forms.ts';
import { capitalised, wordsOf } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { instantOf, knownZone } from '../wall-clock.ts';
import { listenerOf, wordsIn, type Heard } from './heard.ts';

const LONGEST = 200;

export function tasksIn(heard: Heard): MadeActionItem[] {
  return heard.read.tasks.flatMap((task) => {
    const description = describe(task, heard);
    if (wordsOf(description).length < 2) return [];
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
  const isUsers = owner === null || heard.segments.some(({ is_user }, at) => is_user && heard.names[at] === owner);
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

const ASKING =
  /^(?:(?:can|could|would|will) (?:you|somebody|someone)(?: please| just)?|you (?:can|could|should|need to|have to|want to|must|'ll need to)|i(?:'ll| will| can|'m going to| am going to|'m gonna|'ve got to| have to| need to| must| should|'d better| had better)|we(?:'ll| will| can|'ve got to| have to| need to| must| should)|let me|let's|don't forget to|remember to|make sure (?:you|to)|somebody (?:needs|has) to|someone (?:needs|has) to|gonna|gotta|got to|need to|have to|going to)\s+(?:also |just |definitely )?/i;

function inEnglish(said: string, { unit, isForOther }: FoundTask, heard: Heard, keepsWords: boolean): string {
  const persons = { speaker: heard.names[unit.turn]!, listener: listenerOf(heard, unit) };
  const clause = bare(said);
  for (const text of [clause, bare(unit.text)]) {
    for (const form of forms) {
      const match = form.pattern.exec(text);
      const task = match && (form.task?.(match) ?? match[1] ?? '').trim();
      if (task && wordsOf(task).length > 1 && startsWithVerb(task)) {
        return keepsWords ? plainTask(task) : imperative(task, persons, form.for === 'listener');
      }
    }
  }
  const task = clause.replace(ASKING, '');
  if (startsWithVerb(task)) {
    return keepsWords ? plainTask(task) : imperative(task, persons, isForOther);
  }
  return clause;
}

const plainTask = (task: string): string => task.replace(/^(?:please|just|also)\s+/i, '');

/** In "the bins are still in", no verb tells what to do. */
function startsWithVerb(text: string): boolean {
  const [first] = tagged(text);
  return first !== undefined && first.pos === 'VERB' && !/(?:ing|ed|s)$/i.test(first.text);
}

function dueOf({ due }: FoundTask, { transcript }: Heard): Date | null {
  if (!due) return null;
  const [year, month, day] = due.date.split('-').map(Number) as [number, number, number];
  const [hour, minute] = (due.time ?? '12:00').split(':').map(Number) as [number, number];
  const instant = instantOf({ year, month, day, hour, minute }, knownZone(transcript.timezone));
  const mention = { ...due, instant, has_day: true, end: null };
  return dueAt(mention, transcript, transcript.started_at);
}
