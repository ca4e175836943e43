import { sql } from 'kysely';
import { defineFilters } from '../queries/filters/filters.ts';
import { byId, byOwnTime, byText } from '../queries/filters/sorts.ts';

const LOWER_NAME = sql`lower(name) COLLATE "C"`;

/** The filters and orders of lists of people. */
export const personFilters = defineFilters({
  times: { created: sql`created_at`, updated: sql`updated_at` },
  flags: {},
  words: {},
  lists: {},
  links: {},
  text: [sql`name`],
  sorts: {
    created_asc: byId('ASC'),
    created_desc: byId('DESC'),
    updated_desc: byOwnTime('updated_at', 'DESC'),
    name_asc: byText('sort_key', 'ASC', { by: LOWER_NAME, key: LOWER_NAME }),
  },
  usual: 'created_asc',
});
