import type { SoundSpan } from '../gap.ts';
import type { Heard } from '../segment-assembler.ts';

/** Equal words count as the same word if their times differ by less than this. */
export const SAME_MS = 1_000;
/**
 * Two recordings of the same utterance share at least this part of their words. Different
 * utterances share a smaller part.
 */
export const SHARED = 0.6;
/**
 * The minimum length of a shared run at the start or the end. Devices cut sound differently, so two
 * recordings may share only a part of an utterance. Shorter runs do not count, because two people
 * who speak at the same time often share words such as "I" and "a".
 */
export const MIN_RUN_OF_OTHERS = 3;
/** Two recognitions of the same word differ in time by less than this. */
const EDGE_MS = 300;
/** Words arrive at most this long after they were spoken. */
const REMEMBERED_MS = 120_000;
/**
 * The number of conversations whose second 0 is kept in memory. After words are stored, second 0 is
 * in the database.
 */
const MAX_ZEROS = 1_000;

interface SessionOfRecorder {
  /** Another session has added these words to this conversation. */
  elsewhere(heard: Heard, conversation_id: string, by: object): void;
}

interface Recorder {
  user_id: string;
  device: string;
  by: SessionOfRecorder;
}

type HeardWords = Pick<Heard, 'text' | 'start' | 'end' | 'words'>;

export interface SaidWord {
  text: string;
  /** The wall-clock time (ms) of the word. */
  at: number;
}

/**
 * Remembers the recent words from all sessions of a user that share a recording. Words from several
 * sessions are then stored once.
 */
export class SaidWords {
  readonly #zeros = new Map<string, number>();
  readonly #byRecorder = new Map<string, (SaidWord & { by: object })[]>();
  /** The open sessions of each recorder. */
  readonly #sessions = new Map<string, Set<SessionOfRecorder>>();

  /**
   * Returns the time of second 0 of a conversation: the time of its first word on any device.
   * Without a common second 0, each device would begin at 0.
   */
  secondZero(conversation_id: string, at: number): number {
    const known = this.#zeros.get(conversation_id);
    if (known !== undefined) return known;
    const [oldest] = this.#zeros.keys();
    if (this.#zeros.size >= MAX_ZEROS && oldest !== undefined) this.#zeros.delete(oldest);
    this.#zeros.set(conversation_id, at);
    return at;
  }

  /**
   * Returns the words that no other session of the recording has sent; null when there are none.
   */
  fresh(
    heard: Heard,
    { user_id, device, by }: { user_id: string; device: string; by: object },
  ): Heard | null {
    const recorder = `${user_id} ${device}`;
    const said = this.#recent(recorder, heard.end);
    const fresh = withoutSaid(
      heard,
      said.filter((each) => each.by !== by),
      { minRun: Math.min(MIN_RUN_OF_OTHERS, heard.words.length) },
    );
    for (const { text, start } of fresh?.words ?? [])
      said.push({ text: plain(text), at: start, by });
    this.#byRecorder.set(recorder, said);
    return fresh;
  }

  /** Tells a session what the other sessions of its recorder add. Returns a function that ends it. */
  join({ user_id, device, by }: Recorder): () => void {
    const recorder = `${user_id} ${device}`;
    const sessions = this.#sessions.get(recorder) ?? new Set();
    this.#sessions.set(recorder, sessions.add(by));
    return () => {
      sessions.delete(by);
      if (sessions.size === 0) this.#sessions.delete(recorder);
    };
  }

  /** Tells the other sessions about words that a session has added to a conversation. */
  tell(heard: Heard, conversation_id: string, { user_id, device, by }: Recorder): void {
    for (const other of this.#sessions.get(`${user_id} ${device}`) ?? []) {
      if (other !== by) other.elsewhere(heard, conversation_id, by);
    }
  }

  #recent(recorder: string, now: number): (SaidWord & { by: object })[] {
    const said = this.#byRecorder.get(recorder) ?? [];
    return said.filter(({ at }) => at > now - REMEMBERED_MS);
  }
}

/** Returns an utterance without the words that were said; null when nothing is left. */
export function withoutSaid(
  heard: Heard,
  said: readonly SaidWord[],
  { minRun }: { minRun?: number } = {},
): Heard | null {
  return withoutKnown(heard, matches(heard.words, said), { minRun });
}

/**
 * Returns an utterance without the known words; null when nothing is left. If most of the utterance
 * is known, unknown words between known words are only a different recognition of the same words,
 * so they are removed too.
 */
export function withoutKnown<Words extends HeardWords>(
  heard: Words,
  known: readonly boolean[],
  { minRun }: { minRun?: number | undefined },
): Words | null {
  const shared = known.filter(Boolean).length;
  if (shared === 0) return heard;
  const isSame = shared >= SHARED * heard.words.length;
  const [first, last] = [known.indexOf(true), known.lastIndexOf(true)];
  const isDropped = (n: number) => {
    if (isSame) return n >= first && n <= last;
    return minRun === undefined ? known[n]! : isInEdgeRun(known, n, minRun);
  };
  return withWords(heard, (_, n) => !isDropped(n));
}

/**
 * Returns an utterance that contains only the words whose middle is within one of the spans; null
 * when there are none.
 */
export function withinSpans(heard: Heard, spans: readonly SoundSpan[]): Heard | null {
  return withWords(heard, ({ start, end }) => {
    const middle = (start + end) / 2;
    return spans.some(({ from, until }) => middle >= from - EDGE_MS && middle <= until + EDGE_MS);
  });
}

function withWords<Words extends HeardWords>(
  heard: Words,
  isKept: (word: Heard['words'][number], place: number) => boolean,
): Words | null {
  const words = heard.words.filter(isKept);
  if (words.length === heard.words.length) return heard;
  const [start, end] = [words[0]?.start, words.at(-1)?.end];
  if (start === undefined || end === undefined) return null;
  return { ...heard, words, text: words.map(({ text }) => text).join(' '), start, end };
}

/**
 * Returns whether a word belongs to a run of at least `minRun` known words at the start or the end.
 */
function isInEdgeRun(known: readonly boolean[], at: number, minRun: number): boolean {
  const before = known.indexOf(false);
  const after = known.length - 1 - known.lastIndexOf(false);
  return (at < before && before >= minRun) || (at >= known.length - after && after >= minRun);
}

/** Counts the words that are already known. */
export function sharedWords(words: readonly TimedWord[], said: readonly SaidWord[]): number {
  return matches(words, said).filter(Boolean).length;
}

type TimedWord = Pick<Heard['words'][number], 'text' | 'start'>;

/** Marks the words that are already known; each known word matches only once. */
function matches(words: readonly TimedWord[], said: readonly SaidWord[]): boolean[] {
  const free = [...said];
  return words.map(({ text, start }) => {
    const word = plain(text);
    let nearest = -1;
    for (const [n, each] of free.entries()) {
      const distance = Math.abs(each.at - start);
      if (each.text !== word || distance > SAME_MS) continue;
      if (nearest < 0 || distance < Math.abs(free[nearest]!.at - start)) nearest = n;
    }
    if (nearest >= 0) free.splice(nearest, 1);
    return nearest >= 0;
  });
}

export function plain(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}']/gu, '');
}
