import type { ActionItem } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { now } from '../time/clock.ts';
import { dueAt } from '../time/time.ts';

type Due = Pick<ActionItem, 'due_at' | 'completed'>;

const isOverdue = ({ due_at, completed }: Due): boolean =>
  due_at !== null && !completed && Date.parse(due_at) < now().getTime();

/** Says when a task is due, and whether that is over. */
export function DueDate({ task }: { task: Due }) {
  if (task.due_at === null) return null;
  const when = dueAt(task.due_at);
  return isOverdue(task) ? (
    <span className="block text-13 text-brick">{m.overdue_since({ when })}</span>
  ) : (
    <span className="block text-13 text-ink-2">{when}</span>
  );
}
