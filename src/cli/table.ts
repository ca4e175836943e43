/** A list for people at a terminal; in a pipe, its cells are separated by tabs. */
export interface Table {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Makes a table of items, with a column for each name. */
export function table<Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => string>>,
): Table {
  const cells = Object.values(columns);
  return {
    head: Object.keys(columns),
    rows: items.map((item) => cells.map((cell) => oneLine(cell(item)))),
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const charactersOf = (text: string) =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);
/** Emoji and East Asian characters take two columns. */
const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;
const widthOf = (text: string): number =>
  charactersOf(text).reduce((sum, each) => sum + (WIDE.test(each) ? 2 : 1), 0);
const GAP = '  ';

export function renderTable({ head, rows }: Table, columns: number | undefined): string {
  if (columns === undefined) return rows.map((row) => row.join('\t')).join('\n');
  if (rows.length === 0) return 'Nothing.';
  const widths = head.map((name, at) =>
    Math.max(widthOf(name), ...rows.map((row) => widthOf(row[at]!))),
  );
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, at) =>
          at === row.length - 1 ? cell : cell + ' '.repeat(widths[at]! - widthOf(cell)),
        )
        .join(GAP),
    )
    .map((line) => cut(line, columns))
    .join('\n');
}

function cut(line: string, columns: number): string {
  if (widthOf(line) <= columns) return line.trimEnd();
  let width = 0;
  const kept: string[] = [];
  for (const each of charactersOf(line)) {
    width += widthOf(each);
    if (width > columns - 1) break;
    kept.push(each);
  }
  return `${kept.join('')}…`;
}
