import type { Context } from '../../kit/context.ts';
import type { Db } from '../../storage/database.ts';
import { removeJournal } from '../../storage/journal.ts';
import type { WaitingFiles } from '../../storage/waiting/waiting-files.ts';
import {
  deleteHeardJournal,
  endJournal,
  recordGaps,
} from '../conversations/recording/pending-words.ts';
import type { GapReason } from '../transcripts/gap.ts';
import type { ExpectedWords } from './expected-words.ts';
import type { LeftSound } from './left-sound.ts';
import type { WritingProgress } from './writing-progress.ts';

/** Commits the outcome of a journal, first to the database and then to the disk. */
export class JournalEnds {
  readonly #db: Db;
  readonly #expected: ExpectedWords;
  readonly #progress: WritingProgress;
  readonly #waiting: WaitingFiles | null;

  constructor({ db, expected, progress, waiting }: JournalEndsParts) {
    this.#waiting = waiting;
    this.#db = db;
    this.#expected = expected;
    this.#progress = progress;
  }

  /** Ends and deletes the journal, and ends the wait of its conversations. */
  async end(
    context: Context,
    left: LeftSound,
    outcome: 'heard' | GapReason,
    places = new Set<string>(),
  ): Promise<void> {
    await this.#settle(context, left, { outcome, places, isGone: true });
    await this.remove(left);
  }

  /**
   * Ends the wait of the conversations that will not get the journal's words. The journal stays for
   * another recogniser.
   */
  async keep(context: Context, left: LeftSound, outcome: GapReason): Promise<void> {
    await this.#settle(context, left, { outcome, isGone: false });
  }

  /**
   * Ends the wait of conversations that have all their words, when only a part of the journal still
   * needs words.
   */
  async narrow(
    context: Context,
    { before, now, places }: { before: LeftSound; now: LeftSound; places: Set<string> },
  ): Promise<void> {
    for (const [id, spans] of now.spans) {
      await recordGaps(context, { id, journal: now.name, spans, replace: true });
    }
    const done = [...before.spans.keys()].filter((id) => !now.spans.has(id));
    const ends = done.map((id) => this.#endOf(id, places));
    await endJournal(context, { journal: now.name, ends, outcome: 'heard', isGone: false });
    for (const id of done) this.#expected.drop(id);
  }

  /**
   * Runs after the end is committed. If the process crashes here, the next process finds the
   * committed record and continues.
   */
  async remove({ folder, name, about }: LeftSound): Promise<void> {
    const erase = () => removeJournal(folder);
    const mayComeBack = (await this.#waiting?.remove(name, erase)) ?? (await erase(), false);
    if (!mayComeBack) await deleteHeardJournal(this.#db, about.user_id, name);
  }

  async #settle(
    context: Context,
    { name, spans }: LeftSound,
    { outcome, isGone, places = new Set() }: Settlement,
  ): Promise<void> {
    const ids = new Set([...spans.keys(), ...places]);
    const ends = [...ids].map((id) => this.#endOf(id, places));
    await endJournal(context, { journal: name, ends, outcome, isGone });
    for (const id of ids) {
      this.#progress.ended(id);
      this.#expected.drop(id);
    }
  }

  #endOf(id: string, places: ReadonlySet<string>) {
    return { id, isLast: this.#expected.isLast(id), hasNewWords: places.has(id) };
  }
}

interface Settlement {
  outcome: 'heard' | GapReason;
  isGone: boolean;
  places?: Set<string>;
}

interface JournalEndsParts {
  db: Db;
  expected: ExpectedWords;
  progress: WritingProgress;
  waiting: WaitingFiles | null;
}
