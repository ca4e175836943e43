/**
 * Turns the sound messages of one device into words. Each channel has its own decoder and
 * recogniser; with several channels, the first byte of a message is the channel number. The first
 * channel is the owner's microphone; the others carry other people's voices.
 */
import { openDecoder, WrongCodec } from '../../engines/audio/audio-decoder.ts';
import type { AudioDecoder, AudioFormat } from '../../engines/audio/audio-decoder.ts';
import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import { AudioRing } from '../../engines/recognition/audio-ring.ts';
import type { Recogniser } from '../../engines/recognition/recogniser.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';
import { CopiedWords } from './copied-words.ts';
import { Hearing } from './hearing.ts';
import type { HearingEvent } from './hearing.ts';
import { Timeline } from './timeline.ts';
import type { Voices } from './speakers/live-voices.ts';
import type { KnownNames } from '../vocabulary/known-names.ts';

interface Channel {
  decoder: AudioDecoder;
  hearing: Hearing;
  /** A channel may begin later than another one, or pause. */
  timeline: Timeline;
  /** The last seconds of the sound; only with several channels. */
  ring: AudioRing;
}

/** The channel of the samples, and the time (ms) of the first sample. */
interface SoundPlace {
  channel: number;
  wall: number;
}

export interface SoundParts {
  format: AudioFormat;
  channels: number;
  recogniser: Recogniser;
  language: string;
  /** The names that help the recogniser; undefined when there are none. */
  names?: KnownNames | undefined;
  /**
   * Converts audio time to wall-clock time. With several channels, uses the channel with the most
   * audio.
   */
  timeline: Timeline;
  now: () => number;
  on: (event: HearingEvent) => void;
  /** Ignored with several channels, because each channel is a separate speaker. */
  voices: Voices | null;
  /** Receives the samples as they arrive, for other consumers. Channel 0 is the owner's. */
  along: (pcm: Int16Array, where: SoundPlace) => void;
  /** Reports further seconds of sound, from the channel with the most audio. */
  heard: (seconds: number) => void;
  /** When aborted, ends the wait for the last words. */
  patience?: AbortSignal;
  /** Aborts when the service stops; the session then no longer waits for missing words. */
  stopping?: AbortSignal | undefined;
}

/** The same limit as with one channel. A device may start with a few bad messages. */
const WRONG_CHANNELS_AFTER = 50;
/** Words arrive at most this long after they were spoken. */
const REMEMBERED_SECONDS = 60;
/** Devices send the sound of a moment channel by channel. A longer difference is a later start. */
const LATE_SECONDS = 1;

