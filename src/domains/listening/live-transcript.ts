/**
 * Handles the words of a live session across all its recordings: labels, stores, translates and
 * sends them. The session runs all asynchronous calls one at a time.
 */
import type { z } from 'zod';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import { deviceOf } from '../conversations/conversation-lookup.ts';
import type { ServerMessage, SpeakerAssigned } from '../devices/message.ts';
import { Recording } from '../hearing/recording.ts';
import type { SoundStore } from '../late-words/sound-buffer.ts';
import { Voices } from '../hearing/speakers/live-voices.ts';
import { SpeakerLabels } from '../hearing/speakers/speaker-labels.ts';
import type { AssembledSegment, Heard } from '../transcripts/segment-assembler.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import type { segmentsChanged } from '../transcripts/segments.ts';
import { LiveTranslations } from './live-translations.ts';
import type { SessionParts } from './session-parts.ts';

/** While words keep arriving, they are stored at this interval. */
export const STORE_EVERY_MS = 600;

export class LiveTranscript {
  readonly #parts: SessionParts;
  readonly #context: Context;
  readonly #send: (message: ServerMessage) => void;
  readonly #events: TranscriptEvents;
  readonly #labels: SpeakerLabels;
  readonly #translations: LiveTranslations | null;
  /** Null when the client sends words instead of sound. */
  readonly voices: Voices | null;
  readonly #device: string;
  #recording!: Recording;
  /** The recordings of this session so far. */
  readonly #recordings = new Set<string>();
  #isOpened = false;
  /** Names for the other sessions, so that their ids are not taken for this session's. */
  readonly #others = new WeakMap<object, string>();
  #leave: (() => void) | undefined;
  #storedAt = -Infinity;

