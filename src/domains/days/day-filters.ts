import { sql } from 'kysely';
import { Day } from '../../core/wire.ts';
import { defineFilters } from '../queries/filters/filters.ts';
import { byText } from '../queries/filters/sorts.ts';

const byDay = (direction: 'ASC' | 'DESC') =>
  byText('date', direction, { value: Day, type: sql`date` });

/** The filters and orders of lists of daily summaries. */
export const dayFilters = defineFilters({
  times: { created: sql`created_at`, updated: sql`updated_at` },
  flags: {},
  words: {},
  lists: {},
  links: {},
  text: [sql`headline`, sql`overview`],
  sorts: { date_desc: byDay('DESC'), date_asc: byDay('ASC') },
  usual: 'date_desc',
});
