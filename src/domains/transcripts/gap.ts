import { z } from 'zod';

export const GapReason = z
  .enum(['waiting', 'failed', 'language', 'lost', 'unclear'])
  .describe(
    '`waiting`: the sound is not transcribed yet. `failed`: the recogniser crashed on the ' +
      'sound repeatedly. `language`: no recogniser of this service supports the language. ' +
      '`lost`: the sound no longer exists. `unclear`: somebody spoke, but the recogniser could ' +
      'only guess the words.',
  );
export type GapReason = z.output<typeof GapReason>;

export const Gap = z
  .object({
    start: z.number().describe('Seconds from the start of the conversation.'),
    end: z.number().describe('Seconds from the start of the conversation.'),
    reason: GapReason,
  })
  .meta({ id: 'ConversationGap' });
export type Gap = z.output<typeof Gap>;

export interface StoredGap extends Gap {
  /** The journal with the sound; null when no journal has it. */
  journal: string | null;
}

/** A period of sound by the wall clock, in milliseconds. */
export interface SoundSpan {
  from: number;
  until: number;
}

/** Formats the gap as a line in an exported transcript. */
export function gapNote({ start, end }: Pick<Gap, 'start' | 'end'>): string {
  return `${Math.max(1, Math.round(end - start))} s not understood`;
}
