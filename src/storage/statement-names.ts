import { createHash } from 'node:crypto';

const names = new Map<string, string>();
/** Texts that differ only by data would fill the session with plans; beyond this, none is kept. */
const MOST_NAMES = 2_000;

/**
 * The name under which PostgreSQL keeps the plan of a statement: the hash of its text. A named
 * statement costs half of an unnamed one.
 */
export function statementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= MOST_NAMES) return known;
  const name = createHash('sha1').update(text).digest('base64url').slice(0, 16);
  names.set(text, name);
  return name;
}
