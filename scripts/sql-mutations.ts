/** Where a statement can be broken: a condition that is always true, or an order that is reversed. */
import { parseSync } from 'oxc-parser';

export interface Node {
  type: string;
  start: number;
  end: number;
  [field: string]: unknown;
}

export interface Break {
  start: number;
  end: number;
  replacement: string;
  kind: string;
}

export const isNode = (value: unknown): value is Node =>
  typeof (value as Node | null)?.type === 'string';

/** The places in a file that builds statements with `sql` or with the methods of Kysely. */
export function sqlBreaks(file: string, source: string): Break[] {
  const found: Break[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'TaggedTemplateExpression') {
      const { start, end } = node.quasi as Node;
      if (/^sql\b/.test(source.slice(node.start, start)))
        found.push(...breaksIn(source.slice(start + 1, end - 1), start + 1));
    }
    if (node.type === 'CallExpression') found.push(...callBreaks(node, source));
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync(file, source).program as unknown as Node);
  return found;
}

function callBreaks(node: Node, source: string): Break[] {
  const { object, property } = node.callee as { object?: Node; property?: Node };
  if (!object || !property) return [];
  const [whole, name] = [{ start: node.start, end: node.end }, property['name']];
  const before = source.slice(object.start, object.end);
  if (name === 'where' || name === 'having')
    return [{ ...whole, replacement: before, kind: 'condition dropped' }];
  if (name !== 'orderBy') return [];
  const [by, direction] = node.arguments as Node[];
  const column = source.slice(by!.start, by!.end);
  const isFalling = direction?.['value'] === 'desc';
  const replacement = `${before}.orderBy(${column}, '${isFalling ? 'asc' : 'desc'}')`;
  return [{ ...whole, replacement, kind: 'order reversed' }];
}

const ENDS =
  /^(AND|OR|ORDER|GROUP|LIMIT|RETURNING|FOR|UNION|THEN|ELSE|END|WHEN|HAVING|ON|LEFT|JOIN|WINDOW|FETCH|OFFSET|ASC|DESC|NULLS)\b/;

/** The breaks in the text of a statement that begins at `at` in its file. */
function breaksIn(text: string, at: number): Break[] {
  const found: Break[] = [];
  for (const { 0: word, index } of text.matchAll(/\b(WHERE|AND)\s+/g)) {
    if (/\bBETWEEN\s+\S+\s+$/.test(text.slice(0, index)) || isInValue(text, index)) continue;
    const start = index + word.length;
    const end = endOf(text, start);
    if (end > start)
      found.push({
        start: at + start,
        end: at + end,
        replacement: 'true',
        kind: 'condition dropped',
      });
  }
  for (const { 0: word, index } of text.matchAll(/\bORDER BY\s+/g)) {
    if (isInValue(text, index)) continue;
    const start = index + word.length;
    const end = endOf(text, start, true);
    const first = text.slice(start, end);
    const falling = /^\s*DESC\b/.exec(text.slice(end));
    // An order that another place computes is reversed there.
    if (/^\$\{[^}]*\}$/.test(first.trim())) continue;
    found.push({
      start: at + start,
      end: at + end + (falling?.[0].length ?? 0),
      replacement: falling ? first : `${first.trimEnd()} DESC `,
      kind: 'order reversed',
    });
  }
  return found;
}

/** Where a condition ends, or the first expression of an order: at the next keyword or bracket of its level. */
function endOf(text: string, start: number, isOrder = false): number {
  let depth = 0;
  for (let place = start; place < text.length; place += 1) {
    const sign = text[place]!;
    if (sign === '(' || sign === '{') depth += 1;
    else if (sign === ')' || sign === '}') depth -= 1;
    if (depth < 0) return place;
    if (depth > 0) continue;
    if (isOrder && sign === ',') return place;
    if (!/\w/.test(text[place - 1] ?? ' ') && ENDS.test(text.slice(place))) {
      return text.slice(start, place).trimEnd().length + start;
    }
  }
  return text.trimEnd().length;
}

/** True inside of `${…}`. */
function isInValue(text: string, place: number): boolean {
  const open = text.lastIndexOf('${', place);
  return open >= 0 && !text.slice(open, place).includes('}');
}
