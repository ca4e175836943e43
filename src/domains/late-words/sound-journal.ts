import { join } from 'node:path';
import { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { describeJournal, Journal } from '../../storage/journal.ts';
import type { NoteFacts } from '../../storage/waiting/journal-scan.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import type { DeviceStream } from '../devices/device-stream.ts';

/**
 * The description of a sound journal: all data that is needed to transcribe it without its session.
 */
export const SoundAbout = z.object({
  user_id: z.string(),
  codec: z.string(),
  sample_rate: z.int(),
  channels: z.int(),
  language: z.string(),
  /** Set when the folder holds a finished recording in a file instead of batches. */
  recording: z
    .object({
      conversation_id: z.string(),
      /** Time at which the recording began (ms). */
      spoken_at: z.number(),
      seconds: z.number().optional(),
    })
    .optional(),
  /** The name of the recogniser that was chosen for this sound. */
  by: z.string().optional(),
  /** The spans (ms) that still need words; if undefined, all of the sound needs them. */
  missed: z.array(z.object({ from: z.number(), until: z.number() })).optional(),
  /**
   * The conversations that existed when the session left the journal behind. If the user has
   * deleted such a conversation, its sound is not transcribed.
   */
  known: z.array(z.string()).default([]),
  /** The number of unfinished attempts to transcribe the journal. */
  tries: z.int().default(0),
  /** The number of times that the recogniser failed on a part of the journal. */
  misses: z.int().default(0),
});
export type SoundAbout = z.output<typeof SoundAbout>;

/** The metadata of each batch of messages; times are wall-clock milliseconds. */
export const SoundNote = z.object({
  conversation_id: z.string(),
  /** The time when the first message was spoken. */
  spoken_at: z.number(),
  /** The time when the last message ended. */
  spoken_until: z.number().optional(),
  /** False when it is certain that nobody spoke. */
  voiced: z.boolean().optional(),
});
export type SoundNote = z.output<typeof SoundNote>;

/** Tells which sound must survive the disk of this process. */
export function noteFacts(note: unknown): NoteFacts {
  const known = SoundNote.safeParse(note).data;
  return {
    conversation_id: known?.conversation_id ?? null,
    isSilent: known?.voiced === false,
  };
}

interface Reached {
  conversation_id: string;
  /** The total seconds of audio received. */
  audio: number;
  /** The wall-clock time (ms) at the end of this audio. */
  spokenUntil: number;
  /** False when it is certain that nobody spoke since the last call. */
  voiced?: boolean | undefined;
}

interface Mark {
  /** Seconds of audio received when `batches` batches had been written. */
  audio: number;
  /** The number of batches that were written at that time. */
  batches: number;
}

/**
 * Keeps the sound of a session in a journal, and records how much of the sound is transcribed. When
 * the sound cannot be written to disk, the session continues without a journal.
 */
export class SoundJournal {
  readonly #context: Context;
  readonly #journal: Journal;
  readonly #about: SoundAbout;
  readonly #stream: DeviceStream | null;
  readonly #marks: Mark[] = [];
  #spokenAt: number | undefined;
  #broken = false;
  #lost: SoundSpan | null = null;

  private constructor(
    context: Context,
    {
      journal,
      about,
      stream,
    }: { journal: Journal; about: SoundAbout; stream: DeviceStream | null },
  ) {
    this.#context = context;
    this.#journal = journal;
    this.#about = about;
    this.#stream = stream;
  }

  static async begin(
    context: Context,
    { root, stream, ...about }: SoundJournalParts,
  ): Promise<SoundJournal | null> {
    const whose: SoundAbout = {
      ...about,
      user_id: userOf(context),
      known: [],
      tries: 0,
      misses: 0,
    };
    try {
      const journal = await Journal.begin(join(root, context.newId()), whose);
      return new SoundJournal(context, { journal, about: whose, stream });
    } catch (error) {
      context.log.error(
        { err: error },
        'sound cannot be kept on this disk until it is written down',
      );
      return null;
    }
  }

  get folder(): string {
    return this.#journal.folder;
  }

  /** True when some sound could not be written to disk. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** Accepts a message of sound that begins at this wall clock time (ms). */
  message(message: Uint8Array, spokenAt: number): void {
    if (this.#broken) return;
    this.#spokenAt ??= spokenAt;
    this.#journal.append(message);
  }

  /**
   * Writes the sound that arrived since the last call. Returns false when another session has taken
   * over the stream.
   */
  async flush({ conversation_id, audio, spokenUntil, voiced }: Reached): Promise<boolean> {
    const spoken_at = this.#spokenAt;
    if (spoken_at === undefined || this.#broken) return true;
    this.#spokenAt = undefined;
    const written = await this.#guarded(() =>
      this.#journal.flush(
        { conversation_id, spoken_at, spoken_until: spokenUntil, voiced } satisfies SoundNote,
        { sync: this.#stream !== null },
      ),
    );
    if (written === undefined) {
      this.#lost = { from: spoken_at, until: spokenUntil };
      return true;
    }
    this.#marks.push({ audio, batches: this.#journal.batches });
    return (await this.#stream?.advance(written, new Date(spokenUntil))) ?? true;
  }

  /** Returns the span that could not be written to disk. The next call returns null. */
  takeLost(): SoundSpan | null {
    const lost = this.#lost;
    this.#lost = null;
    return lost;
  }

  /** Records that the words of the audio before this second are stored. */
  async done(audio: number): Promise<void> {
    const passed = this.#marks.findLastIndex((mark) => mark.audio <= audio);
    if (passed < 0) return;
    const [last] = this.#marks.splice(0, passed + 1).slice(-1);
    await this.#guarded(() => this.#journal.forget(last!.batches));
  }

  /** Deletes the journal after all its words are stored. */
  async remove(): Promise<void> {
    await this.#guarded(() => this.#journal.remove());
  }

  /** Records that only these spans still need words. */
  async needsOnly(missed: SoundSpan[]): Promise<void> {
    await this.#guarded(() => describeJournal(this.folder, { ...this.#about, missed }));
  }

  /** Closes the journal: no more sound follows, and the remaining sound stays on disk. */
  async close(): Promise<void> {
    await this.#guarded(() => this.#journal.close());
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#context.log.error(
        { err: error },
        'sound is not kept any more until it is written down',
      );
      this.#broken = true;
      return undefined;
    }
  }
}

export interface SoundJournalParts extends Omit<
  SoundAbout,
  'user_id' | 'known' | 'tries' | 'misses' | 'missed' | 'recording'
> {
  /** The folder of all journals. */
  root: string;
  stream: DeviceStream | null;
}
