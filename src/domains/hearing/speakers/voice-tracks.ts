import { together } from '../../../engines/voices/print.ts';
import type { VoicePrint, VoicePrinter } from '../../../engines/voices/print.ts';
import type { SpeakerPrint } from '../../voices/speaker-prints.ts';
import { Track } from './voice-track.ts';

/** The maximum number of voices per recording; further voices are added to the most similar one. */
const MAX_TRACKS = 10;

/**
 * Two tracks with much speech are more alike than two pieces, so they need this much more likeness to
 * be joined. The end of the conversation joins the others.
 */
const JOIN_MORE = 0.1;

export interface JoinedSpeakers {
  from: number;
  into: number;
}

/** The speakers of a recording, by their numbers. */
export class Tracks {
  /** Speakers that were found to be the same person, and that the session has not reported yet. */
  readonly joined: JoinedSpeakers[] = [];
  readonly #printer: VoicePrinter;
  readonly #tracks = new Map<number, Track>();
  #last: Track | null = null;
  /**
   * The highest speaker number so far. Numbers are not reused, because segments may still have the
   * number of a joined speaker.
   */
  #highest = -1;

  constructor(printer: VoicePrinter) {
    this.#printer = printer;
  }

  get all(): Track[] {
    return [...this.#tracks.values()];
  }

  get prints(): SpeakerPrint[] {
    return this.all.flatMap(({ speaker_id, print }) => (print ? [{ speaker_id, print }] : []));
  }

  clear(): void {
    this.#tracks.clear();
    this.joined.length = 0;
    this.#last = null;
    this.#highest = -1;
  }

  of(speaker_id: number): Track {
    const track = this.#tracks.get(speaker_id) ?? new Track(speaker_id);
    this.#tracks.set(speaker_id, track);
    this.#highest = Math.max(this.#highest, speaker_id);
    return track;
  }

  /** Returns the person's track, or a new one with a number of at least `from`. */
  ofPerson(person_id: string, from: number): Track {
    const theirs = this.all.find(
      (track) => track.whose === person_id || track.speech?.person_id === person_id,
    );
    if (theirs) return theirs;
    const track = this.of(Math.max(this.#highest + 1, from));
    track.whose = person_id;
    return track;
  }

  /**
   * Returns the most similar track, or a new one with a number of at least `from` if none is
   * similar. Without a voiceprint, returns the latest track. Never returns the track `without`.
   */
  closestTo(print: VoicePrint | null, { from = 0, without = null as number | null } = {}): Track {
    const others = this.all.filter(({ speaker_id }) => speaker_id !== without);
    const track =
      (print ? this.#found(print, others) : this.#last) ??
      this.of(Math.max(this.#highest + 1, from));
    this.#last = track;
    return track;
  }

  /**
   * Joins tracks that seemed to be two voices when there was little speech to compare. The track
   * `without` stays as it is.
   */
  joinSame(without: number | null = null): void {
    const gone = new Set<Track>();
    const tracks = this.all.filter(({ speaker_id }) => speaker_id !== without);
    for (const [index, into] of tracks.entries()) {
      for (const from of tracks.slice(index + 1)) {
        if (gone.has(into) || gone.has(from) || !this.#isSame(into, from)) continue;
        into.print = together([into.print!, from.print!]);
        into.changed = true;
        gone.add(from);
        if (this.#last === from) this.#last = into;
        this.joined.push({ from: from.speaker_id, into: into.speaker_id });
      }
    }
    for (const { speaker_id } of gone) this.#tracks.delete(speaker_id);
  }

  #found(print: VoicePrint, tracks: readonly Track[]): Track | undefined {
    const heard = tracks.filter((track) => track.print !== null);
    const ranked = heard
      .map((track) => ({ track, likeness: this.#printer.likeness(track.print!, print) }))
      .toSorted((a, b) => b.likeness - a.likeness);
    const [best] = ranked;
    if (best && (best.likeness >= this.#printer.limits.same || heard.length >= MAX_TRACKS)) {
      return best.track;
    }
    // Finds a track of a speaker who has said only a word so far.
    return tracks.find((track) => track.print === null && !track.speech);
  }

  /** Two tracks that are both assigned to people stay separate. */
  #isSame(one: Track, other: Track): boolean {
    if (!one.print || !other.print || (one.speech && other.speech)) return false;
    const likeness = this.#printer.likeness(one.print, other.print);
    return likeness >= this.#printer.limits.same + JOIN_MORE;
  }
}
