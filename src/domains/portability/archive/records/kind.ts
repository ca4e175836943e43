import type { z } from 'zod';
import type { Row } from '../../../../storage/archive/rows.ts';

/** The shapes of columns, where the database does not know enough of them. */
export type Shapes = Readonly<Record<string, z.ZodType>>;

/** Records that belong to a record of a kind, and are part of its line. */
export interface Children {
  /** The field of the line that lists them. */
  field: string;
  table: string;
  /** The column with the id of the record they belong to. */
  parent: string;
  shapes?: Shapes;
}

/** Records of one kind: a file of the archive with a line of JSON for each. */
export interface ArchiveKind {
  /** The name in reports; the file is `NAME.jsonl`. */
  name: string;
  table: string;
  /** A condition for records that leave the service. */
  where?: string;
  shapes?: Shapes;
  children?: readonly Children[];
  /** Changes a stored row before it leaves. */
  outgoing?(row: Row): Row;
  /** Returns the columns that are derived from others, such as keys of unique indexes. */
  derived?(row: Row): Row;
  /** The derived column that identifies the same record under another id. */
  sameBy?: string;
}

export const fileNameOf = ({ name }: Pick<ArchiveKind, 'name'>): string => `${name}.jsonl`;

export const hexOf = (data: Buffer): string => `\\x${data.toString('hex')}`;
