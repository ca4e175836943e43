import type { Heard } from './assembler.ts';
import type { SuggestedTranscript } from './message.ts';

/** What a client transcribed by itself; `openedAt` is the wall clock (ms) of its second 0. */
export function heardOf(
  { segments, stt_provider }: SuggestedTranscript,
  openedAt: number,
): Heard[] {
  return segments.map((segment) => ({
    text: segment.text.trim(),
    start: openedAt + segment.start * 1000,
    end: openedAt + Math.max(segment.start, segment.end) * 1000,
    words: [],
    speaker_id: segment.speaker_id ?? speakerNumber(segment.speaker),
    is_user: segment.is_user,
    person_id: segment.person_id ?? null,
    person_name: null,
    stt_provider: stt_provider ?? 'client',
    voice_checked: false,
  }));
}

function speakerNumber(label: string | undefined): number {
  return Number(/(\d+)$/.exec(label ?? '')?.[1] ?? 0);
}
