import type { LiveSegment } from '../../../client/src/index.ts';
import * as m from '../paraglide/messages.js';
import { colourOfPerson, COLOURS, MY_COLOUR } from '../people/colours.ts';

/** Consecutive words of one speaker, or one note. */
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
  /** The number of the colour. */
  colour: number;
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
      !isNote(segment) &&
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

/** The speakers by key. A voice without a name gets a colour that nobody else here has. */
function speakersOf(segments: readonly LiveSegment[]): Map<string, Speaker> {
  const first = new Map<string, LiveSegment>();
  for (const segment of segments) {
    if (!first.has(keyOf(segment))) first.set(keyOf(segment), segment);
  }
  const named = [...first.values()].map(colourOf);
  const free = Array.from({ length: COLOURS }, (_, colour) => colour).filter(
    (colour) => colour !== MY_COLOUR && !named.includes(colour),
  );
  const rest = free.length > 0 ? free : [MY_COLOUR + 1];
  let unknown = 0;
  return new Map(
    [...first].map(([key, segment], at) => {
      const colour = named[at] ?? rest[unknown++ % rest.length]!;
      return [key, { key, name: nameOf(segment), colour }];
    }),
  );
}

/** Null for a voice without a name. */
function colourOf({ is_user, person_id }: LiveSegment): number | null {
  if (is_user) return MY_COLOUR;
  return person_id === null ? null : colourOfPerson(person_id);
}

/** The service gives this number to notes that the user typed beside the talk. */
const NOTES = 900;
export const isNote = ({ speaker_id, is_user }: LiveSegment): boolean =>
  is_user && speaker_id === NOTES;

function keyOf(segment: LiveSegment): string {
  const { is_user, person_id, speaker_id } = segment;
  if (isNote(segment)) return 'note';
  if (is_user) return 'user';
  return person_id ?? `speaker-${speaker_id}`;
}

/** Returns the name of the speaker of a segment, as the reader says it. */
export function nameOf(segment: LiveSegment): string {
  const { is_user, speaker_name, speaker_id } = segment;
  if (isNote(segment)) return m.your_note();
  if (is_user) return m.you();
  // The service names unknown speakers by their number, also in the overview and in exports.
  if (speaker_name && !/^(?:SPEAKER_|Speaker )\d+$/.test(speaker_name)) return speaker_name;
  return m.speaker_number({ number: speaker_id });
}
