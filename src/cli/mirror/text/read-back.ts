/** Reads what the user wrote in a file of the mirror. */
import { plainTask, readItem, readTask } from './lines.ts';
import { pageKindOf, splitPage } from './page-text.ts';
import type { PageKey, PageKind } from './page-text.ts';

export const NEW_TASKS = 'New tasks';
export const NEW_FACTS = 'New facts';

export interface ReadPage {
  /** The texts that go back to the service, by `title` or by the block id of their line. */
  lines: Record<string, string>;
  /** The texts of new lines. */
  added: string[];
  /** All else that the mirror wrote, without the addresses of links, which editors may change. */
  rest: string;
}

export function readPage(text: string, key: PageKey): ReadPage {
  const { body } = splitPage(text);
  const page: ReadPage = { lines: {}, added: [], rest: '' };
  const rest: string[] = [];
  let heading = '';
  for (const line of body.split('\n')) {
    const title = /^# (.*)$/.exec(line)?.[1];
    heading = /^## (.*)$/.exec(line)?.[1]?.trim() ?? heading;
    if (TITLED.has(pageKindOf(key)) && title !== undefined && !('title' in page.lines)) {
      page.lines['title'] = title.trim();
    } else if (!takeItem(page, { line, heading, kind: pageKindOf(key) })) rest.push(line);
  }
  page.rest = plainText(rest.join('\n'));
  return page;
}

const TITLED: ReadonlySet<PageKind> = new Set(['conversation', 'person']);

/** Returns false for a line that is no task or fact. */
function takeItem(
  page: ReadPage,
  { line, heading, kind }: { line: string; heading: string; kind: PageKind },
): boolean {
  if (kind !== 'tasks' && kind !== 'facts') return false;
  const item = readItem(line);
  if (!item) return false;
  const text = kind === 'facts' ? item.text : taskText(item.text, heading);
  if (text === null) return false;
  if (item.block !== null && !(item.block in page.lines)) page.lines[item.block] = text;
  // A line that was copied keeps its id; with another text, it is a new one.
  else if (isWritten(text, kind) && (item.block === null || page.lines[item.block] !== text)) {
    page.added.push(text);
  }
  return true;
}

function taskText(text: string, heading: string): string | null {
  const task = readTask(text);
  if (task) return plainTask(task);
  return heading === NEW_TASKS ? plainTask({ completed: false, text, due: null }) : null;
}

const isWritten = (text: string, kind: PageKind): boolean =>
  kind === 'facts' ? text !== '' : readTask(text)?.text !== '';

function plainText(text: string): string {
  return text
    .replace(/\]\((?:<[^>\n]*>|[^)\n]*)\)/g, ']()')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
