import type { NewId } from '../../core/ids.ts';
import type { Utterance } from '../../engines/recognition/recogniser.ts';
import { together } from '../../engines/voices/print.ts';
import type { OwnerVerdict, VoicePrint } from '../../engines/voices/print.ts';
import type { Speech } from './segments.ts';
import type { Word } from './timed-words.ts';

/** The stored words of one speaker without a long pause; times are seconds of the conversation. */
export interface AssembledSegment extends Speech {
  id: string;
  text: string;
  speaker_id: number;
  start_seconds: number;
  end_seconds: number;
  confidence: number | null;
  words: Word[];
  stt_provider: string | null;
  /** True when the voice has been compared with known voices. */
  voice_checked: boolean;
  /** The result of the voice check; null when it is undecided. */
  voice_verdict: OwnerVerdict | null;
  /** The voiceprint; set when the voices are compared again at the end of the conversation. */
  print: VoicePrint | null;
}

/** Words from a recogniser or a client, with times in seconds of the conversation. */
export type Heard = Pick<Utterance, 'text' | 'start' | 'end' | 'words'> &
  Speech &
  Pick<
    AssembledSegment,
    'speaker_id' | 'stt_provider' | 'voice_checked' | 'voice_verdict' | 'print'
  >;

/** Converts times on the wall clock (ms) to seconds since the start of the conversation. */
export function sinceStart(heard: Heard, started_at: number): Heard {
  const seconds = (wall: number) => Math.max(0, Math.round(wall - started_at) / 1000);
  const times = <Timed extends { start: number; end: number }>(timed: Timed): Timed => ({
    ...timed,
    start: seconds(timed.start),
    end: seconds(timed.end),
  });
  return { ...times(heard), words: heard.words.map(times) };
}

/** After a longer silence, the same speaker gets a new segment. */
const MERGE_GAP_SECONDS = 30;
/**
 * The maximum length of a segment. A segment that grows is sent and stored as a whole, so a lecture
 * must not become one segment.
 */
const MAX_CHARACTERS = 5_000;

/** Joins words to segments with stable ids: a segment keeps its id while its text grows. */
export class SegmentAssembler {
  readonly #newId: NewId;
  #last: AssembledSegment | undefined;
  /** The id of the next segment; a preview may already show it. */
  #nextId: string;
  #previewed: string | null = null;
  #outdated: AssembledSegment | string | null = null;

  constructor(newId: NewId) {
    this.#newId = newId;
    this.#nextId = newId();
  }

  /** Adds final words and returns the segment that they changed. */
  add(heard: Heard): AssembledSegment {
    const before = this.#last;
    this.#last = this.#joined(heard);
    if (this.#previewed !== null && this.#previewed !== this.#last.id) {
      this.#outdated = before?.id === this.#previewed ? before : this.#previewed;
      if (this.#outdated === this.#nextId) this.#nextId = this.#newId();
    }
    this.#previewed = null;
    if (this.#last.id === this.#nextId) this.#nextId = this.#newId();
    return this.#last;
  }

  /** Returns the segment with these interim words, but does not store the words in it. */
  preview(heard: Heard): AssembledSegment {
    const segment = this.#joined(heard);
    this.#previewed = segment.id;
    return segment;
  }

  /**
   * Returns the correction for the client if a preview contained another speaker's words: the
   * segment without these words, or the id of a segment to remove. Returns null when no preview was
   * wrong.
   */
  takeOutdated(): AssembledSegment | string | null {
    const outdated = this.#outdated;
    this.#outdated = null;
    return outdated;
  }

  /** Sets the speaker of the segment and of words that are added later. */
  assigned(id: string, speech: Speech): void {
    if (this.#last?.id === id) this.#last = { ...this.#last, ...speech };
  }

  #joined(heard: Heard): AssembledSegment {
    const last = this.#last;
    if (!last || !belongsTogether(last, heard)) return this.#fresh(heard);
    const words = [...last.words, ...heard.words];
    return {
      ...last,
      text: `${last.text} ${heard.text}`,
      end_seconds: Math.max(last.end_seconds, heard.end),
      voice_checked: last.voice_checked || heard.voice_checked,
      print: together([last.print, heard.print].filter((print) => print !== null)),
      words,
      confidence: meanConfidence(words),
    };
  }

  #fresh({ text, start, end, words, ...speaker }: Heard): AssembledSegment {
    return {
      ...speaker,
      id: this.#nextId,
      text,
      start_seconds: start,
      end_seconds: end,
      words,
      confidence: meanConfidence(words),
    };
  }
}

function belongsTogether(last: AssembledSegment, next: Heard): boolean {
  const sameVoice = last.speaker_id === next.speaker_id || (last.is_user && next.is_user);
  const soon = next.start - last.end_seconds < MERGE_GAP_SECONDS;
  return sameVoice && soon && last.text.length + next.text.length < MAX_CHARACTERS;
}

function meanConfidence(words: AssembledSegment['words']): number | null {
  const known = words.flatMap(({ confidence }) => confidence ?? []);
  if (known.length === 0) return null;
  return known.reduce((sum, each) => sum + each, 0) / known.length;
}
