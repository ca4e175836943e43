/** Many conversations in the form of an export, for the measurements of imports and the mirror. */
import { createHash } from 'node:crypto';

export const BEGAN = Date.UTC(2020, 0, 1);
const DAY_MS = 86_400_000;

/** Returns the same UUID for the same kind and number. */
export function idOf(kind: string, number: number): string {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Five talks a day, in which two speakers take turns. */
export const sampleTalks = (count: number, segments: number) =>
  Array.from({ length: count }, (_, number) => ({
    id: idOf('talk', number),
    created_at: new Date(BEGAN + (number * DAY_MS) / 5).toISOString(),
    structured: { title: `Talk ${number}`, overview: 'About the boat.', category: 'other' },
    transcript_segments: Array.from({ length: segments }, (_, at) => ({
      text: `Sentence ${at} of talk ${number} is about the boat and its mast.`,
      is_user: at % 2 === 0,
      speaker_id: at % 2,
      start: at * 4,
      end: at * 4 + 3,
    })),
  }));
