/** The report of an import: the records that were stored, and the problems. */
import { z } from 'zod';

const MAX_PROBLEMS = 100;

export const ImportReport = z
  .object({
    kinds: z
      .array(
        z.object({
          kind: z
            .string()
            .describe('The kind of records.')
            .meta({ examples: ['conversations'] }),
          created: z.int().describe('The number of new records.'),
          unchanged: z.int().describe('Records that were here already.'),
          refused: z.int().describe('Records that do not fit; `problems` tells why.'),
        }),
      )
      .describe('The numbers for each kind of record.'),
    problems: z
      .array(
        z.object({
          where: z.string().describe('The file and the line or record.'),
          message: z.string().describe('The problem.'),
        }),
      )
      .describe(`At most ${MAX_PROBLEMS}.`),
    ignored: z.array(z.string()).describe('The files of an archive that were not read.'),
  })
  .meta({
    id: 'ImportReport',
    description: 'The number of records of each kind, and the problems.',
  });
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
