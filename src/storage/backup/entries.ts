/** The entries of a backup; docs/operating.md describes them. */
import { z } from 'zod';

/** Precedes the tables. */
export const DATABASE = 'database.json';
export const SECRET = 'secret';
/** Follows the tables, whose rows may have taken numbers meanwhile. */
export const SEQUENCES = 'sequences.json';

/** The folders of the data folder that a backup contains. */
export const FILE_FOLDERS = ['uploads', 'sound'] as const;

/** The name of a part of a table, such as `tables/memories/000001.jsonl`. */
export const PART = /^tables\/([a-z_]+(?:\.[a-z_]+)?)\/(\d{6})\.jsonl$/;
/** A path has at most five parts, none of which begins with a dot. */
export const FILE = /^files\/((?:uploads|sound)(?:\/[\w-][\w.-]*){1,4})$/;
/** The name of a process's folder in `sound`, which may be empty. */
export const FOLDER = /^files\/(sound\/[\w-][\w.-]*)\/$/;
/** The name of a file of the store for files. Its content is not encrypted as it is in the store. */
export const OBJECT = /^objects\/([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/;

export const DatabaseFacts = z.object({
  /** The number of the newest migration of the database. */
  schema: z.int(),
  kind: z.enum(['embedded', 'postgresql']),
});
export type DatabaseFacts = z.infer<typeof DatabaseFacts>;

/** The values after which tables continue to number their rows. */
export const Sequences = z.array(
  z.object({
    table: z.string(),
    column: z.string(),
    last_value: z.string().regex(/^-?\d+$/),
    is_called: z.boolean(),
  }),
);
export type Sequences = z.infer<typeof Sequences>;

/** The rows of a table; the checksum is that of its lines. */
export interface TableFacts {
  name: string;
  rows: number;
  sha256: string;
}
