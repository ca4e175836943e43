import { sql } from 'kysely';
import { defineFilters } from '../queries/filters/filters.ts';
import { linksOfConversations } from '../queries/filters/links.ts';
import { byOwnTime } from '../queries/filters/sorts.ts';
import type { SortedRow } from '../queries/filters/sorts.ts';

const STARTED = sql`coalesce(started_at, created_at)`;

const byStart = (direction: 'ASC' | 'DESC') => ({
  ...byOwnTime('started_at', direction),
  by: STARTED,
  of: ({ started_at, created_at }: SortedRow) => ((started_at ?? created_at) as Date).toISOString(),
});

/** The filters and orders of lists of conversations. */
export const conversationFilters = defineFilters({
  times: { created: sql`created_at`, updated: sql`updated_at`, started: STARTED },
  flags: { starred: sql`starred` },
  words: {
    visibility: sql`visibility`,
    source: sql`source`,
    external_id: sql`external_id`,
    understood_by: sql`understood_by`,
  },
  lists: {},
  links: linksOfConversations,
  text: [sql`title`, sql`overview`],
  metadata: sql`metadata`,
  sorts: {
    created_desc: byOwnTime('created_at', 'DESC'),
    created_asc: byOwnTime('created_at', 'ASC'),
    started_desc: byStart('DESC'),
    started_asc: byStart('ASC'),
    updated_desc: byOwnTime('updated_at', 'DESC'),
    updated_asc: byOwnTime('updated_at', 'ASC'),
  },
  usual: 'created_desc',
});
