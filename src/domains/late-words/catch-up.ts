/**
 * Transcribes the sound that live sessions left without words: from before the service ended, from
 * times without a free recogniser, and from crashes. The words are added to the conversation in
 * which they were spoken. If that conversation ended without a gap for them, they become a separate
 * conversation. No sound is transcribed twice.
 */
import { stat } from 'node:fs/promises';
import { knowsLanguage } from '../../engines/recognition/recogniser.ts';
import { behindWall, userOf, type Context, type Parts } from '../../kit/context.ts';
import { selectUser } from '../accounts/accounts.ts';
import { describeJournal, listJournals } from '../../storage/journal.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import {
  awaitWords,
  hasHeardJournal,
  recordGaps,
  recordGap,
  releaseWords,
  selectGapsOf,
  wordsWanted,
} from '../conversations/recording/pending-words.ts';
import { CatchUpLanes } from './catch-up-lanes.ts';
import type { CatchUpParts } from './catch-up-parts.ts';
import { ExpectedWords } from './expected-words.ts';
import { hearLeft } from './left-sound-recognition.ts';
import { JournalEnds } from './journal-ends.ts';
import { keepTrying } from './retries.ts';
import type { SoundStore } from './sound-buffer.ts';
import { DecoderBroke } from './late-part.ts';
import { lookAt } from './left-sound.ts';
import type { LeftSound } from './left-sound.ts';
import type { SoundAbout } from './sound-journal.ts';
import { discardRecording, placeRecording } from './vanished/recordings.ts';
import { WritingProgress } from './writing-progress.ts';

/** A journal is abandoned after so many crashes of the service or decoder, or of the recogniser. */
const MAX_TRIES = 3;
const MAX_MISSES = 8;
const DAY_MS = 86_400_000;

export class CatchUp implements SoundStore, AsyncDisposable {
  readonly #parts: Parts;
  readonly #options: CatchUpParts;
  readonly #expected: ExpectedWords;
  readonly #stop = new AbortController();
  readonly #progress: WritingProgress;
  readonly #ends: JournalEnds;
  /** Journals that must wait because no available recogniser can transcribe them. */
  readonly #parked = new Set<string>();
  /** Journals whose gaps could not be stored yet, because the database was unreachable. */
  readonly #unnoted = new Set<string>();
  readonly #lanes: CatchUpLanes;
  readonly #unsubscribe: () => void;
  readonly #watchers = new Set<{ user_id: string; changed: (isCatchingUp: boolean) => void }>();

