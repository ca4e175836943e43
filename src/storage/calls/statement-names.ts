import { createHash } from 'node:crypto';
import type { ClientBase, QueryResult, Submittable } from 'pg';
import { WalledQuery, type Asker } from './walled-query.ts';

const names = new Map<string, string>();
/**
 * The maximum number of named statements. Without a limit, statements that differ only in their
 * data would fill the session with plans.
 */
const MAX_NAMES = 2_000;

/**
 * Returns the name under which PostgreSQL keeps the plan of a statement: the hash of its text. A
 * named statement costs half as much as an unnamed one.
 */
function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MAX_NAMES) return known;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
  names.set(text, name);
  return name;
}

/**
 * Runs a statement under its name, for a user behind the wall. Without a user, a text without values
 * may contain several statements.
 */
export function runStatement(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
  asker?: Asker,
): Promise<QueryResult> {
  if (values.length === 0 && !asker) return client.query(text);
  const known = statementName(text);
  if (!asker) {
    return client.query({ text, values: [...values], ...(known && { name: known }) });
  }
  // The plan of a statement depends on the role.
  const name = known && `${known}u`;
  const { promise, resolve, reject } = Promise.withResolvers<QueryResult>();
  const query = new WalledQuery({ text, values: [...values], ...(name && { name }) }, asker);
  query.callback = (error: Error | null, result: QueryResult) =>
    error ? reject(error) : resolve(result);
  client.query(query as unknown as Submittable);
  return promise;
}

export const EMPTY_RESULT: QueryResult = { rows: [], rowCount: 0, command: '', oid: 0, fields: [] };
