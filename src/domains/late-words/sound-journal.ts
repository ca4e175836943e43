import { join } from 'node:path';
import { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { describeJournal, Journal } from '../../storage/journal.ts';
import type { Span } from '../transcripts/gap.ts';
import type { DeviceStream } from '../devices/device-stream.ts';

/** What a journal of sound says of itself: all that is needed to write it down without its session. */
export const SoundAbout = z.object({
  user_id: z.string(),
  codec: z.string(),
  sample_rate: z.int(),
  channels: z.int(),
  language: z.string(),
  /** A finished recording instead of batches: a file in the folder. */
  recording: z
    .object({
      conversation_id: z.string(),
      /** When its first second was (ms). */
      spoken_at: z.number(),
      seconds: z.number().optional(),
    })
    .optional(),
  /** The name of the recogniser that was to hear it. */
  by: z.string().optional(),
  /** Only this has no words yet (ms); all of it unless this is said. */
  missed: z.array(z.object({ from: z.number(), until: z.number() })).optional(),
  /** Conversations that were there when it was left: without them nobody wants its words. */
  known: z.array(z.string()).default([]),
  /** How often somebody began to write it down and did not come to the end. */
  tries: z.int().default(0),
  /** How often the recogniser ended on a part of it. */
  misses: z.int().default(0),
});
export type SoundAbout = z.output<typeof SoundAbout>;

/** What it says of each batch of messages; wall clock in milliseconds. */
export const SoundNote = z.object({
  conversation_id: z.string(),
  /** When the first of them was spoken. */
  spoken_at: z.number(),
  /** When the last of them ended. */
  spoken_until: z.number().optional(),
  /** False: surely nobody spoke. */
  voiced: z.boolean().optional(),
});
export type SoundNote = z.output<typeof SoundNote>;

interface Reached {
  conversation_id: string;
  /** Seconds of audio that have come in all. */
  audio: number;
  /** The wall clock (ms) there. */
  spokenUntil: number;
  /** False when surely nobody spoke since the last time. */
  voiced?: boolean | undefined;
}

interface Mark {
  /** Seconds of audio that had come … */
  audio: number;
  /** … when so many batches were written. */
  batches: number;
}

/**
 * The sound of a session in a journal, and how much of it is written down. Where the disk does not
 * take it, the session goes on without.
 */
export class SoundJournal {
  readonly #context: Context;
  readonly #journal: Journal;
  readonly #about: SoundAbout;
  readonly #stream: DeviceStream | null;
  readonly #marks: Mark[] = [];
  #spokenAt: number | undefined;
  #broken = false;

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

  /** The disk did not take all of it. */
  get isBroken(): boolean {
    return this.#broken;
  }

  /** Takes a message of sound that begins at this wall clock (ms). */
  message(message: Uint8Array, spokenAt: number): void {
    if (this.#broken) return;
    this.#spokenAt ??= spokenAt;
    this.#journal.append(message);
  }

  /**
   * Writes what came since the last time. False when another session has taken over the stream.
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
    if (written === undefined) return true;
    this.#marks.push({ audio, batches: this.#journal.batches });
    return (await this.#stream?.advance(written, new Date(spokenUntil))) ?? true;
  }

  /** The words of the audio before this second are stored. */
  async done(audio: number): Promise<void> {
    const passed = this.#marks.findLastIndex((mark) => mark.audio <= audio);
    if (passed < 0) return;
    const [last] = this.#marks.splice(0, passed + 1).slice(-1);
    await this.#guarded(() => this.#journal.forget(last!.batches));
  }

  /** All words are stored. */
  async remove(): Promise<void> {
    await this.#guarded(() => this.#journal.remove());
  }

  /** All but this has its words. */
  async needsOnly(missed: Span[]): Promise<void> {
    await this.#guarded(() => describeJournal(this.folder, { ...this.#about, missed }));
  }

  /** Nothing more comes; what is left waits on the disk. */
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
