/** The lines of tasks and facts. Each ends with the block id by which Obsidian links to it. */
/** The end of a UUID is random; its beginning is a time that records made together share. */
const BLOCK_ID = /(?:^|\s)\^([0-9a-f]{12})$/;
const TASK = /^\[(.)\](?:\s+(.*))?$/;
const DUE = /\s*📅\s*(\d{4}-\d{2}-\d{2})\s*$/u;
/** The Tasks plugin of Obsidian adds the day of a tick. */
const TICKED = /\s*✅\s*\d{4}-\d{2}-\d{2}\s*$/u;

export const blockId = (id: string): string => id.replaceAll('-', '').slice(-12);
export const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export interface TaskLine {
  completed: boolean;
  text: string;
  /** The day on which the task is due. */
  due: string | null;
}

/** An item of a list, without its bullet. */
export interface Item {
  /** Null for a line that somebody added. */
  block: string | null;
  text: string;
}

/** Returns null for a line that is no item at the left margin. */
export function readItem(line: string): Item | null {
  const text = /^[-*+](?:\s+(.*))?$/.exec(line.trimEnd())?.[1];
  if (text === undefined) return /^[-*+]\s*$/.test(line) ? { block: null, text: '' } : null;
  const block = BLOCK_ID.exec(text);
  return block
    ? { block: block[1]!, text: text.slice(0, block.index).trim() }
    : { block: null, text: text.trim() };
}

export const writeItem = (text: string, id: string): string => `- ${text} ^${blockId(id)}`;

/** Returns null for an item without a box to tick. */
export function readTask(text: string): TaskLine | null {
  const [, box, rest = ''] = TASK.exec(text) ?? [];
  if (box === undefined) return null;
  const words = rest.replace(TICKED, '');
  const due = DUE.exec(words);
  return {
    completed: /x/i.test(box),
    text: (due ? words.slice(0, due.index) : words).trim(),
    due: due?.[1] ?? null,
  };
}

export function writeTask(
  { text, completed }: Pick<TaskLine, 'text' | 'completed'>,
  { due, done }: { due: string | null; done: string | null },
): string {
  const end = `${due ? ` 📅 ${due}` : ''}${done ? ` ✅ ${done}` : ''}`;
  return `[${completed ? 'x' : ' '}] ${text}${end}`;
}

/** The same text for all ways to write a task. */
export function plainTask({ completed, text, due }: TaskLine): string {
  return writeTask({ completed, text }, { due, done: null });
}
