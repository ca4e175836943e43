import { sql } from 'kysely';
import { defineFilters } from '../queries/filters/filters.ts';
import { linksOfRecords } from '../queries/filters/links.ts';
import { byId, byOwnTime, byTime } from '../queries/filters/sorts.ts';

/** The filters and orders of lists of action items. */
export const actionItemFilters = defineFilters({
  times: {
    created: sql`created_at`,
    updated: sql`updated_at`,
    due: sql`due_at`,
    done: sql`completed_at`,
  },
  flags: { completed: sql`completed`, manually_added: sql`heard_as IS NULL` },
  words: { source: sql`source`, external_id: sql`external_id` },
  lists: {},
  links: linksOfRecords,
  text: [sql`description`],
  metadata: sql`metadata`,
  sorts: {
    created_desc: byId('DESC'),
    created_asc: byId('ASC'),
    updated_desc: byOwnTime('updated_at', 'DESC'),
    updated_asc: byOwnTime('updated_at', 'ASC'),
    due_asc: byTime('due_at', 'ASC'),
    due_desc: byTime('due_at', 'DESC'),
  },
  usual: 'created_desc',
});
