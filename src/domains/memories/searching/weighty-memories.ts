import { userOf } from '../../../kit/context.ts';
import type { Context } from '../../../kit/context.ts';
import { selectWeighty } from './weighty-memories.sql.ts';

/**
 * Words of facts that say who a person is: home, work, family, health, languages, in English, German
 * and Spanish. This is a regular expression of PostgreSQL, in which `\m` is the beginning of a
 * word.
 */
const IDENTITY = [
  'lives?|lived|live in|home is|comes? from|was born|moved to',
  'works? (as|at|in|for)|is an? |studies|retired|job|employer',
  'married|wife|husband|partner|child(ren)?|kids?|sons?|daughters?|mother|father|sisters?|brothers?',
  'allerg(ic|y|ies)|diabet|asthma|vegan|vegetarian|celiac|blood type|birthday|name is|called|speaks',
  'wohn(e|t)|arbeite[tn]?|bin|heiße|verheiratet|frau|mann|kind(er)?|tochter|sohn|mutter|vater|schwester|bruder',
  'allergisch|geburtstag|spreche|spricht|studiere|vegetarisch',
  'viv(o|e) en|trabaj(o|a)|soy|me llamo|casad[oa]|espos[oa]|hij[oa]s?|madre|padre|herman[oa]s?',
  'alérgic[oa]|cumpleaños|habl(o|a)|estudi(o|a)|vegetarian[oa]',
]
  .map((words) => `\\m(${words})\\M`)
  .join('|');

/**
 * Returns the texts of the facts that say most about the user: first facts about who the user is,
 * then facts that the user wrote or confirmed, then the others; the newest first.
 */
export function weightyMemories(context: Context, most: number): Promise<string[]> {
  return selectWeighty(context.db, userOf(context), { identity: IDENTITY, most });
}
