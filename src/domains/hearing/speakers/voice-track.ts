import { SAMPLE_RATE } from '../../../engines/voice-activity/sample-rate.ts';
import type { VoicePrint } from '../../../engines/voices/print.ts';
import type { Speech } from '../../transcripts/named-segments.ts';

/** The maximum amount of waiting sound; further sound is dropped. */
const MAX_WAITING_SECONDS = 10;

/** One speaker of a recording, with the data about the voice. */
export class Track {
  readonly speaker_id: number;
  print: VoicePrint | null = null;
  /** The person, once the person is known. */
  speech: Speech | null = null;
  /** The person for whom the track was created. */
  whose: string | null = null;
  checked = false;
  /** True when the track has changes that are not stored yet. */
  changed = false;
  readonly told = new Set<string>();
  #waiting: Int16Array[] = [];
  #waitingSamples = 0;

  constructor(speaker_id: number) {
    this.speaker_id = speaker_id;
  }

  /** Restores the voiceprint from an earlier session of the same recording. */
  restore(print: VoicePrint): void {
    this.print = print;
  }

  add(pcm: Int16Array): void {
    this.#waiting.push(pcm);
    this.#waitingSamples += pcm.length;
    while (this.#waitingSamples > MAX_WAITING_SECONDS * SAMPLE_RATE && this.#waiting.length > 1) {
      this.#waitingSamples -= this.#waiting.shift()!.length;
    }
  }

  /** Returns and clears the waiting sound, if it lasts at least this many seconds. */
  take(seconds: number): Int16Array | null {
    if (this.#waitingSamples < seconds * SAMPLE_RATE) return null;
    const all = new Int16Array(this.#waitingSamples);
    let at = 0;
    for (const piece of this.#waiting) {
      all.set(piece, at);
      at += piece.length;
    }
    this.#waiting = [];
    this.#waitingSamples = 0;
    return all;
  }
}
