/**
 * The format of backup archives, version 1 (docs/operating.md describes it): a gzipped tar with the
 * entries `backup.json`, `secret`, `files/…`, `database.json`, `tables/…`, `objects/…` and
 * `manifest.json`.
 */
import { z } from 'zod';

export const BACKUP_FORMAT = 'commonplace-backup';
export const BACKUP_VERSION = 1;

export const BACKUP_HEAD = 'backup.json';
export const DATABASE = 'database.json';
export const SECRET = 'secret';
export const BACKUP_MANIFEST = 'manifest.json';

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

/** The limits of a text entry, which is read as a whole. */
export const MAX_PART_BYTES = 256 * 1024 * 1024;
/** The limits of the expansion of an archive. JSON with many equal rows shrinks to a fiftieth. */
export const MAX_BACKUP_EXPANSION = 250;
export const FREE_BACKUP_BYTES = 64 * 1024 * 1024;

/** The first entry, from which a reader learns whether it can read the rest. */
export const BackupHead = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.int(),
  created_at: z.string(),
});
export type BackupHead = z.infer<typeof BackupHead>;

/** Precedes the tables. */
export const DatabaseFacts = z.object({
  /** The number of the newest migration of the database. */
  schema: z.int(),
  kind: z.enum(['embedded', 'postgresql']),
});

export type DatabaseFacts = z.infer<typeof DatabaseFacts>;

const Digest = z.string().regex(/^[0-9a-f]{64}$/);

/** The last entry. An archive without it is incomplete. */
export const BackupManifest = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.int(), sha256: Digest })),
  files: z.array(z.object({ path: z.string(), bytes: z.int(), sha256: Digest })),
  /** The files of the store. Older archives have none. */
  objects: z
    .object({
      stored: z.int(),
      /** The names of objects that the store had lost. */
      missing: z.array(z.uuid()),
    })
    .default({ stored: 0, missing: [] }),
  sequences: z.array(
    z.object({
      table: z.string(),
      column: z.string(),
      last_value: z.string().regex(/^-?\d+$/),
      is_called: z.boolean(),
    }),
  ),
  /** True when the archive contains the secret of the database. */
  has_secret: z.boolean(),
});
export type BackupManifest = z.infer<typeof BackupManifest>;