export class Sound {
  readonly #parts: SoundParts;
  readonly #channels = new Map<number, Channel>();
  readonly #copied = new CopiedWords({
    soundOf: (id, { from, until }) => {
      const { ring, timeline } = this.#channels.get(id)!;
      const sample = (wall: number) => Math.round(timeline.audio(wall) * SAMPLE_RATE);
      const first = sample(from);
      return first < ring.start ? new Int16Array(0) : ring.slice(first, sample(until));
    },
    areInStep: (one, other) => Math.abs(this.#zeroOf(one) - this.#zeroOf(other)) < 1,
  });
  #strayMessages = 0;
  #isOpen = false;
  #isWhole = true;

  /** Throws `UnsupportedAudio` for formats that cannot be decoded. */
  constructor(parts: SoundParts) {
    this.#parts = parts;
    if (parts.channels === 1) this.#add(0);
    // With several channels, each decoder opens at the first message of its channel; only the
    // format is checked now.
    else openDecoder(parts.format).close();
  }

  get badFrames(): number {
    const bad = this.#all.reduce((sum, { decoder }) => sum + decoder.badFrames, 0);
    return bad + this.#strayMessages;
  }

  /** Seconds of audio on the channel with the most audio. */
  get seconds(): number {
    return Math.max(0, ...this.#all.map(({ hearing }) => hearing.seconds));
  }

  get backlogSeconds(): number {
    return Math.max(0, ...this.#all.map(({ hearing }) => hearing.backlogSeconds));
  }

  get behindSeconds(): number {
    return Math.max(0, ...this.#all.map(({ hearing }) => hearing.behindSeconds));
  }

  /** Sets the wall-clock time (ms) of the sound that follows, on all channels. */
  spokenAt(wall: number): void {
    this.#parts.timeline.set(this.seconds, wall);
    for (const { hearing, timeline } of this.#all) {
      if (timeline !== this.#parts.timeline) timeline.set(hearing.seconds, wall);
    }
  }

  open(): void {
    this.#isOpen = true;
    for (const { hearing } of this.#all) hearing.open();
  }

  /** Throws `WrongCodec` when none of the messages can be decoded. */
  message(frame: Uint8Array): void {
    if (this.#parts.channels === 1) return this.#hear(0, frame);
    // Messages of this size contain no sound and only keep the socket alive.
    if (frame.length <= 2) return;
    const id = frame[0]!;
    // Some devices number their channels from 0, other devices from 1.
    const isKnown = this.#channels.has(id);
    if (!isKnown && (id > this.#parts.channels || this.#channels.size === this.#parts.channels)) {
      return this.#stray();
    }
    if (!isKnown) this.#add(id);
    this.#hear(id, frame.subarray(1));
  }

  /**
   * Sends all further sound to a new recogniser or to the given one. Resolves with true when the
   * previous recogniser has finished; with false when it did not finish in time.
   */
  async handOver(to?: Recogniser): Promise<boolean> {
    const done = await Promise.all(this.#all.map(({ hearing }) => hearing.handOver(to)));
    return done.every(Boolean);
  }

  /**
   * Resolves when the recogniser has received the sound so far, except for a fraction of a second.
   */
  async settled(): Promise<void> {
    await Promise.all(this.#all.map(({ decoder }) => decoder.settled()));
  }

  /**
   * Accepts no more sound, and resolves after the last words. Resolves with false when the words of
   * some sound did not arrive in time.
   */
  async finish(): Promise<boolean> {
    const done = await Promise.all(
      this.#all.map(async ({ decoder, hearing }) => {
        const isWhole = await decoder.finish();
        this.#isWhole &&= isWhole;
        const isDone = await hearing.finish();
        decoder.close();
        return isWhole && isDone;
      }),
    );
    return done.every(Boolean);
  }

  /** True when all sound could be decoded; valid after `finish`. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get #all(): Channel[] {
    return [...this.#channels.values()];
  }

  #hear(id: number, frame: Uint8Array): void {
    const pcm = this.#channels.get(id)!.decoder.decode(frame);
    if (pcm.length > 0) this.#samples(id, pcm);
  }

  #samples(id: number, pcm: Int16Array): void {
    const before = this.seconds;
    const { hearing, timeline, ring } = this.#channels.get(id)!;
    const now = this.#parts.now();
    if (hearing.seconds === 0) this.#begin(timeline, before - pcm.length / SAMPLE_RATE);
    const wall = timeline.wall(hearing.seconds);
    hearing.write(pcm);
    if (this.#parts.channels > 1) {
      ring.push(pcm);
      timeline.arrived(hearing.seconds, now);
    }
    this.#parts.timeline.arrived(this.seconds, now);
    this.#parts.heard(this.seconds - before);
    this.#parts.along(pcm, { channel: this.#rankOf(id), wall });
  }

  #add(id: number): void {
    const { format, recogniser, language, names, on } = this.#parts;
    const { voices, channels, patience, stopping } = this.#parts;
    const isOnly = channels === 1;
    const timeline = isOnly ? this.#parts.timeline : new Timeline(this.#parts.timeline.wall(0));
    const hearing = new Hearing({
      recogniser,
      language,
      names,
      timeline,
      patience,
      stopping,
      voices: isOnly ? voices : null,
      on: isOnly ? on : (event) => this.#onChannel(id, event),
    });
    const decoder = openDecoder(format, (pcm) => this.#samples(id, pcm));
    const ring = new AudioRing(REMEMBERED_SECONDS * SAMPLE_RATE);
    this.#channels.set(id, { decoder, hearing, timeline, ring });
    if (this.#isOpen) hearing.open();
  }

  /** Attributes words to the speaker of their channel, without those that another channel has too. */
  #onChannel(id: number, event: HearingEvent): void {
    const { on } = this.#parts;
    if (event.type === 'words') {
      const own = this.#copied.add(id, this.#attributed(id, event.heard));
      for (const heard of own) on({ type: 'words', heard });
    } else if (event.type === 'partial') {
      on({ type: 'partial', heard: this.#attributed(id, event.heard) });
    } else on(event);
  }

  /** Sets the time of a channel whose first sound comes after this second of the others. */
  #begin(timeline: Timeline, second: number): void {
    const { now, timeline: whole } = this.#parts;
    // The sound of the other channels may be ahead, after a break of the connection.
    const late = Math.min(second, (now() - whole.wall(0)) / 1000);
    if (late > LATE_SECONDS && timeline !== whole) timeline.set(0, whole.wall(second));
  }

  /** The wall-clock time (ms) that second 0 of the channel would have by its present clock. */
  #zeroOf(id: number): number {
    const { hearing, timeline } = this.#channels.get(id)!;
    return timeline.wall(hearing.seconds) - hearing.seconds * 1000;
  }

  /** Sets the speaker according to the channel. */
  #attributed(id: number, heard: Heard): Heard {
    const rank = this.#rankOf(id);
    return { ...heard, speaker_id: rank, is_user: rank === 0 };
  }

  #rankOf(id: number): number {
    return [...this.#channels.keys()].filter((each) => each < id).length;
  }

  #stray(): void {
    this.#strayMessages += 1;
    if (this.#channels.size === 0 && this.#strayMessages >= WRONG_CHANNELS_AFTER) {
      throw new WrongCodec('The first byte of each message must be the number of its channel.');
    }
  }
}
