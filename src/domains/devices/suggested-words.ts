import type { Heard } from '../transcripts/segment-assembler.ts';
import type { SuggestedSegment, SuggestedTranscript } from './message.ts';

/** The assumed pace of speech for clients that send no times. */
const MS_PER_WORD = 400;
/** How many ids of segments are remembered. */
const MAX_IDS = 5_000;

interface Times {
  start: number;
  end: number;
}

/** The words that the client of one session transcribed itself. */
export class SuggestedWords {
  readonly #openedAt: number;
  /** The end time (ms) of the words so far. */
  #saidUntil: number;
  /** When the segments with an id were said. */
  readonly #known = new Map<string, Times>();
  readonly #speakers = new Speakers();

  /** `openedAt` is the wall-clock time (ms) of second 0 of the segments. */
  constructor(openedAt: number) {
    this.#openedAt = openedAt;
    this.#saidUntil = openedAt;
  }

  /**
   * Converts the segments of a message. Segments without a duration get the time that their words
   * take to speak. Segments without times end when they arrive, and follow the words before them. A
   * segment with a known id takes the place of the earlier one, and without times keeps its times.
   */
  heardOf({ segments, stt_provider }: SuggestedTranscript, now: number): Heard[] {
    const times = this.#timesOf(segments, now);
    return segments.map((segment, index) => {
      const id = segment.id === undefined ? undefined : String(segment.id);
      const known = id !== undefined && !isTimed(segment) ? this.#known.get(id) : undefined;
      const said = known ?? times[index]!;
      this.#saidUntil = Math.max(this.#saidUntil, said.end);
      if (id !== undefined) this.#remember(id, said);
      return {
        text: segment.text.trim(),
        ...said,
        words: [],
        speaker_id: this.#speakers.numberOf(segment),
        is_user: segment.is_user,
        person_id: segment.person_id ?? null,
        person_name: null,
        stt_provider: stt_provider ?? 'client',
        voice_checked: false,
        voice_verdict: null,
        print: null,
        utterance_id: id,
      };
    });
  }

  #timesOf(segments: readonly SuggestedSegment[], now: number): Times[] {
    const lasting = segments.map(({ text }) => text.trim().split(/\s+/).length * MS_PER_WORD);
    const areTimed = segments.some(isTimed);
    const whole = lasting.reduce((sum, ms) => sum + ms, 0);
    let from = areTimed ? this.#openedAt : Math.max(this.#saidUntil, now - whole);
    return segments.map(({ start, end }, index) => {
      const begin = areTimed ? this.#openedAt + start * 1000 : from;
      const until = end > start ? this.#openedAt + end * 1000 : null;
      from = until ?? Math.max(begin, from) + lasting[index]!;
      return { start: until === null ? from - lasting[index]! : begin, end: from };
    });
  }

  #remember(id: string, times: Times): void {
    this.#known.delete(id);
    this.#known.set(id, times);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_IDS && oldest !== undefined) this.#known.delete(oldest);
  }
}

function isTimed({ start, end }: Pick<SuggestedSegment, 'start' | 'end'>): boolean {
  return start > 0 || end > 0;
}

const NUMBERED = /^(?:speaker|spk)?[ _-]?0*(\d{1,3})$/iu;
const MAX_NUMBER = 999;

/**
 * Numbers the speakers of a session: `SPEAKER_02` is number 2, and each name has a number of its own. A number that the
 * user has is nobody else's, so that words without a speaker stay nobody's.
 */
class Speakers {
  readonly #numbers = new Map<string, number>();
  /** True if the speaker with this number is the user. */
  readonly #isUser = new Map<number, boolean>();

  numberOf({
    speaker = '',
    speaker_id,
    is_user,
  }: Pick<SuggestedSegment, 'speaker' | 'speaker_id' | 'is_user'>): number {
    const name = speaker.trim().toLowerCase();
    const said = speaker_id ?? (name === '' ? 0 : NUMBERED.exec(name)?.[1]);
    const number = said === undefined ? this.#free(name, is_user) : Number(said);
    const isUser = this.#isUser.get(number) ?? is_user;
    this.#isUser.set(number, isUser);
    return isUser === is_user ? number : this.#free(`${number} ${is_user}`, is_user);
  }

  /** The number of a speaker who has none. */
  #free(key: string, is_user: boolean): number {
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    let next = 1;
    while (next < MAX_NUMBER && this.#isUser.has(next)) next += 1;
    this.#numbers.set(key, next);
    this.#isUser.set(next, is_user);
    return next;
  }
}
