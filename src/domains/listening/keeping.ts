/**
 * Keeps the sound of a session until its words are stored: what a crash leaves, what comes while no
 * recogniser works and what the recogniser has no time for is written down later (catch-up.ts).
 */
import type { Context } from '../../kit/context.ts';
import type { SoundAbout, SoundJournalParts } from './sound-journal.ts';
import { SoundJournal } from './sound-journal.ts';

/** Where sound is kept, and who writes down what is left of it. */
export interface KeptSound {
  /** The folder of all journals. */
  root: string;
  /** Sound of this live conversation is going to be left; it waits for the words. */
  expect(context: Context, conversation: { id: string; since: Date }): Promise<void>;
  /** The journals with that sound are left, so nobody else has to wait for it. */
  release(context: Context, id: string): Promise<void>;
  left(folder: string): Promise<void>;
}

export class Keeping {
  readonly #context: Context;
  readonly #kept: KeptSound;
  readonly #parts: SoundJournalParts;
  #journal: SoundJournal | null;
  /** Seconds of audio whose words were out of the recogniser at the last look. */
  #settled = 0;
  #isUnheard = false;
  /** Conversations that nobody writes down at the moment. */
  readonly #unheard = new Set<string>();

  private constructor(
    { context, kept }: Pick<KeepingParts, 'context' | 'kept'>,
    parts: SoundJournalParts,
    journal: SoundJournal | null,
  ) {
    this.#context = context;
    this.#kept = kept;
    this.#parts = parts;
    this.#journal = journal;
  }

  static async open({ context, kept, ...about }: KeepingParts): Promise<Keeping> {
    const parts = { ...about, root: kept.root };
    return new Keeping({ context, kept }, parts, await SoundJournal.begin(context, parts));
  }

  /** Nobody writes down what comes: it is left for later. */
  get isUnheard(): boolean {
    return this.#isUnheard;
  }

  /** Takes a message of sound that begins at this wall clock (ms). */
  message(message: Uint8Array, spokenAt: number): void {
    this.#journal?.message(message, spokenAt);
  }

  /** What came is safe. False when another session has taken over the stream. */
  async flush(reached: Parameters<SoundJournal['flush']>[0]): Promise<boolean> {
    return (await this.#journal?.flush(reached)) ?? true;
  }

  /**
   * The words that had come out of the recogniser at the last look are stored; by now they have of
   * the audio before this second.
   */
  async stored(settled: number): Promise<void> {
    if (this.#isUnheard) return;
    await this.#journal?.done(this.#settled);
    this.#settled = settled;
  }

  /** No recogniser takes what comes from now on, perhaps not even what came last. */
  async stopHearing(conversation: { id: string; since: Date }): Promise<void> {
    this.#isUnheard = true;
    await this.begins(conversation);
  }

  /** What comes from now on belongs to this conversation. */
  async begins(conversation: { id: string; since: Date }): Promise<void> {
    if (!this.#isUnheard || this.#unheard.has(conversation.id)) return;
    this.#unheard.add(conversation.id);
    await this.#kept.expect(this.#context, conversation);
  }

  /** A recogniser takes what comes from now on. */
  async hearAgain(): Promise<void> {
    const unheard = this.#journal;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    this.#isUnheard = false;
    await this.#leave(unheard);
  }

  /**
   * Gives what came so far to the caller, who ends it when its words are stored; what comes from now
   * on is kept apart.
   */
  async cut(): Promise<{ end(isDone: boolean): Promise<void> }> {
    const before = this.#journal;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    return { end: (isDone) => this.#end(before, isDone) };
  }

  /** Nothing more comes. */
  async end(isDone: boolean): Promise<void> {
    const last = this.#journal;
    this.#journal = null;
    await this.#end(last, isDone && !this.#isUnheard);
  }

  async #end(journal: SoundJournal | null, isDone: boolean): Promise<void> {
    if (isDone) await journal?.remove();
    else await this.#leave(journal);
  }

  async #leave(journal: SoundJournal | null): Promise<void> {
    await journal?.close();
    if (journal) await this.#kept.left(journal.folder);
    for (const id of this.#unheard) await this.#kept.release(this.#context, id);
    this.#unheard.clear();
  }
}

export interface KeepingParts extends Omit<SoundAbout, 'user_id' | 'tries'> {
  context: Context;
  kept: KeptSound;
  stream: SoundJournalParts['stream'];
}
