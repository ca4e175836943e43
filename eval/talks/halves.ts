/** Splits the talks of this folder into the half for development and the held half. */
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { readTalks, type Talk } from '../../training/talks.ts';

export const HALVES = ['seen', 'held'] as const;
export type Half = (typeof HALVES)[number];

/** The half depends only on the name of the talk, so a new talk moves no other. */
export function halfOf(slug: string): Half {
  const [first] = createHash('sha256').update(slug).digest();
  return HALVES[first! % 2]!;
}

export const folderOf = (half: Half) => fileURLToPath(new URL(half, import.meta.url));

export const talksOf = (half: Half): Talk[] => readTalks(folderOf(half));
