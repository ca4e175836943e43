import { sql } from 'kysely';
import { z } from 'zod';
import { defineFilters } from '../queries/filters/filters.ts';
import { linksOfRecords } from '../queries/filters/links.ts';
import { byId, byOwnTime, byText } from '../queries/filters/sorts.ts';

/** The filters and orders of lists of memories. */
export const memoryFilters = defineFilters({
  times: { created: sql`created_at`, updated: sql`updated_at` },
  flags: {
    reviewed: sql`reviewed`,
    edited: sql`edited`,
    manually_added: sql`manually_added`,
    contradicted: sql`(contradicted_by IS NOT NULL)`,
  },
  words: { visibility: sql`visibility`, source: sql`source`, external_id: sql`external_id` },
  lists: { tags: sql`tags` },
  links: linksOfRecords,
  text: [sql`content`],
  metadata: sql`metadata`,
  sorts: {
    created_desc: byId('DESC'),
    created_asc: byId('ASC'),
    updated_desc: byOwnTime('updated_at', 'DESC'),
    updated_asc: byOwnTime('updated_at', 'ASC'),
    scoring_desc: byText('scoring', 'DESC', {
      by: sql`scoring COLLATE "C"`,
      value: z.string().regex(/^[\d_]+$/),
    }),
    manual_first: byText('manually_added', 'DESC', {
      type: sql`boolean`,
      value: z.enum(['true', 'false']),
    }),
  },
  usual: 'scoring_desc',
});
