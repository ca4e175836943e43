/**
 * One voice may be on two channels: a microphone hears a loudspeaker, or a line returns an echo.
 * Its words are kept once, on the channel on which they were first, whichever channel is
 * recognised sooner.
 */
import { compareSounds } from '../../engines/audio/likeness.ts';
import type { Likeness } from '../../engines/audio/likeness.ts';
import { spreadWords } from '../../engines/recognition/spread-words.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import {
  MIN_RUN_OF_OTHERS,
  plain,
  SAME_MS,
  withoutSaid,
} from '../transcripts/repeated/said-words.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';

/** The words of a slow recogniser come at most this long after those of another channel. */
const REMEMBERED_MS = 120_000;
/** Two people may well say the same few words at once. Then the sound must be the same too. */
const SAME_SOUND = 0.5;
/** From this likeness on, the delay between two sounds is certain. */
const CERTAIN_SOUND = 0.3;
const CERTAIN_LAG_MS = 1;
/** The times of words are less exact. */
const CERTAIN_WORD_LAG_MS = 10;
const CERTAIN_RATIO = 1.1;
/** How much of the sound is compared. */
const COMPARED_MS = 1_500;

export interface ChannelSounds {
  /** Returns the sound of a channel, as far as it is remembered. */
  soundOf(channel: number, span: SoundSpan): Int16Array;
  /** Returns whether the times of both channels are exact to the sample. */
  areInStep(one: number, other: number): boolean;
}

interface Utterance {
  channel: number;
  /** The words as recognised. */
  whole: Heard;
  /** The words without copies. */
  own: Heard;
}

export class CopiedWords {
  readonly #sounds: ChannelSounds;
  #recent: Utterance[] = [];
  #count = 0;

  constructor(sounds: ChannelSounds) {
    this.#sounds = sounds;
  }

  /**
   * Returns the words without those that are a copy of another channel, and corrections of earlier
   * utterances that prove to be copies. An utterance that is a copy as a whole has no text.
   */
  add(channel: number, heard: Heard): Heard[] {
    this.#count += 1;
    const whole = { ...heard, utterance_id: `channel ${channel}: ${this.#count}` };
    const added: Utterance = { channel, whole, own: whole };
    this.#recent = this.#recent.filter((each) => each.whole.end > heard.end - REMEMBERED_MS);
    const corrected = new Set<Utterance>();
    for (const other of this.#recent) {
      if (other.channel === channel || !overlap(other.whole, whole)) continue;
      const copy = this.#copyOf(added, other);
      if (!copy) continue;
      const source = copy === added ? other : added;
      copy.own = without(copy.own, source.whole);
      if (copy === other) corrected.add(other);
    }
    this.#recent.push(added);
    return [...[...corrected].map(({ own }) => own), added.own];
  }

  /** Returns which of two utterances is a copy of the other one; null when none is. */
  #copyOf(one: Utterance, other: Utterance): Utterance | null {
    const shared = sharedStarts(one.whole, other.whole);
    const copied = [without(one.whole, other.whole), without(other.whole, one.whole)];
    if (copied[0] === one.whole && copied[1] === other.whole) return null;
    const sound = this.#compare(one, other);
    // "I live in" may begin two sentences of two people at once.
    const isLong = shared.length >= MIN_RUN_OF_OTHERS;
    const isWhole =
      shared.length >= Math.min(...[one, other].map(({ whole }) => wordsOf(whole).length));
    const least = isLong ? CERTAIN_SOUND : SAME_SOUND;
    if (!(isLong && isWhole) && (sound?.likeness ?? 0) < least) return null;
    if (sound && sound.likeness >= CERTAIN_SOUND && Math.abs(sound.lagMs) >= CERTAIN_LAG_MS) {
      if (this.#sounds.areInStep(one.channel, other.channel)) {
        return sound.lagMs > 0 ? other : one;
      }
    }
    if (sound && sound.ratio >= CERTAIN_RATIO) return other;
    if (sound && sound.ratio <= 1 / CERTAIN_RATIO) return one;
    const lag = shared.reduce((sum, each) => sum + each, 0) / shared.length;
    if (Math.abs(lag) >= CERTAIN_WORD_LAG_MS) return lag > 0 ? other : one;
    // The words may be anybody's, so they must not become the owner's.
    return one.whole.is_user ? one : other;
  }

  #compare(one: Utterance, other: Utterance): Likeness | null {
    const from = Math.max(one.whole.start, other.whole.start);
    const until = Math.min(one.whole.end, other.whole.end, from + COMPARED_MS);
    const sounds = [one, other].map(({ channel }) =>
      this.#sounds.soundOf(channel, { from, until }),
    );
    return compareSounds(sounds[0]!, sounds[1]!);
  }
}

function overlap(one: Heard, other: Heard): boolean {
  return one.start < other.end && other.start < one.end;
}

/** Returns how many milliseconds later the other utterance has each word of both. */
function sharedStarts(one: Heard, other: Heard): number[] {
  const free = [...wordsOf(other)];
  return wordsOf(one).flatMap(({ text, start }) => {
    const at = free.findIndex(
      (each) => plain(each.text) === plain(text) && Math.abs(each.start - start) < SAME_MS,
    );
    return at < 0 ? [] : free.splice(0, at + 1).at(-1)!.start - start;
  });
}

/** Returns the words without those of the other utterance; the same object if it has none. */
function without(heard: Heard, other: Heard): Heard {
  if (heard.text === '') return heard;
  const words = wordsOf(heard);
  const said = wordsOf(other).map(({ text, start }) => ({ text: plain(text), at: start }));
  const minRun = Math.min(MIN_RUN_OF_OTHERS, words.length);
  const own = withoutSaid({ ...heard, words }, said, { minRun });
  if (own?.words === words) return heard;
  if (!own) return { ...heard, text: '', words: [] };
  return heard.words.length > 0 ? own : { ...own, words: [] };
}

function wordsOf({ text, start, end, words }: Heard): Heard['words'] {
  return words.length > 0 ? words : spreadWords(text, start, end);
}
