/** The few values that rows and arguments share, so that conditions meet rows on both of their sides. */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { idOf } from '../../src/testing/statements/codec.ts';

/** The account that asks, and one with rows that it must not reach. */
export const USERS = ['anna', 'berta'] as const;
export const WORDS = [
  'amber',
  'birch',
  'cedar',
  'delta',
  'ember',
  'fjord',
  'glade',
  'heath',
  'inlet',
  'junco',
  'knoll',
  'larch',
] as const;
export const HEX = Array.from({ length: 16 }, (_, at) =>
  `${(at + 1).toString(16)}0`.padStart(4, '0').repeat(8),
);

/** Past for all clocks, except for some times that are in the future for all. */
const BEGIN_MS = Date.parse('2020-03-01T00:00:00Z');
const FAR_MS = Date.parse('2099-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;

export function timeOf(at: number): string {
  const from = at % 6 === 5 ? FAR_MS : BEGIN_MS;
  // Rows with the same time show the second expression of an order.
  if (at % 5 < 2) return new Date(from + ((at % 2) + 1) * 48 * HOUR_MS).toISOString();
  return new Date(from + (at % 193) * HOUR_MS + (at % 3_571) * 1_000).toISOString();
}

export function hashOf(...words: readonly string[]): number {
  return createHash('sha256').update(words.join('\0')).digest().readUInt32LE();
}

const LITERAL = /(\w+)'?(?:,)?\s*'?(?:=|<>|IN|!=)'?,?\s*\(?'([a-z_]+)'/g;

/** Returns the words that statements compare with a column, by the name of the column. */
export function wordsInSources(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of globSync('src/domains/**/*.sql.ts').toSorted()) {
    for (const [, name, word] of readFileSync(file, 'utf8').matchAll(LITERAL)) {
      found.set(name!, (found.get(name!) ?? new Set()).add(word!));
    }
  }
  return new Map([...found].map(([name, words]) => [name, [...words]]));
}

const REASONS = ['language', 'lost', 'recogniser'];

/** A value of a `jsonb` column: the fields that statements read, whatever the column. */
export function thing(at: number, kind: 'list' | 'object', column = ''): unknown {
  if (kind === 'list')
    return Array.from({ length: at % 3 }, (_, index) => thing(at + index * 11, 'object', column));
  const word = (step: number) => WORDS[(at + step) % 6];
  return {
    id: idOf((at % 6) + 1),
    conversation_id: idOf((at % 4) + 1),
    segment_id: idOf(((at + 1) % 4) + 1),
    photo_id: idOf((at % 3) + 1),
    app_id: word(1),
    at: timeOf(at * 31),
    journal: at % 2 === 0 ? word(2) : null,
    reason: REASONS[at % 3],
    content: word(3),
    text: word(4),
    words: word(5),
    title: word(0),
    duration: at % 50,
    start: column === 'events' ? timeOf(at * 17) : at % 7,
    end: (at % 7) + 2,
    discarded: at % 2 === 0,
  };
}