  constructor(parts: SessionParts, events: TranscriptEvents) {
    const { context, options, send, userName } = parts;
    this.#parts = parts;
    this.#context = context;
    this.#send = send;
    this.#device = deviceOf(context.actor, options.device_id);
    this.#events = events;
    this.voices = voicesOf(parts);
    this.#labels = new SpeakerLabels(context, {
      voices: this.voices,
      userName,
      mayCreate: options.create_speakers,
      assignsItself: options.speaker_auto_assign === 'enabled',
    });
    this.#translations = translationsOf(parts);
  }

  /** The recording to which words are added now. */
  get recording(): Recording {
    return this.#recording;
  }

  /** A device key gives access only to the recordings of its device. */
  mayKnow(conversation_id: string): boolean {
    return this.#context.actor.kind !== 'device_key' || this.#recordings.has(conversation_id);
  }

  /** Opens the recording for further words. */
  async openRecording(): Promise<void> {
    const { said, options } = this.#parts;
    const { language, conversation_timeout, source = 'unknown', geolocation } = options;
    const former = this.#isOpened ? this.#recording : null;
    this.#leave ??= said?.join(this.#recorder);
    const recording = await Recording.open(this.#context, {
      device: this.#device,
      language,
      timeout_seconds: conversation_timeout,
      source,
      geolocation,
      secondZero: (id, at) => said?.secondZero(id, at) ?? at,
    });
    this.#recording = recording;
    this.#recordings.add(recording.id);
    this.#isOpened = true;
    const known = this.#labels.begin(recording.id);
    // The previous recording had already ended when these words arrived.
    for (const heard of former?.takeUnsaved() ?? []) this.#add(heard);
    await known;
    await this.#events.opened(recording.id, former?.id ?? null);
    this.#send({
      type: 'conversation_session',
      conversation_id: this.#recording.id,
      status: 'in_progress',
    });
  }

  /** Accepts words and stores them later. */
  hear(heard: Heard): void {
    const { said } = this.#parts;
    const recorder = this.#recorder;
    const fresh = said && heard.text !== '' ? said.fresh(heard, recorder) : heard;
    // Another device that records the same conversation has already sent these words.
    if (!fresh) return;
    this.#add(this.#labels.label(fresh));
    said?.tell(fresh, this.#recording.id, recorder);
    // The first words after a pause are stored immediately; later words are stored at an interval.
    if (performance.now() - this.#storedAt >= STORE_EVERY_MS) {
      this.#storedAt = performance.now();
      this.#events.due();
    }
    const outdated = this.#recording.takeOutdated();
    if (typeof outdated === 'string') {
      this.#send({ type: 'segments_deleted', segment_ids: [outdated] });
    } else if (outdated) this.#show(outdated);
  }

  /** Records words that another session of the recorder adds to this recording. */
  elsewhere(heard: Heard, conversation_id: string, by: object): void {
    if (conversation_id !== this.#recording.id) return;
    if (!this.#others.has(by)) this.#others.set(by, this.#context.newId());
    const { utterance_id: id } = heard;
    this.#recording.interrupt({ ...heard, utterance_id: id && `${this.#others.get(by)} ${id}` });
  }

  get #recorder() {
    return { user_id: userOf(this.#context), device: this.#device, by: this };
  }

  #add(heard: Heard): void {
    const segment = this.#recording.add(heard);
    if (segment) this.#labels.said(heard, segment);
  }

  /** Shows words that may still change. */
  preview(heard: Heard): void {
    this.#show(this.#recording.preview(this.#labels.label(heard)));
  }

  /** Stores and sends the new words. */
  async save(): Promise<void> {
    const rows = await this.#recording.save();
    if (rows === null) {
      // Another client ended the recording before these words arrived, so they begin the next
      // recording.
      await this.openRecording();
      return this.save();
    }
    if (rows.length > 0) {
      this.#storedAt = performance.now();
      this.#send(rows.map((row) => segmentView(row, this.#parts.userName)));
    }
    this.#translations?.said(rows);
    for (const message of await this.#labels.news(this.#recording.id)) this.#send(message);
  }

  /** Saves the words, and translates segments when they are due. */
  async beat(): Promise<void> {
    await this.save();
    this.#translations?.beat();
  }

  /** Waits until the voices of all words so far are distinguished, then saves. */
  async settle(): Promise<void> {
    await this.#labels.settle();
    await this.save();
  }

  /**
   * Returns false when words remain unsaved because the database is unreachable or the disk is
   * full.
   */
  async trySave(): Promise<boolean> {
    const { log } = this.#context;
    await this.#labels.settle().catch((err: unknown) => log.warn({ err }, 'voices are not stored'));
    await this.save().catch((err: unknown) => log.warn({ err }, 'words are not stored yet'));
    return !this.#recording.hasUnsaved;
  }

  /** Translates the last words. Deletes a recording that followed another one and stayed empty. */
  async finish(): Promise<void> {
    this.#leave?.();
    await this.#translations?.finish();
    if (this.#recordings.size === 1) return;
    const { id } = this.#recording;
    await this.#recording
      .deleteIfEmpty()
      .catch((err: unknown) =>
        this.#context.log.warn({ err, conversation_id: id }, 'an empty recording is left'),
      );
  }

  /**
   * Assigns a speaker to the person that the client names. Returns false when the recording has no
   * such speaker.
   */
  async assign(message: SpeakerAssigned): Promise<boolean> {
    await this.save();
    const segments = await this.#labels.assign(this.#recording.id, message);
    if (segments !== null && segments.length > 0) this.#send(segments);
    return segments !== null;
  }

  /** Sends the client the segments that were changed or deleted elsewhere. */
  async edited({ conversation_id, changed, deleted }: Edited): Promise<void> {
    if (conversation_id !== this.#recording.id) return;
    if (deleted.length > 0) this.#send({ type: 'segments_deleted', segment_ids: deleted });
    if (changed.length === 0) return;
    const whole = await wholeConversation(this.#context, conversation_id);
    if (whole.started_at !== null) this.#recording.movedTo(Date.parse(whole.started_at));
    this.#send(whole.transcript_segments.filter(({ id }) => changed.includes(id)));
  }

  /**
   * Wraps the store so that the recording gets the same second 0 as in the database, even when
   * sound arrives before words.
   */
  startingWith(kept: SoundStore): SoundStore {
    return {
      root: kept.root,
      release: (context, id) => kept.release(context, id),
      left: (folder) => kept.left(folder),
      lose: (context, id, span) => kept.lose(context, id, span),
      watch: (user_id, changed) => kept.watch(user_id, changed),
      expect: (context, conversation) => {
        const { id, since } = conversation;
        if (id === this.#recording.id) this.#recording.startsBy(since.getTime());
        return kept.expect(context, conversation);
      },
    };
  }

  #show(segment: AssembledSegment): void {
    const row = {
      ...segment,
      user_id: userOf(this.#context),
      conversation_id: this.#recording.id,
      translations: [],
    };
    this.#send([segmentView(row, this.#parts.userName)]);
  }
}

function voicesOf({ context, options, recogniser, voices }: SessionParts): Voices | null {
  const hears = options.custom_stt === 'disabled' && recogniser.name !== 'none';
  if (!voices || !hears) return null;
  return new Voices(context, voices, {
    withOwn: options.include_speech_profile,
    goesOn: !recogniser.capabilities.diarization,
  });
}

function translationsOf(parts: SessionParts): LiveTranslations | null {
  const { context, options, send, translator, userName } = parts;
  if (!translator || !options.translate_to) return null;
  return new LiveTranslations(context, {
    translator,
    language: options.translate_to,
    show: (segments) =>
      send({ type: 'translating', segments: segments.map((row) => segmentView(row, userName)) }),
  });
}

interface TranscriptEvents {
  /** Called after a recording was opened; `former` is the id of the previous recording. */
  opened(id: string, former: string | null): Promise<void> | undefined;
  /** Called when there are new words and no running timer will store them soon. */
  due(): void;
}

type Edited = z.output<typeof segmentsChanged.payload>;
