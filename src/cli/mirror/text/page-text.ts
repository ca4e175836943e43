/**
 * The parts of a file: front matter, a body that the mirror writes, and notes that belong to the
 * user. The mirror keeps the notes, and all keys of the front matter that are not its own.
 */

const PAGE_KINDS = ['conversation', 'person', 'day', 'tasks', 'facts'] as const;
export type PageKind = (typeof PAGE_KINDS)[number];
/** The identity of a file: its kind and the id in its front matter. */
export type PageKey = `${PageKind}:${string}`;

export interface MirrorPage {
  key: PageKey;
  /** Further keys of the front matter. */
  front: Readonly<Record<string, string | readonly string[]>>;
  body: string;
}

interface FrontBlock {
  name: string;
  lines: string[];
}

export interface MirrorPageParts {
  front: FrontBlock[];
  body: string;
  notes: string;
}

const KIND = 'commonplace';
const OWN_NAMES = new Set([KIND, 'id', 'date', 'time', 'category', 'people']);
const NOTES = '## Notes';
const PLAIN = /^[\p{L}][\p{L}\p{N} _/-]*$/u;
const SPECIAL_WORD = /^(?:true|false|yes|no|on|off|null|y|n)$/i;
const DAY_OR_UUID = /^(?:\d{4}-\d{2}-\d{2}|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22})$/;

export const pageKeyOf = (kind: PageKind, id: string): PageKey => `${kind}:${id}`;
export const pageKindOf = (key: PageKey): PageKind => key.slice(0, key.indexOf(':')) as PageKind;
export const pageIdOf = (key: PageKey): string => key.slice(key.indexOf(':') + 1);

/** Removes the byte order mark and the line ends of Windows. */
export const normalizeText = (text: string): string =>
  text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');

export function splitPage(text: string): MirrorPageParts {
  const [, front = '', rest = text] = /^---\n([\s\S]*?\n)?---\n([\s\S]*)$/.exec(text) ?? [];
  const at = /^## Notes[ \t]*$/m.exec(rest);
  return {
    front: blocksOf(front),
    body: at ? rest.slice(0, at.index) : rest,
    notes: at ? rest.slice(at.index + at[0].length).replace(/^\n/, '') : '',
  };
}

/** Writes a page, with the notes and the front matter that the user added to the present text. */
export function writePage(
  { key, front, body }: MirrorPage,
  present: MirrorPageParts | null,
): string {
  const own = { [KIND]: pageKindOf(key), id: pageIdOf(key), ...front };
  const lines = [
    ...Object.entries(own).flatMap(([name, value]) => frontLines(name, value)),
    ...(present?.front ?? [])
      .filter(({ name }) => !OWN_NAMES.has(name))
      .flatMap(({ lines }) => lines),
  ];
  return `---\n${lines.join('\n')}\n---\n\n${body.trim()}\n\n${NOTES}\n${present?.notes ?? ''}`;
}

/** Returns the identity in the front matter; null for a file that the mirror did not write. */
export function pageKeyIn({ front }: MirrorPageParts): PageKey | null {
  const kind = PAGE_KINDS.find((each) => each === valueOf(front, KIND));
  const id = valueOf(front, 'id');
  return kind && id ? pageKeyOf(kind, id) : null;
}

/** Returns the text of a copy, which has no identity, so that it is never taken for the page. */
export function copyText(text: string): string {
  const { front } = splitPage(text);
  const own = front
    .filter(({ name }) => name === KIND || name === 'id')
    .flatMap(({ lines }) => lines);
  return own.reduce((copy, line) => copy.replace(`${line}\n`, `copy_of_${line}\n`), text);
}

function blocksOf(text: string): FrontBlock[] {
  const blocks: FrontBlock[] = [];
  for (const line of text.split('\n').slice(0, -1)) {
    const name = /^([^\s:#][^:]*):(?:\s|$)/.exec(line)?.[1];
    if (name !== undefined) blocks.push({ name, lines: [line] });
    else if (blocks.length > 0) blocks.at(-1)!.lines.push(line);
    else blocks.push({ name: '', lines: [line] });
  }
  return blocks;
}

function valueOf(front: readonly FrontBlock[], wanted: string): string | undefined {
  const line = front.find(({ name }) => name === wanted)?.lines[0];
  const value = line?.slice(wanted.length + 1).trim() ?? '';
  if (value.startsWith("'")) return value.slice(1, -1).replaceAll("''", "'");
  if (!value.startsWith('"')) return value;
  try {
    return String(JSON.parse(value));
  } catch {
    return undefined;
  }
}

function frontLines(name: string, value: string | readonly string[]): string[] {
  if (typeof value === 'string') return [`${name}: ${scalar(value)}`];
  return value.length === 0 ? [] : [`${name}:`, ...value.map((each) => `  - ${scalar(each)}`)];
}

/** A string of JSON is a string of YAML as well. */
function scalar(value: string): string {
  const isPlain =
    (PLAIN.test(value) && !SPECIAL_WORD.test(value) && !value.endsWith(' ')) ||
    DAY_OR_UUID.test(value);
  return isPlain ? value : JSON.stringify(value);
}
