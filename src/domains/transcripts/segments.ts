import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';

/** What other rooms may ask of the stored segments, and change in them. */
export {
  countSegments,
  countVoices,
  deleteSegments,
  giveSegments,
  insertSegments,
  insertWholeSegments,
  selectPlaces,
  selectSamples,
  selectSegments,
  selectSegmentsFrom,
  updatePieces,
  updateSegmentSpeaker,
  updateSegmentText,
  updateSpeakerNumber,
  updateTranslations,
  upsertSegments,
} from './segments.sql.ts';
export type { NamedSegment, SegmentRow, Speech } from './segments.sql.ts';
export { updateVerdicts } from './verdicts.sql.ts';
export type { JudgedSegment } from './verdicts.sql.ts';

/** Segments are not what they were, or are no more: clients that show them live are told. */
export const segmentsChanged = defineEvent({
  name: 'segments.changed',
  payload: z.object({
    conversation_id: z.string(),
    changed: z.array(z.string()),
    deleted: z.array(z.string()),
  }),
});

export async function tellChanged(
  context: Context,
  payload: z.output<typeof segmentsChanged.payload>,
): Promise<void> {
  await context.outbox.emit(context.db, segmentsChanged, { user_id: userOf(context), payload });
}
