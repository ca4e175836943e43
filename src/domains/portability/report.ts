/**
 * The report of an import: the records that were stored, and the problems. A process that goes on with
 * the import of a killed one does all steps again and counts only those that were not yet counted.
 */
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

/** A report in the database, with the number of steps that it counts. */
export type StoredReport = ImportReport & { steps?: number };
type Outcome = 'created' | 'unchanged' | 'refused';
type Counts = Partial<Record<Outcome, number>>;

const NOTHING: StoredReport = { kinds: [], problems: [], ignored: [] };

export class Report {
  readonly #kinds = new Map<string, ImportReport['kinds'][number]>();
  readonly #problems: ImportReport['problems'];
  readonly #ignored: string[];
  /** The steps of the killed process, and those of this one. */
  readonly #stepsBefore: number;
  #steps = 0;

  constructor(stored?: StoredReport) {
    // Earlier versions did not count the steps.
    const isCounted = stored?.steps !== undefined;
    const { kinds, problems, ignored, steps = 0 } = isCounted ? stored : NOTHING;
    for (const each of kinds) this.#kinds.set(each.kind, { ...each });
    this.#problems = [...problems];
    this.#ignored = [...ignored];
    this.#stepsBefore = steps;
  }

  /** Counts the outcomes of one step. */
  count(kind: string, counts: Counts): void {
    const { created = 0, unchanged = 0, refused = 0 } = counts;
    const isNew = this.#isNextNew();
    // A step is repeated if the user has deleted its records in the meantime.
    if (!isNew && created === 0) return;
    const known = this.#kinds.get(kind) ?? { kind, created: 0, unchanged: 0, refused: 0 };
    known.created += created;
    if (isNew) {
      known.unchanged += unchanged;
      known.refused += refused;
    }
    this.#kinds.set(kind, known);
  }

  refuse(kind: string, where: string, message: string): void {
    if (this.#steps >= this.#stepsBefore) this.#tell(where, message);
    this.count(kind, { refused: 1 });
  }

  /** Tells something about a file of which nothing was left out. */
  note(where: string, message: string): void {
    if (this.#isNextNew()) this.#tell(where, message);
  }

  /** Names a file of an archive that was not read. */
  ignore(name: string): void {
    if (this.#isNextNew()) this.#ignored.push(name);
  }

  /** Returns the report as it is after a step, to be stored with the records of the step. */
  after(kind: string, counts: Counts): StoredReport {
    const next = new Report({ ...this.toJSON(), steps: this.#stepsBefore });
    next.#steps = this.#steps;
    next.count(kind, counts);
    return next.toJSON();
  }

  toJSON(): StoredReport {
    return {
      kinds: [...this.#kinds.values()],
      problems: this.#problems,
      ignored: this.#ignored.slice(0, MAX_PROBLEMS),
      steps: Math.max(this.#steps, this.#stepsBefore),
    };
  }

  #isNextNew(): boolean {
    this.#steps += 1;
    return this.#steps > this.#stepsBefore;
  }

  #tell(where: string, message: string): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push({ where, message });
  }
}
