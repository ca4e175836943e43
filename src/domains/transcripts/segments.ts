import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';

/** The changes of stored segments that other rooms may use. */
export {
  countSegments,
  countVoices,
  deleteSegments,
  insertSegments,
  insertWholeSegments,
  moveSegments,
  selectPlaces,
  updateTranslations,
  upsertSegments,
} from './segments.sql.ts';
export { updateVerdicts } from './verdicts.sql.ts';
export type { JudgedSegment } from './verdicts.sql.ts';

/** Tells clients that show these segments that the segments were changed or deleted. */
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
