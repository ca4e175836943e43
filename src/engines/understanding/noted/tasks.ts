/** Words the tasks that the reader found, for the person who has to do them. */
import type { MadeActionItem } from '../maker.ts';
import type { FoundTask } from '../reader/reader.ts';
import { capitalised } from '../rules/text.ts';
import { shortened } from '../short-text.ts';
import { dueFrom, listenerOf, wordsIn, type Heard } from './heard.ts';
import { isPromised, saysEnough, wordTask } from './task-wording.ts';

const LONGEST = 200;

/** The lowest chance of a task that is kept. Below, fewer than two of three are right. */
const SURE = { en: 0.24, other: 0.37 };

export function tasksIn(heard: Heard): MadeActionItem[] {
  const sure = heard.read.all.talk.language === 'en' ? SURE.en : SURE.other;
  const tasks = heard.read.tasks.filter(({ chance }) => chance >= sure);
  return tasks.flatMap((task) => {
    const description = describe(task, heard);
    if (!saysEnough(description.replace(/^[^:]{1,30}: /u, ''))) return [];
    return [
      {
        description,
        due_at: task.due && dueFrom(task.due, heard),
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
  const isEnglish = heard.read.all.talk.language === 'en';
  // "Send me your draft" keeps its words when the user said it to another person.
  const keepsWords = !isUsers && heard.segments[turn]!.is_user;
  const text = isEnglish ? wordTask(task, heard, keepsWords) : wordsIn(heard, task);
  const what = shortened(capitalised(text.replace(/[\s.,;:!?]+$/u, '')), LONGEST);
  return isUsers || (!hasUser && heard.speakers.length === 1) ? what : `${owner}: ${what}`;
}

/** Returns null when nobody in particular is meant. */
function ownerOf(task: FoundTask, heard: Heard): string | null {
  const { unit, isForOther } = task;
  const speaker = heard.names[unit.turn]!;
  if (!isForOther || isPromised(task)) return speaker;
  const next = heard.names.find((name, at) => at > unit.turn && name !== speaker);
  return listenerOf(heard, unit) ?? next ?? null;
}
