import type { LiveSegment } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';

/** Consecutive words of one speaker. */
export interface Turn {
  id: string;
  speaker: Speaker;
  start: number;
  segments: LiveSegment[];
}

interface Speaker {
  /** Equal for all turns of a speaker. */
  key: string;
  name: string;
  /** Determines the colour of the speaker. */
  index: number;
}

/** After a silence of this length, the same speaker begins a new paragraph. */
const LONG_SILENCE_SECONDS = 20;
/** The maximum length of a paragraph. Longer paragraphs are hard to read. */
const MAX_CHARACTERS = 900;

export function turnsOf(segments: readonly LiveSegment[]): Turn[] {
  const speakers = speakersOf(segments);
  const turns: Turn[] = [];
  let length = 0;
  for (const segment of segments) {
    const speaker = speakers.get(keyOf(segment))!;
    const last = turns.at(-1);
    const goesOn =
      last?.speaker === speaker &&
      segment.start - last.segments.at(-1)!.end < LONG_SILENCE_SECONDS &&
      length < MAX_CHARACTERS;
    if (goesOn) {
      last.segments.push(segment);
      length += segment.text.length;
    } else {
      turns.push({ id: segment.id, speaker, start: segment.start, segments: [segment] });
      length = segment.text.length;
    }
  }
  return turns;
}

/** Adds the segments of live speech. A segment that has grown arrives again with the same id. */
export function withHeard(
  known: readonly LiveSegment[],
  heard: readonly LiveSegment[],
): LiveSegment[] {
  const byId = new Map([...known, ...heard].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => a.start - b.start);
}

/** The speakers by key, numbered in the order in which they first speak. */
function speakersOf(segments: readonly LiveSegment[]): Map<string, Speaker> {
  const speakers = new Map<string, Speaker>();
  for (const segment of segments) {
    const key = keyOf(segment);
    if (!speakers.has(key)) {
      speakers.set(key, { key, name: nameOf(segment), index: speakers.size });
    }
  }
  return speakers;
}

function keyOf({ is_user, person_id, speaker_id }: LiveSegment): string {
  if (is_user) return 'user';
  return person_id ?? `speaker-${speaker_id}`;
}

function nameOf({ is_user, speaker_name, speaker_id }: LiveSegment): string {
  if (is_user) return m.you();
  // The service names unknown speakers by their number, also in the overview and in exports.
  if (speaker_name && !/^(?:SPEAKER_|Speaker )\d+$/.test(speaker_name)) return speaker_name;
  return m.speaker_number({ number: speaker_id });
}
