/**
 * Keeps the sound of a session until its words are stored. catch-up.ts later transcribes the
 * remaining sound: sound from before a crash, and sound for which no recogniser was available.
 */
import type { Context } from '../../kit/context.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import { SoundJournal } from './sound-journal.ts';
import type { SoundJournalParts } from './sound-journal.ts';

/** Stores sound and later transcribes the part without words. */
export interface SoundStore {
  /** The folder of all journals. */
  root: string;
  /** Makes this live conversation wait for words, because its session will leave sound behind. */
  expect(context: Context, conversation: { id: string; since: Date }): Promise<void>;
  /** Lets the conversation wait no longer, after the journals of its session are handed over. */
  release(context: Context, id: string): Promise<void>;
  left(folder: string): Promise<void>;
  /**
   * Records a gap for sound of this conversation that was neither written to disk nor recognised.
   */
  lose(context: Context, id: string, span: SoundSpan): Promise<void>;
  /** Calls `changed` when the transcription of this user's earlier sound begins or ends. */
  watch(user_id: string, changed: (isCatchingUp: boolean) => void): () => void;
}

/** The current position of the session in its audio. */
type Reached = Parameters<SoundJournal['flush']>[0];

/** The last seconds of sound are confirmed only after more sound has arrived. */
const LAST_SECONDS = 2;

interface Held {
  journal: SoundJournal;
  /** The second of audio and the wall clock (ms) at which the journal ends. */
  audio: number;
  until: number;
  /** Spans of the sound without words. */
  missed: SoundSpan[];
  /** The conversation that waits for these words. */
  conversation_id: string;
}

export class SoundBuffer {
  readonly #context: Context;
  readonly #kept: SoundStore;
  readonly #parts: SoundJournalParts;
  #journal: SoundJournal | null;
  /** Seconds of audio for which the recogniser had returned all words at the last check. */
  #settled = 0;
  #isUnheard: boolean;
  /** True when some sound was missed. No sound is dropped until the journal is put aside. */
  #isHolding = false;
  /** Journals with missed sound, which wait until all words of their other sound are stored. */
  #held: Held[] = [];
  /** Conversations whose sound is not being transcribed at the moment. */
  readonly #unheard = new Set<string>();

  private constructor(
    { context, kept, isUnheard }: Pick<SoundBufferParts, 'context' | 'kept' | 'isUnheard'>,
    parts: SoundJournalParts,
    journal: SoundJournal | null,
  ) {
    this.#context = context;
    this.#kept = kept;
    this.#parts = parts;
    this.#journal = journal;
    this.#isUnheard = isUnheard;
  }

  static async open({
    context,
    kept,
    isUnheard,
    ...about
  }: SoundBufferParts): Promise<SoundBuffer> {
    const parts = { ...about, root: kept.root };
    const journal = await SoundJournal.begin(context, parts);
    return new SoundBuffer({ context, kept, isUnheard }, parts, journal);
  }

  /** True while no recogniser receives the sound, so that it is kept for later. */
  get isUnheard(): boolean {
    return this.#isUnheard;
  }

  /** False when the sound could not be written to disk. */
  get isKept(): boolean {
    return this.#journal !== null && !this.#journal.isBroken;
  }

  /** True when earlier sound was written to disk but later sound could not be. */
  get isBroken(): boolean {
    return this.#journal?.isBroken ?? false;
  }

  /** Accepts a message of sound that begins at this wall clock time (ms). */
  message(message: Uint8Array, spokenAt: number): void {
    this.#journal?.message(message, spokenAt);
  }

  /**
   * Writes the sound so far to the disk. Returns false when another session has taken over the
   * stream.
   */
  async flush(reached: Reached): Promise<boolean> {
    const { conversation_id: id, voiced, spokenUntil } = reached;
    const isOurs = (await this.#journal?.flush(reached)) ?? true;
    const lost = this.#journal?.takeLost();
    if (this.#isUnheard && lost && voiced !== false) await this.#kept.lose(this.#context, id, lost);
    if (this.#isUnheard && voiced === true)
      await this.#expect({ id, since: new Date(spokenUntil) });
    return isOurs;
  }

  /**
   * Records that all words from before the last check are stored. By now, the recogniser has
   * returned the words of all audio before second `settled`.
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

  /** Keeps all sound until the next call of `missed`, because some of it has no words. */
  hold(): void {
    this.#isHolding = true;
  }

  /** Puts the missed sound aside for later transcription. */
  async missed(span: SoundSpan, reached: Reached): Promise<void> {
    this.#isHolding = false;
    // All of the sound is already kept, and will be transcribed later.
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

  /**
   * Records that no recogniser receives further sound. The last sound before this call may also be
   * missed.
   */
  async stopHearing(conversation: { id: string; since: Date }): Promise<void> {
    this.#isUnheard = true;
    await this.#expect(conversation);
  }

  /**
   * Starts a new journal for a new conversation without a recogniser. Otherwise the previous
   * conversation would wait for the end of the new one.
   */
  async begins(): Promise<void> {
    if (!this.#isUnheard) return;
    const former = this.#journal;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    await this.#leave(former);
  }

  /** Records that a recogniser receives further sound. */
  async hearAgain(): Promise<void> {
    const unheard = this.#journal;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    this.#isUnheard = false;
    await this.#leave(unheard);
  }

  /**
   * Passes the sound so far to the caller, who must end it when its words are stored. Later sound
   * goes to a new journal.
   */
  async cut(): Promise<{ end(isDone: boolean): Promise<void> }> {
    const before = this.#journal;
    this.#journal = await SoundJournal.begin(this.#context, this.#parts);
    return { end: (isDone) => this.#end(before, isDone) };
  }

  /** Ends the journal; no more sound follows. */
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

  /** `missed`: all spans that still need words; null when unknown. */
  async #leaveHeld({ journal, conversation_id }: Held, missed: SoundSpan[] | null): Promise<void> {
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

export interface SoundBufferParts extends Omit<SoundJournalParts, 'root'> {
  context: Context;
  kept: SoundStore;
  /** True when no recogniser has received the sound from the start. */
  isUnheard: boolean;
}
