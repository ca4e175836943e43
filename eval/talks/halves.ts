/** The talks of this folder: those that were read during the work, and those that nobody reads. */
import { fileURLToPath } from 'node:url';
import { readTalks, type Talk } from '../../training/talks.ts';

export const HALVES = ['seen', 'held'] as const;
export type Half = (typeof HALVES)[number];

export const folderOf = (half: Half) => fileURLToPath(new URL(half, import.meta.url));

export const talksOf = (half: Half): Talk[] => readTalks(folderOf(half));
