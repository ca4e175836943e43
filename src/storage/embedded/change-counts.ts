import type { CountChanges } from '../calls/kept-answers.ts';

interface Watched {
  writes: RegExp;
  changes: number;
}

/**
 * Counts the statements that may change a table. A statement counts before it is sent and again
 * after its answer, so that a look-up that overlaps it sees a different number.
 */
export class ChangeCounts {
  readonly #watched: Watched[] = [];

  of(tables: readonly string[]): CountChanges {
    const names = tables.join('|');
    const writes = new RegExp(`\\b(?:insert into|update|delete from)\\s+"?(?:${names})\\b`, 'i');
    const watched = { writes, changes: 0 };
    this.#watched.push(watched);
    return () => watched.changes;
  }

  /** Counts a statement now, and returns a function that counts its end. */
  begin(text: string): () => void {
    const changed = this.#watched.filter(({ writes }) => writes.test(text));
    const count = () => changed.forEach((watched) => (watched.changes += 1));
    count();
    return count;
  }
}
