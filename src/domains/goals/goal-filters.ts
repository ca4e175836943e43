import { sql } from 'kysely';
import { z } from 'zod';
import { defineFilters } from '../queries/filters/filters.ts';
import { byOwnTime, byTime } from '../queries/filters/sorts.ts';
import { GOAL_ID } from './goal.ts';

const ids = { id: z.string().regex(GOAL_ID), idType: sql`text` };

/** The filters and orders of lists of goals. */
export const goalFilters = defineFilters({
  times: { created: sql`created_at`, updated: sql`updated_at`, horizon: sql`horizon_at` },
  flags: {},
  words: { status: sql`status`, source: sql`source` },
  lists: {},
  links: {},
  text: [sql`title`, sql`desired_outcome`],
  sorts: {
    created_desc: byOwnTime('created_at', 'DESC', ids),
    created_asc: byOwnTime('created_at', 'ASC', ids),
    updated_desc: byOwnTime('updated_at', 'DESC', ids),
    horizon_asc: byTime('horizon_at', 'ASC', ids),
  },
  usual: 'created_desc',
});
