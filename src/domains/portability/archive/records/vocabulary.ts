import { z } from 'zod';
import { comparable, textKey } from '../../../../core/text.ts';
import * as f from './fields.ts';
import { hexOf } from './kind.ts';
import type { ArchiveKind } from './kind.ts';

export const vocabulary: ArchiveKind = {
  name: 'vocabulary',
  table: 'vocabulary',
  key: ['id'],
  derived: ({ word }) => ({ word_key: hexOf(textKey(comparable(word as string))) }),
  sameBy: 'word_key',
  shape: z.strictObject({
    id: f.id,
    word: f.words(1_000),
    learned: f.flag,
    place: f.integer,
    created_at: f.time,
  }),
};