  constructor(options: CatchUpParts) {
    this.#parts = options.parts;
    this.#options = options;
    this.#expected = new ExpectedWords(options.parts);
    this.#progress = new WritingProgress(this.#expected);
    const { parts, waiting } = options;
    const shared = { expected: this.#expected, progress: this.#progress };
    this.#ends = new JournalEnds({ db: parts.db, waiting, ...shared });
    this.#lanes = new CatchUpLanes({
      log: options.parts.log,
      signal: this.#stop.signal,
      writeDown: (folder) => this.#writeDown(folder),
      eachMinute: () => this.#tidyParked(),
    });
    this.#unsubscribe = options.parts.outbox.subscribe(wordsWanted, () => this.#lanes.hurry());
  }

  watch(user_id: string, changed: (isCatchingUp: boolean) => void): () => void {
    const watcher = { user_id, changed };
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }

  get root(): string {
    return this.#options.root;
  }

  async expect(context: Context, conversation: { id: string; since: Date }): Promise<void> {
    this.#expected.add(userOf(context), conversation.id);
    await awaitWords(context, conversation);
  }

  async lose(context: Context, id: string, span: SoundSpan): Promise<void> {
    await recordGap(context, { id, span, reason: 'lost' }).catch((err: unknown) =>
      this.#parts.log.error({ err, conversation_id: id }, 'a loss of sound is not noted'),
    );
  }

  async release(context: Context, id: string): Promise<void> {
    if (await this.#release(context, id)) return;
    // Not awaited, because a closing session must not wait until the database is back.
    void keepTrying(() => this.#release(context, id), this.#stop.signal).then(
      (isReleased) => isReleased || this.#expected.drop(id),
    );
  }

  async #release(context: Context, id: string): Promise<boolean> {
    try {
      if (this.#expected.isLast(id)) await releaseWords(context, id);
    } catch (err) {
      this.#parts.log.warn({ err, conversation_id: id }, 'a conversation still waits for words');
      return false;
    }
    this.#expected.drop(id);
    return true;
  }

  /**
   * Takes over all sound of earlier processes. Must run before the conversations of this sound are
   * processed. Unreadable journals stay in place.
   */
  async claim(): Promise<void> {
    for (const folder of await listJournals(this.root)) {
      await this.left(folder).catch((error: unknown) =>
        this.#parts.log.error({ err: error, folder }, 'sound that was left cannot be read'),
      );
    }
  }

  /**
   * Takes over a journal after its session has stopped writing to it. Records its gaps immediately,
   * or as soon as the database is reachable.
   */
  async left(folder: string): Promise<void> {
    const left = await this.#look(folder);
    if (!left) return;
    const { about, spans } = left;
    for (const id of spans.keys()) this.#expected.add(about.user_id, id);
    if (about.recording) this.#progress.awaits(about.recording.conversation_id);
    const isNoted = await this.#note(left).catch((err: unknown) => {
      this.#parts.log.warn({ err, folder }, 'sound that was left is not recorded yet');
      this.#unnoted.add(folder);
      return true;
    });
    if (isNoted) this.#lanes.add(folder, about.recording ? 'recordings' : 'journals');
  }

  /**
   * Marks the conversations as waiting for words and shows gaps for the missing words. Returns
   * false when everything was already transcribed, or the account was deleted.
   */
  async #note(left: LeftSound): Promise<boolean> {
    const { about, folder, name, spans } = left;
    const { db } = this.#parts;
    const isOver = await hasHeardJournal(db, about.user_id, name);
    // The account may have been deleted while no process was running.
    if (isOver || !(await selectUser(db, about.user_id))) {
      await this.#drop(left);
      return false;
    }
    const context = this.#contextOf(left);
    const known = new Set(about.known);
    for (const [id, [first]] of spans) {
      await awaitWords(context, { id, since: new Date(first!.from) });
      const gaps = { id, journal: name, spans: spans.get(id)!, replace: false };
      if (await recordGaps(context, gaps)) known.add(id);
    }
    await describeJournal(folder, { ...about, known: [...known] });
    return true;
  }

  /** Removes the sound of a deleted account. */
  async forget(user_id: string): Promise<void> {
    for (const folder of await listJournals(this.root)) {
      const left = await this.#look(folder);
      if (left?.about.user_id === user_id) await this.#drop(left);
    }
  }

  async #drop(left: LeftSound): Promise<void> {
    for (const id of left.spans.keys()) this.#expected.drop(id);
    await this.#ends.remove(left);
  }

  /** Keeps a recording from being lost; `left` transcribes it later. */
  takeRecording(path: string, about: SoundAbout): Promise<string> {
    return placeRecording(this.#options, path, about);
  }

  /** Deletes a recording that was not accepted. */
  discard(folder: string): Promise<void> {
    return discardRecording(this.#options, folder);
  }

  /** Runs other work with the recogniser, after the recordings that wait for their words. */
  afterRecordings<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.#lanes.inTurn('recordings', work);
  }

  /** Returns the transcribed seconds of a recording; null when it is not being transcribed. */
  writtenDown(conversation_id: string): number | null {
    return this.#progress.seconds(conversation_id);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#unsubscribe();
    this.#stop.abort();
    await this.#lanes[Symbol.asyncDispose]();
    await this.#expected[Symbol.asyncDispose]();
  }

  #look(folder: string): Promise<LeftSound | null> {
    return lookAt(folder, this.#damaged);
  }

  async #writeDown(folder: string): Promise<void> {
    let left = await this.#look(folder);
    if (left && this.#unnoted.has(folder)) {
      const isNoted = await this.#note(left);
      this.#unnoted.delete(folder);
      if (!isNoted) return;
      left = await this.#look(folder);
    }
    if (!left) return;
    const [{ about }, context, { recogniser }] = [left, this.#contextOf(left), this.#options];
    if (recogniser.name === 'none') return this.#leave(context, left);
    if (!knowsLanguage(recogniser, about.language)) return this.#park(context, left);
    if (about.tries >= MAX_TRIES || about.misses >= MAX_MISSES) {
      context.log.error({ folder }, 'sound ended every try to write it down; it stays a gap');
      return this.#ends.end(context, left, 'failed');
    }
    await describeJournal(folder, { ...about, tries: about.tries + 1 });
    using _news = this.#telling(left);
    const heard = await hearLeft(left, {
      ...this.#options,
      context,
      signal: this.#stop.signal,
      damaged: this.#damaged,
      moved: (id, seconds) => this.#progress.moved(id, seconds),
    }).catch(async (error: unknown) => {
      if (!(error instanceof DecoderBroke)) await describeJournal(folder, about);
      throw error;
    });
    if (heard.missed.length === 0) return this.#ends.end(context, left, 'heard', heard.places);
    await describeJournal(folder, { ...about, misses: about.misses + 1, missed: heard.missed });
    const now = await this.#look(folder);
    if (now) await this.#ends.narrow(context, { before: left, now, places: heard.places });
    throw new Error('The recogniser crashed on a part of this sound again.');
  }

  /** Tells the user's live sessions when the transcription of earlier sound starts and ends. */
  #telling({ about }: LeftSound): Disposable {
    const tell = (isCatchingUp: boolean) => {
      if (about.recording) return;
      for (const { user_id, changed } of this.#watchers) {
        if (user_id === about.user_id) changed(isCatchingUp);
      }
    };
    tell(true);
    return { [Symbol.dispose]: () => tell(false) };
  }

  /** Without a recogniser, keeps the sound only if it is waiting for another recogniser. */
  async #leave(context: Context, left: LeftSound): Promise<void> {
    if (left.about.by === 'none') return this.#ends.end(context, left, 'heard');
    await this.#ends.keep(context, left, 'waiting');
  }

  /** Keeps sound in an unsupported language for another recogniser, if the user allows this. */
  async #park(context: Context, left: LeftSound): Promise<void> {
    const isKept = await this.#options.keepsAudio(context);
    context.log.warn({ folder: left.folder, language: left.about.language }, 'unknown language');
    if (!isKept) return this.#ends.end(context, left, 'language');
    this.#parked.add(left.folder);
    await this.#ends.keep(context, left, 'language');
  }

  /**
   * Deletes waiting sound when its conversation is deleted or when the sound is too old. (Such
   * sound waits for another recogniser.)
   */
  async #tidyParked(): Promise<void> {
    for (const folder of this.#parked) {
      const left = await this.#look(folder);
      if (left && (await this.#isWanted(left))) continue;
      this.#parked.delete(folder);
      if (left) await this.#ends.end(this.#contextOf(left), left, 'lost');
    }
  }

  async #isWanted(left: LeftSound): Promise<boolean> {
    const { keepDays, keepsAudio } = this.#options;
    const { mtimeMs } = await stat(left.folder);
    const isOld = this.#parts.clock.now().getTime() - mtimeMs > keepDays * DAY_MS;
    if (isOld || !(await keepsAudio(this.#contextOf(left)))) return false;
    return (await selectGapsOf(this.#parts.db, left.about.user_id, left.name)).length > 0;
  }

  readonly #damaged = (file: string): void =>
    this.#parts.log.error({ file }, 'a file of sound is damaged; what follows there is left out');

  #contextOf({ about: { user_id } }: LeftSound): Context {
    return behindWall({ ...this.#parts, actor: { kind: 'job', user_id }, ip: null });
  }
}
