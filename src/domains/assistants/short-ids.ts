import { Invalid } from '../../core/errors.ts';
import { SHORT_ID } from '../../core/ids.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectFullIds, TABLES } from './short-ids.sql.ts';
import type { ShortIdKind } from './short-ids.sql.ts';

/**
 * Replaces the short ids in the arguments of a tool with the ids of the records. An argument
 * `memory_id` names a memory; `fetch` has ids like `memory:…`; filters have them like `person_id=…`.
 * A short id without a record stays, and the operation answers that nothing has this id.
 */
export async function withFullIds(
  context: Context,
  given: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const full = await Promise.all(
    Object.entries(given).map(async ([name, value]) => [
      name,
      typeof value === 'string' ? await withFullId(context, name, value) : value,
    ]),
  );
  return Object.fromEntries(full) as Record<string, unknown>;
}

const KINDS = Object.keys(TABLES) as ShortIdKind[];
const ADDRESS = new RegExp(`^(?:(${KINDS.join('|')}):)?([0-9a-f]{16})(#\\S*)?$`);
const IN_FILTER = new RegExp(`\\b(${KINDS.join('|')})_id=([0-9a-f]{16})\\b`, 'g');

async function withFullId(context: Context, name: string, value: string): Promise<string> {
  if (name === 'id') {
    const [, kind, short, place = ''] = ADDRESS.exec(value) ?? [];
    if (!short) return value;
    const kinds = kind ? [kind as ShortIdKind] : KINDS;
    const found = await Promise.all(kinds.map((each) => fullId(context, each, short)));
    const at = found.findIndex((id) => id !== short);
    return at < 0 ? value : `${kinds[at]}:${found[at]}${place}`;
  }
  if (name === 'filter') {
    let filter = value;
    for (const [whole, kind, short] of value.matchAll(IN_FILTER)) {
      filter = filter.replace(
        whole,
        `${kind}_id=${await fullId(context, kind as ShortIdKind, short!)}`,
      );
    }
    return filter;
  }
  const kind = KINDS.find((each) => name === `${each}_id`);
  return kind && SHORT_ID.test(value) ? fullId(context, kind, value) : value;
}

async function fullId(context: Context, kind: ShortIdKind, short: string): Promise<string> {
  const [only, ...others] = await selectFullIds(context.db, userOf(context), { kind, short });
  if (others.length > 0) {
    throw new Invalid(
      `Several records begin and end like ${short}: ${[only, ...others].join(', ')}. Use one of these ids.`,
    );
  }
  return only ?? short;
}
