/** Where the functions of a `*.sql.ts` can be broken: their conditions and orders. */
import { readFileSync } from 'node:fs';
import { parseSync } from 'oxc-parser';
import { sqlBreaks } from '../sql-mutations.ts';
import type { Break, Node } from '../sql-mutations.ts';

/** A break, and the exported function in which it is; undefined when several functions may use the place. */
export interface FoundBreak extends Break {
  within: string | undefined;
  /** The broken text. */
  text: string;
}

export function breaksIn(file: string): FoundBreak[] {
  const source = readFileSync(file, 'utf8');
  const functions = functionsIn(file, source);
  return sqlBreaks(file, source).map((found) => ({
    ...found,
    text: brokenText(source.slice(found.start, found.end), found.replacement),
    within: functions.find(({ start, end }) => start <= found.start && found.end <= end)?.name,
  }));
}

/** A break of a method's call replaces everything before it as well. */
function brokenText(whole: string, replacement: string): string {
  const at = whole.lastIndexOf('.orderBy(');
  const own = whole.startsWith(replacement)
    ? whole.slice(replacement.length)
    : whole.slice(Math.max(at, 0));
  return own.trim().replace(/\s+/g, ' ');
}

export const roomOf = (file: string): string => file.split('/')[2]!;

/** Counts the places of each function; the name `shared` stands for those that several functions may use. */
export function countPlaces(found: readonly FoundBreak[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { within = 'shared' } of found) counts[within] = (counts[within] ?? 0) + 1;
  return counts;
}

interface Declared {
  name: string;
  start: number;
  end: number;
}

/** The exported functions that run a statement. */
export function functionsIn(file: string, source: string): Declared[] {
  const { body } = parseSync(file, source).program as unknown as { body: Node[] };
  return body.flatMap((node) => {
    const declared =
      node.type === 'ExportNamedDeclaration' ? (node['declaration'] as Node | null) : null;
    if (declared?.type !== 'FunctionDeclaration') return [];
    const { name } = declared['id'] as unknown as { name: string };
    const { start, end } = declared;
    return /Promise<|\.execute/.test(source.slice(start, end)) ? [{ name, start, end }] : [];
  });
}
