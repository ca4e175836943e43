import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { RecordingSource } from '../conversations/conversation.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Geolocation } from '../conversations/conversation.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { resumeLive, selectLive, touchLive } from '../conversations/recording/live-recording.ts';
import { beginRecording, deleteEmptyRecording, endRecording } from '../conversations/lifecycle.ts';
import type { StoredWords } from '../conversations/recording/live-recording.ts';
import { upsertLiveSegments } from '../conversations/recording/live-recording.ts';
import { tellChanged } from '../transcripts/segments.ts';
import type { NamedSegment } from '../transcripts/named-segments.ts';
import { movedBy } from '../transcripts/timed/timed-words.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { upsertSegmentPrints } from '../voices/segment-prints.ts';
import type { SegmentPrint } from '../voices/segment-prints.ts';
import { SegmentAssembler, sinceStart } from '../transcripts/segment-assembler.ts';
import type { Assembled, AssembledSegment, Heard } from '../transcripts/segment-assembler.ts';

/** Emitted when words were stored; listeners read the current words from the conversation. */
export const segmentsHeard = defineEvent({
  name: 'segments.heard',
  payload: z.object({ conversation_id: z.string(), segment_ids: z.array(z.string()) }),
});

export interface RecordingOptions {
  /** The device that records, or ''. */
  device: string;
  language: string;
  timeout_seconds: number;
  source: string;
  /** The location of the device. */
  geolocation?: Geolocation | undefined;
  /**
   * Returns the wall clock time (ms) of second 0 for all devices of the recording, if its first
   * word arrives now.
   */
  secondZero?: ((conversation_id: string, at: number) => number) | undefined;
}

/**
 * The conversation into which a session writes, with its second 0 and the unsaved words. A
 * recording may outlast its session. The next session resumes a recording that is still live.
 */
export class Recording {
  readonly id: string;
  readonly #context: Context;
  readonly #assembler: SegmentAssembler;
  /** The language in which the words are spoken. */
  readonly #language: string;
  /** Identifies the session that writes into the live recording; null when the words are late. */
  readonly #session: string | null;
  readonly #unsaved = new Map<string, AssembledSegment>();
  /** Segments that no longer exist, and may be stored. */
  readonly #removed = new Set<string>();
  /** The words of the unsaved segments, as recognised. */
  #unsavedWords: Heard[] = [];
  /** The wall-clock time (ms) from which the assembler counts its seconds. */
  #startedAt: number | undefined;
  /**
   * The wall-clock time (ms) of second 0 in the database. It moves when words arrive that were said
   * earlier, in this session or another one.
   */
  #secondZeroAt: number | undefined;
  readonly #secondZero: RecordingOptions['secondZero'];
  /** The wall-clock time (ms) at which this process last recorded speech. */
  #heardAt: number;

  private constructor(
    context: Context,
    row: ConversationRow,
    {
      language,
      session,
      secondZero,
    }: Pick<RecordingOptions, 'language' | 'secondZero'> & { session: string | null },
  ) {
    this.#secondZero = secondZero;
    this.#language = language;
    this.#session = session;
    this.id = row.id;
    this.#context = context;
    this.#assembler = new SegmentAssembler(context.newId);
    this.#startedAt = row.started_at?.getTime();
    this.#secondZeroAt = this.#startedAt;
    this.#heardAt = (row.last_heard_at ?? row.created_at).getTime();
  }

  /** The wall-clock time (ms) at which this session last received speech. */
  get heardAt(): number {
    return this.#heardAt;
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0 || this.#removed.size > 0;
  }

  /**
   * Resumes the live recording of the device. A recording that has been silent too long ends, and
   * another begins.
   */
  static async open(context: Context, options: RecordingOptions): Promise<Recording> {
    const session = context.newId();
    for (;;) {
      const live = await selectLive(context.db, userOf(context), options.device);
      if (live && !isOver(live, options, context.clock.now())) {
        // Its former session may just have deleted it.
        const resumption = { id: live.id, session, geolocation: options.geolocation };
        if (!(await resumeLive(context.db, userOf(context), resumption))) continue;
        return new Recording(context, live, { ...options, session });
      }
      if (live) await endRecording(context, { id: live.id, forced: false });
      const begun = await beginRecording(context, {
        id: context.newId(),
        session,
        language: options.language,
        timeout_seconds: options.timeout_seconds,
        geolocation: options.geolocation ?? null,
        device: options.device,
        source: RecordingSource.catch('unknown').parse(options.source),
      });
      // Another session of this device has just begun a recording, so this session joins it.
      if (begun) return new Recording(context, begun, { ...options, session });
    }
  }

  /** Continues a conversation that is live, waits for its words or has a gap for them. */
  static late(context: Context, row: ConversationRow, language: string): Recording {
    return new Recording(context, row, { language, session: null });
  }

  /**
   * Records that sound from this wall-clock time (ms) belongs to the recording. Second 0 must not
   * be later, unless it is already fixed.
   */
  startsBy(wall: number): void {
    this.#startedAt ??= wall;
  }

  /** Records that another session has moved second 0 to this wall-clock time (ms). */
  movedTo(wall: number): void {
    this.#secondZeroAt = wall;
  }

