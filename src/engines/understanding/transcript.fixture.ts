import type { Transcript } from './maker.ts';

export type Line = [speaker: string, text: string];

/** A talk on Friday 20 November 2026 at nine in the morning in New York; the user is Anna. */
export function transcriptOf(lines: Line[], more: Partial<Transcript> = {}): Transcript {
  const speakers = [...new Set(lines.map(([speaker]) => speaker))];
  return {
    started_at: new Date('2026-11-20T14:00:00Z'),
    timezone: 'America/New_York',
    language: 'en',
    user_name: 'Anna',
    known_memories: [],
    rejected_memories: [],
    ...more,
    segments: lines.map(([speaker, text], index) => ({
      id: `segment-${index}`,
      text,
      speaker_id: speakers.indexOf(speaker),
      speaker_name: speaker,
      is_user: speaker === 'Anna',
      start: index * 5,
      end: index * 5 + 4,
      confidence: 0.9,
    })),
  };
}
