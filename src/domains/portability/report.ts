/** The report of an import: the records that were stored, and the problems. */
import { z } from 'zod';

const MAX_PROBLEMS = 100;

export const ImportReport = z
  .object({
    kinds: z.array(
      z.object({
        kind: z.string().meta({ examples: ['conversations'] }),
        created: z.int(),
        unchanged: z.int().describe('Records that were here already.'),
        refused: z.int().describe('Records that do not fit; `problems` tells why.'),
      }),
    ),
    problems: z
      .array(z.object({ where: z.string(), message: z.string() }))
      .describe(`At most ${MAX_PROBLEMS}.`),
    ignored: z.array(z.string()).describe('The files of an archive that were not read.'),
  })
  .meta({ id: 'ImportReport' });
export type ImportReport = z.output<typeof ImportReport>;

type Outcome = 'created' | 'unchanged' | 'refused';

export class Report {
  readonly #kinds = new Map<string, ImportReport['kinds'][number]>();
  readonly #problems: ImportReport['problems'] = [];
  readonly ignored: string[] = [];

  count(kind: string, outcome: Outcome, number = 1): void {
    const known = this.#kinds.get(kind);
    const counts = known ?? { kind, created: 0, unchanged: 0, refused: 0 };
    counts[outcome] += number;
    this.#kinds.set(kind, counts);
  }

  refuse(kind: string, where: string, message: string): void {
    this.count(kind, 'refused');
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ where, message });
  }

  toJSON(): ImportReport {
    return {
      kinds: [...this.#kinds.values()],
      problems: this.#problems,
      ignored: this.ignored.slice(0, MAX_PROBLEMS),
    };
  }
}
