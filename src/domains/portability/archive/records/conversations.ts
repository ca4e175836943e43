/** The shapes of the JSON in conversations. */
import { z } from 'zod';
import { CATEGORIES, MAKERS } from '../../../../engines/understanding/maker.ts';
import type { Row } from '../../../../storage/archive/rows.ts';
import { AppResult, Geolocation } from '../../../conversations/conversation.ts';
import { Photo } from '../../../conversations/photo.ts';
import { GapReason } from '../../../transcripts/gap.ts';
import * as f from './fields.ts';
import type { ArchiveKind } from './kind.ts';

const Event = z.looseObject({
  title: f.words(1_000),
  start: z.iso.datetime({ offset: true }),
  description: f.words(10_000).optional(),
  duration: f.number.optional(),
  created: z.boolean().optional(),
});

const Gap = z.strictObject({
  start: f.number,
  end: f.number,
  reason: GapReason,
  journal: z.null(),
});

/** Sound that waits for its words stays in this service, so elsewhere it is lost. */
function outgoing(row: Row): Row {
  const gaps = row['gaps'] as { start: number; end: number; reason: string }[];
  return {
    ...row,
    gaps: gaps.map(({ start, end, reason }) => ({
      start,
      end,
      reason: reason === 'waiting' ? 'lost' : reason,
      journal: null,
    })),
  };
}

const parent = 'conversation_id';

export const conversations: ArchiveKind = {
  name: 'conversations',
  table: 'conversations',
  where: `status IN ('completed', 'failed')`,
  outgoing,
  shapes: {
    status: z.enum(['completed', 'failed']),
    category: z.enum(CATEGORIES),
    understood_by: z.enum(MAKERS),
    events: f.items(Event),
    external_data: f.metadata,
    metadata: f.metadata,
    geolocation: Geolocation,
    photos: f.items(Photo),
    apps_results: f.items(AppResult),
    gaps: f.items(Gap),
  },
  children: [
    {
      field: 'segments',
      table: 'segments',
      parent,
      shapes: {
        translations: f.items(z.looseObject({ lang: f.words(20), text: f.words() })),
        words: z.array(z.unknown()),
      },
    },
    { field: 'voices', table: 'speaker_prints', parent },
    { field: 'dismissed', table: 'dismissed', parent },
  ],
};
