import type { Heard } from '../transcripts/segment-assembler.ts';
import type { SuggestedTranscript } from './message.ts';

/** The assumed pace of speech for clients that send no times. */
const MS_PER_WORD = 400;

/**
 * Converts segments that a client transcribed. `openedAt` is the wall-clock time (ms) of second 0
 * of these segments. Segments without a duration get the time that their words take to speak.
 * Segments without times end when they arrive and begin after the previous words (`after`).
 */
export function heardOf(
  { segments, stt_provider }: SuggestedTranscript,
  { openedAt, after, now }: { openedAt: number; after: number; now: number },
): Heard[] {
  const lasting = segments.map(({ text }) => text.trim().split(/\s+/).length * MS_PER_WORD);
  const isTimed = segments.some(({ start, end }) => start > 0 || end > 0);
  const whole = lasting.reduce((sum, ms) => sum + ms, 0);
  let from = isTimed ? openedAt : Math.max(after, now - whole);
  const times = segments.map(({ start, end }, index) => {
    const begin = isTimed ? openedAt + start * 1000 : from;
    from = end > start ? openedAt + end * 1000 : Math.max(begin, from) + lasting[index]!;
    return { start: end > start ? begin : from - lasting[index]!, end: from };
  });
  return segments.map((segment, index) => ({
    text: segment.text.trim(),
    ...times[index]!,
    words: [],
    speaker_id: segment.speaker_id ?? speakerNumber(segment.speaker),
    is_user: segment.is_user,
    person_id: segment.person_id ?? null,
    person_name: null,
    stt_provider: stt_provider ?? 'client',
    voice_checked: false,
    voice_verdict: null,
    print: null,
  }));
}

function speakerNumber(label: string | undefined): number {
  return Number(/(\d+)$/.exec(label ?? '')?.[1] ?? 0);
}
