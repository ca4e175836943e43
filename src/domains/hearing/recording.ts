import { z } from 'zod';
import { defineEvent } from '../../core/event.ts';
import { RecordingSource } from '../conversations/conversation.ts';
import { transaction } from '../../storage/transaction.ts';
import type { Geolocation } from '../conversations/conversation.ts';
import type { ConversationRow } from '../conversations/conversations.ts';
import { resumeLive, selectLive, touchLive } from '../conversations/conversations.ts';
import { beginRecording, deleteEmptyRecording, endRecording } from '../conversations/lifecycle.ts';
import type { SegmentBatch } from '../conversations/conversations.ts';
import { upsertLiveSegments } from '../conversations/conversations.ts';
import type { NamedSegment, Speech } from '../transcripts/segments.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { upsertSegmentPrints } from '../voices/heard-voices.ts';
import type { SegmentPrint } from '../voices/heard-voices.ts';
import { SegmentAssembler, sinceStart } from '../transcripts/segment-assembler.ts';
import type { AssembledSegment, Heard } from '../transcripts/segment-assembler.ts';

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
  /** The words of the unsaved segments, as recognised. */
  #unsavedWords: Heard[] = [];
  /** The wall-clock time (ms) of the first word, from which all segments count their seconds. */
  #startedAt: number | undefined;
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
    this.#heardAt = (row.last_heard_at ?? row.created_at).getTime();
  }

  /** The wall-clock time (ms) at which this session last received speech. */
  get heardAt(): number {
    return this.#heardAt;
  }

  get hasUnsaved(): boolean {
    return this.#unsaved.size > 0;
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

  /** Adds words with times in wall clock milliseconds; returns the segment that they changed. */
  add(heard: Heard): AssembledSegment {
    const segment = this.#assembler.add(this.#onOwnClock(heard));
    this.#unsaved.set(segment.id, segment);
    this.#unsavedWords.push(heard);
    return segment;
  }

  preview(heard: Heard): AssembledSegment {
    return this.#assembler.preview(this.#onOwnClock(heard));
  }

  /** Returns the correction of a wrong preview, as the assembler does. */
  takeOutdated(): AssembledSegment | string | null {
    return this.#assembler.takeOutdated();
  }

  /**
   * Stores and returns the changes since the last call. Returns null when the recording is no
   * longer live; the words then stay unsaved.
   */
  async save(): Promise<NamedSegment[] | null> {
    if (this.#unsaved.size === 0) return [];
    const user_id = userOf(this.#context);
    const words = this.#unsavedWords.length;
    const prints: SegmentPrint[] = [];
    const segments = [...this.#unsaved.values()].map(({ print, ...segment }) => {
      if (print) prints.push({ segment_id: segment.id, print });
      // Keeps stored translations.
      return { ...segment, user_id, conversation_id: this.id, translations: [] };
    });
    const heard_at = this.#context.clock.now();
    const batch = {
      user_id,
      conversation_id: this.id,
      segments,
      heard_at,
      started_at: new Date(this.#startedAt!),
      language: this.#language,
      isLate: this.#session === null,
    };
    const speakers = await this.#store(batch, prints);
    if (!speakers) return null;
    this.#unsavedWords.splice(0, words);
    this.#heardAt = heard_at.getTime();
    return segments.map((segment) => {
      const { id, text, person_id } = segment;
      if (this.#unsaved.get(id)?.text === text) this.#unsaved.delete(id);
      const speech = speakers.get(id)!;
      this.#assembler.assigned(id, speech);
      if (person_id !== null && speech.person_id === null) {
        this.#context.log.info({ person_id, segment_id: id }, 'unknown person ignored');
      }
      return { ...segment, ...speech };
    });
  }

  /** Stores the words, their voiceprints and the event in one transaction. */
  #store(
    batch: SegmentBatch,
    prints: readonly SegmentPrint[],
  ): Promise<Map<string, Speech> | null> {
    return transaction(this.#context.db, async (tx) => {
      const speakers = await upsertLiveSegments(tx, batch);
      if (speakers) {
        await upsertSegmentPrints(tx, batch, prints);
        const payload = {
          conversation_id: this.id,
          segment_ids: batch.segments.map(({ id }) => id),
        };
        await this.#context.outbox.emit(tx, segmentsHeard, { user_id: batch.user_id, payload });
      }
      return speakers;
    });
  }

  /**
   * Returns and clears the words that could not be saved here; the next recording begins with them.
   */
  takeUnsaved(): Heard[] {
    this.#unsaved.clear();
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
}

function isOver(live: ConversationRow, options: RecordingOptions, now: Date): boolean {
  const heard = live.last_heard_at ?? live.created_at;
  return now.getTime() - heard.getTime() >= options.timeout_seconds * 1000;
}
