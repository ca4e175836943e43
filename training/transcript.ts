import type { Transcript } from '../src/engines/understanding/maker.ts';
import type { Talk } from './talks.ts';

const SECONDS_PER_TURN = 5;

/** Returns a talk as the rules get it from the service. */
export function transcriptOf({ turns, when, language, user }: Talk, timezone: string): Transcript {
  const speakers = [...new Set(turns.map(({ speaker }) => speaker))];
  return {
    started_at: new Date(when),
    timezone,
    language,
    user_name: user,
    known_memories: [],
    rejected_memories: [],
    segments: turns.map(({ speaker, text }, place) => ({
      id: String(place),
      text,
      speaker_id: speakers.indexOf(speaker),
      speaker_name: speaker,
      is_user: speaker === user,
      start: place * SECONDS_PER_TURN,
      end: (place + 1) * SECONDS_PER_TURN - 1,
      confidence: null,
    })),
  };
}
