import { SAMPLE_RATE } from '../../engines/audio/sample-rate.ts';
import type { VoicePrint, VoicePrinter } from '../../engines/voices/print.ts';
import type { Speech } from '../conversations/segments.sql.ts';

/** More that nobody has looked at yet is let go. */
const MOST_WAITING_SECONDS = 10;
/** Voices of one recording that are told from each other; after them the closest one has to do. */
const MOST_TRACKS = 10;

/** One speaker of a recording, as far as their voice is known. */
export class Track {
  readonly speaker_id: number;
  print: VoicePrint | null = null;
  /** Who it is, once that is known. */
  speech: Speech | null = null;
  /** The person for whose sake the track was begun. */
  whose: string | null = null;
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
    while (this.#waitingSamples > MOST_WAITING_SECONDS * SAMPLE_RATE && this.#waiting.length > 1) {
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

/** The speaker whose voice this is; null when it is a new one. */
export function closestTrack(
  printer: VoicePrinter,
  tracks: readonly Track[],
  print: VoicePrint,
): Track | null {
  const heard = tracks.filter((track) => track.print !== null);
  const ranked = heard
    .map((track) => ({ track, likeness: printer.likeness(track.print!, print) }))
    .toSorted((a, b) => b.likeness - a.likeness);
  const [best] = ranked;
  if (!best) return null;
  return best.likeness >= printer.apart || heard.length >= MOST_TRACKS ? best.track : null;
}

/** Pairs that are surely the same voice, each track once; who is named otherwise stays apart. */
export function sameVoices(printer: VoicePrinter, tracks: readonly Track[]): [Track, Track][] {
  const heard = tracks.filter((track) => track.print !== null);
  const pairs: [Track, Track][] = [];
  const taken = new Set<Track>();
  for (const [index, one] of heard.entries()) {
    for (const other of heard.slice(index + 1)) {
      const seconds = Math.min(one.print!.seconds, other.print!.seconds);
      const likeness = printer.likeness(one.print!, other.print!);
      const isSame = printer.judge(likeness, seconds) === 'sure' && !(one.speech && other.speech);
      if (!isSame || taken.has(one) || taken.has(other)) continue;
      taken.add(one).add(other);
      pairs.push([one, other]);
    }
  }
  return pairs;
}
