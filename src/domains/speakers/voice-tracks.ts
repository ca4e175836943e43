import { together } from '../../engines/voices/print.ts';
import type { VoicePrint, VoicePrinter } from '../../engines/voices/print.ts';
import type { SpeakerPrint } from '../voices/heard-voices.ts';
import { Track } from './voice-track.ts';

/** The maximum number of voices per recording; further voices are added to the most similar one. */
const MAX_TRACKS = 10;

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

  /** Creates a track for consecutive words of an unknown voice; its number is at least `from`. */
  begin(from: number): Track {
    const track = this.of(Math.max(this.#highest + 1, from));
    track.isUnknown = true;
    return track;
  }

  isUnknown(speaker_id: number): boolean {
    return this.#tracks.get(speaker_id)?.isUnknown ?? false;
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
   * Returns the most similar track, or a new one if none is similar. Without a voiceprint, returns
   * the latest track.
   */
  closestTo(print: VoicePrint | null): Track {
    const track = (print ? this.#found(print) : this.#last) ?? this.of(this.#highest + 1);
    this.#last = track;
    return track;
  }

  /** Joins tracks that seemed to be two voices when there was little speech to compare. */
  joinSame(): void {
    const gone = new Set<Track>();
    for (const [index, into] of this.all.entries()) {
      for (const from of this.all.slice(index + 1)) {
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

  #found(print: VoicePrint): Track | undefined {
    const heard = this.all.filter((track) => track.print !== null);
    const ranked = heard
      .map((track) => ({ track, likeness: this.#printer.likeness(track.print!, print) }))
      .toSorted((a, b) => b.likeness - a.likeness);
    const [best] = ranked;
    if (best && (best.likeness >= this.#printer.apart || heard.length >= MAX_TRACKS)) {
      return best.track;
    }
    // Finds a track of a speaker who has said only a word so far.
    return this.all.find((track) => track.print === null && !track.speech);
  }

  /** Two tracks that are both assigned to people stay separate. */
  #isSame(one: Track, other: Track): boolean {
    if (!one.print || !other.print || (one.speech && other.speech)) return false;
    const likeness = this.#printer.likeness(one.print, other.print);
    const seconds = Math.min(one.print.seconds, other.print.seconds);
    return this.#printer.judge(likeness, seconds) === 'sure';
  }
}
