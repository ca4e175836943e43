/**
 * The colour of a person is a part of the id, so the pages know it wherever they know the person.
 * `console/src/people/colours.ts` reads it.
 */
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectIds } from './people.sql.ts';

/** The user has a colour of their own. */
const COLOURS = 7;

const colourOf = (id: string): number => Number.parseInt(id.slice(-4), 16) % COLOURS;

/** Returns an id with the colour that the fewest people have. */
export async function newPersonId(context: Context): Promise<string> {
  const counts = Array.from({ length: COLOURS }, () => 0);
  for (const id of await selectIds(context.db, userOf(context))) counts[colourOf(id)]! += 1;
  const fewest = counts.indexOf(Math.min(...counts));
  let id = context.newId();
  while (colourOf(id) !== fewest) id = context.newId();
  return id;
}
