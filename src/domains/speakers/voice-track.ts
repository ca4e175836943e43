import { SAMPLE_RATE } from '../../engines/audio/sample-rate.ts';
import type { VoicePrint } from '../../engines/voices/print.ts';
import type { Speech } from '../transcripts/segments.ts';

/** More that nobody has looked at yet is let go. */
const MAX_WAITING_SECONDS = 10;

/** One speaker of a recording, as far as their voice is known. */
export class Track {
  readonly speaker_id: number;
  print: VoicePrint | null = null;
  /** Who it is, once that is known. */
  speech: Speech | null = null;
  /** The person for whose sake the track was begun. */
  whose: string | null = null;
  /** A stretch that nobody was found for: what comes later has another number. */
  isUnknown = false;
  checked = false;
  /** There is more of it than what is stored. */
  changed = false;
  readonly told = new Set<string>();
  #waiting: Int16Array[] = [];
  #waitingSamples = 0;

  constructor(speaker_id: number) {
    this.speaker_id = speaker_id;
  }

  /** From before: another session of the same recording. */
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

  /** What has gathered, if it is so many seconds. */
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
