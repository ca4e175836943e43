import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { readPages, readRowsOf } from '../../../storage/archive/rows.ts';
import type { Row } from '../../../storage/archive/rows.ts';
import type { DescribedKind } from './records/described.ts';

/**
 * The ids of records to which others refer. A person or folder of the account with the same name
 * replaces the one of the archive, and a reference to nothing becomes empty.
 */
export class References {
  readonly #context: Context;
  readonly #known = new Map<string, Map<string, string>>();

  constructor(context: Context) {
    this.#context = context;
  }

  /** Returns the row as it refers to records of the account. */
  resolved(row: Row): Row {
    const resolved = { ...row };
    for (const [field, kind] of Object.entries(REFERENCES)) {
      const id = row[field];
      if (typeof id === 'string') resolved[field] = this.#known.get(kind)?.get(id) ?? null;
    }
    if (Array.isArray(row['segments'])) {
      resolved['segments'] = (row['segments'] as Row[]).map((each) => this.resolved(each));
    }
    return resolved;
  }

  /** Notes the records of the account that have the names of these rows. */
  async match(
    { name, table, sameBy, derived }: DescribedKind,
    rows: readonly Row[],
  ): Promise<void> {
    if (!sameBy || rows.length === 0) return;
    const keys = new Map(rows.map((row) => [row['id'] as string, derived!(row)[sameBy] as string]));
    const values = [...keys.values()].map((hex) => Buffer.from(hex.slice(2), 'hex'));
    const stored = { table, columns: ['id', sameBy], key: ['id'] };
    const by = { column: sameBy, values, type: 'bytea' };
    const { db } = this.#context;
    const same = await readRowsOf(db, userOf(this.#context), stored, by);
    const ids = new Map(
      same.map((row) => [`\\x${(row[sameBy] as Buffer).toString('hex')}`, row['id'] as string]),
    );
    const known = this.#of(name);
    for (const [id, key] of keys) if (ids.has(key)) known.set(id, ids.get(key)!);
  }

  /** Notes all records of a kind that others refer to. */
  async learn(kind: DescribedKind): Promise<void> {
    if (!Object.values(REFERENCES).includes(kind.name)) return;
    const known = this.#of(kind.name);
    const { db } = this.#context;
    const stored = { ...kind, columns: ['id'] };
    for await (const page of readPages(db, userOf(this.#context), stored, 1_000)) {
      for (const { id } of page) known.set(id as string, id as string);
    }
  }

  #of(kind: string): Map<string, string> {
    const known = this.#known.get(kind) ?? new Map<string, string>();
    this.#known.set(kind, known);
    return known;
  }
}

const REFERENCES: Readonly<Record<string, string>> = {
  folder_id: 'folders',
  person_id: 'people',
  chat_session_id: 'chat-sessions',
};