  /**
   * Adds words with times in wall clock milliseconds; returns the segment that contains them. Null
   * when the words were only taken back.
   */
  add(heard: Heard): AssembledSegment | null {
    // Nothing was said yet that could be taken back.
    if (heard.text === '' && this.#startedAt === undefined) return null;
    const added = this.#assembler.add(this.#onOwnClock(heard));
    this.#took(added);
    if (added.changed.length + added.removed.length > 0) this.#unsavedWords.push(heard);
    return added.segment;
  }

  /** Records words that another session adds to this recording. */
  interrupt(heard: Heard): void {
    this.#took(this.#assembler.interrupt(this.#onOwnClock(heard)));
  }

  #took({ changed, removed }: Assembled): void {
    for (const each of changed) this.#unsaved.set(each.id, each);
    for (const id of removed) {
      this.#unsaved.delete(id);
      this.#removed.add(id);
    }
  }

  /** Returns the segment with these interim words, on the clock of the conversation. */
  preview(heard: Heard): AssembledSegment {
    return this.#shown(this.#assembler.preview(this.#onOwnClock(heard)));
  }

  /** Returns the correction of a wrong preview, as the assembler does. */
  takeOutdated(): AssembledSegment | string | null {
    const outdated = this.#assembler.takeOutdated();
    return outdated === null || typeof outdated === 'string' ? outdated : this.#shown(outdated);
  }

  /**
   * Stores and returns the changes since the last call. Returns null when the recording is no
   * longer live; the words then stay unsaved.
   */
  async save(): Promise<NamedSegment[] | null> {
    if (!this.hasUnsaved) return [];
    const words = this.#unsavedWords.length;
    const saved = [...this.#unsaved.values()];
    const removed = [...this.#removed];
    const heard_at = this.#context.clock.now();
    const stored = await this.#store(saved, { removed, heard_at });
    if (!stored) return null;
    this.#secondZeroAt = stored.started_at.getTime();
    this.#unsavedWords.splice(0, words);
    this.#heardAt = heard_at.getTime();
    for (const id of removed) this.#removed.delete(id);
    for (const segment of saved) {
      const { id, person_id } = segment;
      if (this.#unsaved.get(id) === segment) this.#unsaved.delete(id);
      const speech = stored.speakers.get(id)!;
      this.#assembler.assigned(id, speech);
      if (person_id !== null && speech.person_id === null) {
        this.#context.log.info({ person_id, segment_id: id }, 'unknown person ignored');
      }
    }
    return stored.segments.map((segment) => ({ ...segment, ...stored.speakers.get(segment.id)! }));
  }

  /** Stores the words, their voiceprints and the events in one transaction. */
  #store(
    saved: readonly AssembledSegment[],
    { removed, heard_at }: { removed: readonly string[]; heard_at: Date },
  ): Promise<StoredWords | null> {
    const user_id = userOf(this.#context);
    const prints: SegmentPrint[] = [];
    const segments = saved.map(({ print, ...segment }) => {
      if (print) prints.push({ segment_id: segment.id, print });
      // Keeps stored translations.
      return { ...segment, user_id, conversation_id: this.id, translations: [] };
    });
    const batch = {
      user_id,
      conversation_id: this.id,
      segments,
      removed,
      heard_at,
      started_at: new Date(this.#startedAt!),
      language: this.#language,
      isLate: this.#session === null,
      process: this.#context.processId,
    };
    return transaction(this.#context.db, async (tx) => {
      const stored = await upsertLiveSegments(tx, batch);
      if (!stored) return null;
      await upsertSegmentPrints(tx, batch, prints);
      const conversation_id = this.id;
      const segment_ids = saved.map(({ id }) => id);
      const payload = { conversation_id, segment_ids };
      if (segment_ids.length > 0) {
        await this.#context.outbox.emit(tx, segmentsHeard, { user_id, payload });
      }
      const changed = stored.moved.filter((id) => !segment_ids.includes(id));
      if (changed.length + removed.length > 0) {
        const inside = { ...this.#context, db: tx };
        await tellChanged(inside, { conversation_id, changed, deleted: [...removed] });
      }
      return stored;
    });
  }

  /**
   * Returns and clears the words that could not be saved here; the next recording begins with them.
   */
  takeUnsaved(): Heard[] {
    this.#unsaved.clear();
    this.#removed.clear();
    return this.#unsavedWords.splice(0);
  }

  /** Records that somebody is speaking, before the first words arrive. */
  async touch(): Promise<void> {
    const now = this.#context.clock.now();
    await touchLive(this.#context.db, userOf(this.#context), this.id, now);
    this.#heardAt = now.getTime();
  }

  /** Deletes the recording if it is empty, unless another session of the device has resumed it. */
  async deleteIfEmpty(): Promise<void> {
    const session = this.#session;
    if (session === null || this.hasUnsaved) return;
    await deleteEmptyRecording(this.#context, { id: this.id, session });
  }

  #onOwnClock(heard: Heard): Heard {
    this.#startedAt ??= this.#secondZero?.(this.id, heard.start) ?? heard.start;
    return sinceStart(heard, this.#startedAt);
  }

  /** Counts from second 0 of the conversation. Words that move it do so when they are stored. */
  #shown(segment: AssembledSegment): AssembledSegment {
    const seconds = (this.#startedAt! - (this.#secondZeroAt ?? this.#startedAt!)) / 1000;
    const moved = movedBy(segment, seconds);
    return { ...moved, start_seconds: Math.max(0, moved.start_seconds) };
  }
}

function isOver(live: ConversationRow, options: RecordingOptions, now: Date): boolean {
  const heard = live.last_heard_at ?? live.created_at;
  return now.getTime() - heard.getTime() >= options.timeout_seconds * 1000;
}
