/**
 * Keeps the sound of a session until its words are stored: what a crash leaves, what comes while no
 * recogniser works and what the recogniser has no time for is written down later (catch-up.ts).
 */
import type { Context } from '../../kit/context.ts';
import type { Span } from '../transcripts/gap.ts';
import { SoundJournal } from './sound-journal.ts';
import type { SoundJournalParts } from './sound-journal.ts';

/** Where sound is kept, and who writes down what is left of it. */
export interface KeptSound {
  /** The folder of all journals. */
  root: string;
  /** Sound of this live conversation is going to be left; it waits for the words. */
  expect(context: Context, conversation: { id: string; since: Date }): Promise<void>;
  /** The journals with that sound are left, so nobody else has to wait for it. */
  release(context: Context, id: string): Promise<void>;
  left(folder: string): Promise<void>;
  /** Tells when sound that was left of this user is being written down, and when that is over. */
  watch(user_id: string, changed: (isCatchingUp: boolean) => void): () => void;
}

/** Where the session is: what came so far. */
type Reached = Parameters<SoundJournal['flush']>[0];

/** So much of the last sound is never settled while nothing more comes. */
const LAST_SECONDS = 2;

interface Held {
  journal: SoundJournal;
  /** Second of audio and wall clock (ms) at which it ends. */
  audio: number;
  until: number;
  /** What of it has no words. */
  missed: Span[];
  /** The conversation that waits for them. */
  conversation_id: string;
}

export class Keeping {
  readonly #context: Context;
  readonly #kept: KeptSound;
  readonly #parts: SoundJournalParts;
  #journal: SoundJournal | null;
  /** Seconds of audio whose words were out of the recogniser at the last look. */
  #settled = 0;
  #isUnheard: boolean;
  /** Something was missed: nothing is forgotten until it is put aside. */
  #isHolding = false;
  /** Journals in which something was missed, until the words of everything else are stored. */
  #held: Held[] = [];
  /** Conversations that nobody writes down at the moment. */
  readonly #unheard = new Set<string>();

  private constructor(
    { context, kept, isUnheard }: Pick<KeepingParts, 'context' | 'kept' | 'isUnheard'>,
    parts: SoundJournalParts,
    journal: SoundJournal | null,
  ) {
    this.#context = context;
    this.#kept = kept;
    this.#parts = parts;
    this.#journal = journal;
    this.#isUnheard = isUnheard;
  }

  static async open({ context, kept, isUnheard, ...about }: KeepingParts): Promise<Keeping> {
    const parts = { ...about, root: kept.root };
    const journal = await SoundJournal.begin(context, parts);
    return new Keeping({ context, kept, isUnheard }, parts, journal);
  }

  /** Nobody writes down what comes: it is left for later. */
  get isUnheard(): boolean {
    return this.#isUnheard;
  }

  /** False where the disk did not take it. */
  get isKept(): boolean {
    return this.#journal !== null && !this.#journal.isBroken;
  }

  /** Takes a message of sound that begins at this wall clock (ms). */
  message(message: Uint8Array, spokenAt: number): void {
    this.#journal?.message(message, spokenAt);
  }

  /** What came is safe. False when another session has taken over the stream. */
  async flush(reached: Reached): Promise<boolean> {
    const { conversation_id: id, voiced, spokenUntil } = reached;
    const isOurs = (await this.#journal?.flush(reached)) ?? true;
    if (this.#isUnheard && voiced === true)
      await this.#expect({ id, since: new Date(spokenUntil) });
    return isOurs;
  }

  /**
   * The words that had come out of the recogniser at the last look are stored; by now they have of
   * the audio before this second.
   */
  async stored(settled: number): Promise<void> {
    if (this.#isUnheard || this.#isHolding) return;
    await this.#journal?.done(this.#settled);
    const [done, open] = partition(
      this.#held,
      ({ audio }) => audio - LAST_SECONDS <= this.#settled,
    );
    this.#held = open;
    for (const held of done) await this.#leaveHeld(held, held.missed);
    this.#settled = settled;
  }

  /** Something that came has no words; `missed` follows. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Puts aside the sound of what was missed, to be heard another time. */
  async missed(span: Span, reached: Reached): Promise<void> {
    this.#isHolding = false;
    // All of it stays, and is heard again.
    if (this.#isUnheard) return;
    const known = this.#held.find(({ until }) => span.until <= until);
    if (known) {
      known.missed.push(span);
      return;
    }
    const { conversation_id, audio, spokenUntil: until } = reached;
    const journal = this.#journal;
    if (!journal) return;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    this.#held.push({ journal, audio, until, missed: [span], conversation_id });
    await this.#kept.expect(this.#context, { id: conversation_id, since: new Date(span.from) });
  }

  /** No recogniser takes what comes from now on, perhaps not even what came last. */
  async stopHearing(conversation: { id: string; since: Date }): Promise<void> {
    this.#isUnheard = true;
    await this.#expect(conversation);
  }

  /** What comes from now on belongs to another conversation: the former need not wait for its end. */
  async begins(): Promise<void> {
    if (!this.#isUnheard) return;
    const former = this.#journal;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    await this.#leave(former);
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
    const isHeard = isDone && !this.#isUnheard;
    for (const held of this.#held.splice(0)) {
      await this.#leaveHeld(held, isHeard ? held.missed : null);
    }
    await this.#end(last, isHeard && !this.#isHolding);
  }

  async #expect(conversation: { id: string; since: Date }): Promise<void> {
    if (this.#unheard.has(conversation.id)) return;
    this.#unheard.add(conversation.id);
    await this.#kept.expect(this.#context, conversation);
  }

  async #end(journal: SoundJournal | null, isDone: boolean): Promise<void> {
    if (isDone) await journal?.remove();
    else await this.#leave(journal);
  }

  /** `missed`: all that it still needs; null when that is not known. */
  async #leaveHeld({ journal, conversation_id }: Held, missed: Span[] | null): Promise<void> {
    await journal.close();
    if (missed) await journal.needsOnly(missed);
    await this.#kept.left(journal.folder);
    await this.#kept.release(this.#context, conversation_id);
  }

  async #leave(journal: SoundJournal | null): Promise<void> {
    await journal?.close();
    if (journal) await this.#kept.left(journal.folder);
    for (const id of this.#unheard) await this.#kept.release(this.#context, id);
    this.#unheard.clear();
  }
}

function partition<T>(all: readonly T[], test: (each: T) => boolean): [T[], T[]] {
  return [all.filter(test), all.filter((each) => !test(each))];
}

export interface KeepingParts extends Omit<SoundJournalParts, 'root'> {
  context: Context;
  kept: KeptSound;
  /** From the beginning nobody writes down what comes. */
  isUnheard: boolean;
}
