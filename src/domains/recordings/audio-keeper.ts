import { SAMPLE_RATE } from '../../engines/voice-activity/sample-rate.ts';
import { OggOpusWriter } from '../../engines/audio/ogg-opus.ts';
import { PeakMeter } from '../../engines/audio/peaks.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { appendAudio } from './audio.ts';

/** The interval at which sound is stored. A crash loses at most this much of it. */
const PIECE_SECONDS = 5;
/** When sound arrives more than this far from its expected time, a new file begins. */
const GAP_MS = 500;
/** The maximum length of a file. Files are read completely into memory. */
const LONGEST_SECONDS = 3_600;

/** The quota is measured again after this much sound. */
const MEASURED_SECONDS = 60;

interface OpenFile {
  id: string;
  channel: number;
  started_at: Date;
  writer: OggOpusWriter;
  pending: Uint8Array[];
  meter: PeakMeter;
  /** Peaks that are not stored yet. */
  peaks: number[];
  /** The number of bytes that are already stored. */
  offset: number;
  /** The length in seconds when the file was last stored. */
  stored: number;
  ended: boolean;
}

/** Returns whether more sound of the user may be kept. */
export type MayKeepSound = (context: Context) => Promise<boolean>;

/** Keeps the sound of a session as files of its conversation. */
export class AudioKeeper {
  readonly #context: Context;
  readonly #open = new Map<number, OpenFile>();
  /** Finished files that are not stored yet. */
  readonly #ended: OpenFile[] = [];

  readonly #mayKeep: MayKeepSound;
  /** True when the user has reached the quota. Sound is then not kept. */
  #isFull = false;
  /** The seconds of sound that arrived since the quota was measured. */
  #unmeasured = 0;

  constructor(context: Context, mayKeep: MayKeepSound) {
    this.#context = context;
    this.#mayKeep = mayKeep;
  }

  /** Accepts 16 kHz mono sound that begins at this wall clock time (ms). */
  write(pcm: Int16Array, { channel, wall }: { channel: number; wall: number }): void {
    this.#unmeasured += pcm.length / SAMPLE_RATE;
    if (this.#isFull) return;
    const file = this.#fileOf(channel, wall);
    file.pending.push(...file.writer.write(pcm));
    file.peaks.push(...file.meter.write(pcm));
  }

  /** Stores the new sound for this conversation when there is enough for a piece. */
  async keep(conversation_id: string): Promise<void> {
    for (const file of this.#ended.splice(0)) await this.#store(conversation_id, file);
    for (const file of this.#open.values()) {
      if (file.writer.seconds - file.stored >= PIECE_SECONDS)
        await this.#store(conversation_id, file);
    }
    // After storing, because sound that arrives meanwhile may belong to the next conversation.
    if (this.#unmeasured >= MEASURED_SECONDS) await this.#measure();
  }

  /**
   * Stores the remaining sound for this conversation. Later sound belongs to the next conversation.
   */
  async end(conversation_id: string): Promise<void> {
    for (const channel of this.#open.keys()) this.#end(channel);
    await this.keep(conversation_id);
  }

  /** Open files end with their conversation. When sound is kept again, a new file begins. */
  async #measure(): Promise<void> {
    this.#unmeasured = 0;
    // A database that is away is reported when the next piece is stored.
    const mayKeep = await this.#mayKeep(this.#context).catch(() => !this.#isFull);
    this.#isFull = !mayKeep;
  }

  #fileOf(channel: number, wall: number): OpenFile {
    const open = this.#open.get(channel);
    if (open) {
      const expected = open.started_at.getTime() + open.writer.seconds * 1000;
      const goesOn = Math.abs(wall - expected) < GAP_MS && open.writer.seconds < LONGEST_SECONDS;
      if (goesOn) return open;
      this.#end(channel);
    }
    const writer = new OggOpusWriter(channel);
    const file: OpenFile = {
      id: this.#context.newId(),
      channel,
      started_at: new Date(wall),
      writer,
      pending: [writer.head()],
      meter: new PeakMeter(),
      peaks: [],
      offset: 0,
      stored: 0,
      ended: false,
    };
    this.#open.set(channel, file);
    return file;
  }

  #end(channel: number): void {
    const file = this.#open.get(channel)!;
    this.#open.delete(channel);
    file.pending.push(file.writer.end());
    file.peaks.push(...file.meter.end());
    file.ended = true;
    this.#ended.push(file);
  }

  async #store(conversation_id: string, file: OpenFile): Promise<void> {
    const data = Buffer.concat(file.pending.splice(0));
    const { seconds } = file.writer;
    const { id, channel, started_at, offset } = file;
    const peaks = Uint8Array.from(file.peaks.splice(0));
    const piece = {
      audio_id: id,
      conversation_id,
      channel,
      started_at,
      seconds,
      place: offset,
      data,
      peaks,
    };
    await appendAudio(this.#context.db, { user_id: userOf(this.#context), ...piece });
    file.offset += data.length;
    file.stored = seconds;
  }
}
