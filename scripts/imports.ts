/** Which files the source of a file imports, for the checks and drawings of the structure. */
import { dirname, join, normalize } from 'node:path';

export function importsOf(path: string, text: string): { target: string; line: number }[] {
  const imports = text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)'(\.[^']+)'/gm);
  return [...imports].map(({ 1: target, index }) => ({
    target: normalize(join(dirname(path), target!)),
    line: lineOf(text, index),
  }));
}

export const lineOf = (text: string, index: number): number =>
  text.slice(0, index).split('\n').length;

/** The engine of `src/engines` that a file belongs to. */
export const engineOf = (path: string): string | undefined =>
  /^src\/engines\/([^/]+)\//.exec(path)?.[1];
