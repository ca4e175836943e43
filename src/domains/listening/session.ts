/**
 * One live session: frames in, segments out. It knows no socket; `send` is all it has of one.
 *
 *   frames ─► decoder ─► recogniser ─► recording (assembles, stores) ─► send
 *                 └────► silence clock ─► the end of the conversation
 *
 * Words are stored before they are sent, at least every 600 ms, so what a client has seen survives
 * a crash. The same loop watches the silence. Everything that touches the recording runs in one
 * chain (`#serially`), so that a boundary between two conversations never falls into a write.
 */
import type { Recogniser, RecogniserState } from '../../engines/recognition/recogniser.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectLatestCompleted } from '../conversations/conversations.sql.ts';
import { wholeConversation } from '../conversations/conversations.ts';
import { conversationMoved, endRecording } from '../conversations/lifecycle.ts';
import { photoDescribed } from '../conversations/photos.ts';
import { segmentView } from '../conversations/view.ts';
import type { Heard } from './assembler.ts';
import { DeviceStream } from './device-stream.ts';
import { Keeping } from './keeping.ts';
import type { KeptSound } from './keeping.ts';
import type { Load, Waiting } from './load.ts';
import type { ClientMessage, ListenQuery, ServerMessage, SpeakerAssigned } from './message.ts';
import { Pictures } from './pictures.ts';
import { Recording } from './recording.ts';
import { SilenceClock } from './silence-clock.ts';
import { Sound } from './sound.ts';
import { SpeakerLabels } from './speaker-labels.ts';
import { heardOf } from './suggested.ts';
import { Timeline } from './timeline.ts';

const BEAT_MS = 600;
/** Between notes to the database that a recording without new words is alive. */
const TOUCH_MS = 5_000;
/** Sound before a word that is kept with it: its beginning is heard late. */
const RUN_UP_SECONDS = 1;
/** Audio may run ahead of the wall clock by a burst, and by this factor for good. */
const MOST_AHEAD_SECONDS = 30;
const MOST_SPEED = 2;

/** The client sends audio much faster than anybody can speak; the door closes with the reason. */
export class TooFast extends Error {}

export class ListeningSession implements Waiting {
  readonly #context: Context;
  readonly #options: ListenQuery;
  readonly #recogniser: Recogniser;
  readonly #deaf: Recogniser;
  readonly #send: (message: ServerMessage) => void;
  readonly #userName: string;
  readonly #tap: AudioTap | undefined;
  /** Null when the client sends words instead. */
  readonly #sound: Sound | null;
  readonly #silence: SilenceClock;
  readonly #labels: SpeakerLabels;
  readonly #pictures: Pictures;
  readonly #openedAt: number;
  readonly #timeline: Timeline;
  readonly #hangUp: (reason: string) => void;
  readonly #stream: DeviceStream | null;
  readonly #kept: KeptSound | undefined;
  readonly #load: Load | undefined;
  #keeping: Keeping | null = null;
  /** Since when (ms) its sound is written down later, because others have to be heard. */
  #awaySince: number | null = null;
  #gaveWay = false;
  #recording!: Recording;
  #chain: Promise<void> = Promise.resolve();
  #release: (() => void)[] = [];
  #touchedAt = 0;
  ignoredMessages = 0;

  private constructor({
    context,
    options,
    recogniser,
    deaf,
    send,
    userName,
    tap,
    describesPhotos,
    hangUp,
    kept,
    load,
    stream,
  }: SessionParts & { stream: DeviceStream | null }) {
    this.#tap = tap;
    this.#hangUp = hangUp;
    this.#kept = kept;
    this.#load = load;
    this.#stream = stream;
    this.#context = context;
    this.#options = options;
    this.#recogniser = recogniser;
    this.#deaf = deaf;
    this.#send = send;
    this.#userName = userName;
    this.#openedAt = this.#now();
    // A device that goes on after a break goes on where it was.
    this.#timeline = new Timeline(stream?.spokenAt?.getTime() ?? this.#openedAt);
    this.#silence = new SilenceClock(this.#openedAt);
    this.#labels = new SpeakerLabels(context, { mayCreate: options.create_speakers });
    this.#sound = options.custom_stt === 'enabled' ? null : this.#openSound();
    this.#pictures = new Pictures({
      context,
      areDescribed: describesPhotos ?? false,
      send,
      recording: { id: () => this.#recording.id, next: () => this.#openRecording() },
    });
  }

  /** Throws `UnsupportedAudio` before anything is begun. */
  static async open(parts: SessionParts): Promise<ListeningSession> {
    const { context, options, send } = parts;
    const stream = await DeviceStream.open(context, options, send);
    const session = new ListeningSession({ ...parts, stream });
    await session.#start();
    return session;
  }

  get userId(): string {
    return userOf(this.#context);
  }

  get behindSeconds(): number {
    return this.#sound?.behindSeconds ?? 0;
  }

  get badFrames(): number {
    return this.#sound?.badFrames ?? 0;
  }

  /** What the device calls its stream; null when it numbers nothing. */
  get streamId(): string | null {
    return this.#stream?.id ?? null;
  }

  /** Takes a binary message. Throws `WrongCodec` or `TooFast` when the stream cannot be used. */
  audio(frame: Uint8Array): void {
    if (!this.#sound || this.#gaveWay) return;
    // The shortest messages keep the socket alive.
    if (frame.length > 2) {
      if (this.#stream && !this.#stream.isNew()) return;
      this.#keeping?.message(frame, this.#timeline.wall(this.#sound.seconds));
    }
    this.#sound.message(frame);
    const wallSeconds = (this.#now() - this.#timeline.wall(0)) / 1000;
    if (this.#sound.seconds > MOST_AHEAD_SECONDS + MOST_SPEED * wallSeconds) {
      throw new TooFast('Audio comes much faster than real time; upload a recording instead.');
    }
  }

  /** Another session takes this stream over: what came so far is safe, and nothing more is taken. */
  async giveWay(): Promise<void> {
    this.#gaveWay = true;
    await this.#serially(() => this.#keep());
    this.#hangUp('another connection has taken over this stream');
  }

  #openSound(): Sound {
    const { language, channels } = this.#options;
    return new Sound({
      format: this.#options,
      channels,
      recogniser: this.#recogniser,
      language,
      timeline: this.#timeline,
      now: () => this.#now(),
      ears: {
        speech: () => this.#silence.heard(this.#now()),
        words: (heard) => this.#hear(heard),
        partial: (heard) => this.#showPartial(heard),
        changed: (state) => this.#recogniserChanged(state),
        failed: (detail) => {
          void this.#serially(() => this.#unheard());
          this.#failed(detail);
        },
      },
      along: (pcm) => this.#tap?.audio(this.userId, pcm),
      heard: (seconds) => this.#silence.audio(seconds, this.#now()),
    });
  }

  /**
   * Takes what a client says in text, in the order it is said. Throws `BadPicture` for pieces that
   * make none.
   */
  message(message: ClientMessage): void {
    if (message.type === 'image_chunk') {
      const keep = this.#pictures.take(message);
      if (keep) void this.#serially(keep);
      return;
    }
    void this.#serially(async () => {
      if (message.type === 'speaker_assigned') await this.#assign(message);
      else if (this.#sound) this.ignoredMessages += 1;
      else for (const heard of heardOf(message, this.#openedAt)) this.#hear(heard);
    });
  }

  async #assign(message: SpeakerAssigned): Promise<void> {
    await this.#save();
    const segments = await this.#labels.assign(this.#recording.id, message);
    if (segments === null) this.ignoredMessages += 1;
    else if (segments.length > 0) this.#send(segments);
  }

  /** Waits until the words of what was said so far are stored. */
  async settle(): Promise<void> {
    await this.#serially(() => this.#catchUp());
  }

  /** The client has gone. Its words are stored; the recording stays live for its return. */
  async close(): Promise<void> {
    for (const release of this.#release.splice(0)) release();
    await this.#serially(async () => {
      await this.#keep();
      const isDone = (await this.#sound?.finish()) ?? true;
      await this.#save();
      await this.#keeping?.end(isDone);
    });
    this.#tap?.ended(this.userId);
  }

  async #start(): Promise<void> {
    this.#status('initiating', 'Starting');
    const subscription = this.#context.outbox.subscribe(
      conversationMoved,
      ({ user_id, payload }) => {
        if (user_id === this.userId) void this.#serially(() => this.#moved(payload));
      },
    );
    this.#release.push(
      subscription,
      this.#context.outbox.subscribe(photoDescribed, ({ user_id, payload }) => {
        if (user_id === this.userId) void this.#serially(() => this.#pictures.described(payload));
      }),
    );
    await this.#openRecording();
    const latest = await selectLatestCompleted(this.#context.db, this.userId);
    if (latest) this.#send({ type: 'last_memory', memory_id: latest });
    if (this.#sound) {
      this.#status('stt_initiating', 'Starting the recogniser');
      await this.#openKeeping();
      this.#sound.open();
    }
    const { name, capabilities } = this.#recogniser;
    const heardBy = this.#sound ? { provider: name, quality: capabilities.quality } : {};
    this.#send({
      type: 'service_status',
      status: 'ready',
      status_text: 'Listening',
      ...(this.#sound ? heardBy : { provider: 'client' }),
    });
    const beat = setInterval(() => void this.#serially(() => this.#beat()), BEAT_MS);
    this.#release.push(() => clearInterval(beat));
  }

  async #openKeeping(): Promise<void> {
    if (!this.#kept) return;
    const { codec, sample_rate, channels, language } = this.#options;
    this.#keeping = await Keeping.open({
      context: this.#context,
      kept: this.#kept,
      stream: this.#stream,
      codec,
      sample_rate,
      channels,
      language,
    });
  }

  async #openRecording(): Promise<void> {
    const { language, conversation_timeout, source = 'unknown', geolocation } = this.#options;
    this.#recording = await Recording.open(this.#context, {
      language,
      timeout_seconds: conversation_timeout,
      source,
      geolocation,
    });
    this.#labels.forget();
    await this.#keeping?.begins(this.#place);
    this.#send({
      type: 'conversation_session',
      conversation_id: this.#recording.id,
      status: 'in_progress',
    });
  }

  #hear(heard: Heard): void {
    if (heard.text === '') return;
    this.#silence.heard(this.#now());
    this.#recording.add(this.#labels.label(heard));
  }

  #showPartial(heard: Heard): void {
    this.#silence.heard(this.#now());
    if (this.#load?.isBusy) return;
    const segment = this.#recording.preview(this.#labels.label(heard));
    const row = { ...segment, user_id: this.userId, conversation_id: this.#recording.id };
    this.#send([segmentView(row, this.#userName)]);
  }

  async #unheard(): Promise<void> {
    await this.#keeping?.stopHearing(this.#place);
  }

  async #heardAgain(): Promise<void> {
    if (this.#awaySince === null && this.#keeping?.isUnheard) await this.#keeping.hearAgain();
  }

  #failed(detail: string): void {
    this.#send({
      type: 'service_status',
      status: 'stt_failed',
      status_text: 'The recogniser has stopped; the conversation goes on without new words.',
      reason: detail,
      retryable: true,
    });
  }

  #recogniserChanged({ state, detail, by }: RecogniserState): void {
    if (by?.name === 'none' || state === 'degraded') void this.#serially(() => this.#unheard());
    else if (state !== 'reconnecting' || by) void this.#serially(() => this.#heardAgain());
    if (by?.name === 'none') return this.#failed(detail);
    const status = state === 'reconnecting' && !by ? 'stt_initiating' : 'ready';
    const heardBy = by ? { provider: by.name, quality: by.quality } : {};
    this.#send({ type: 'service_status', status, status_text: detail, ...heardBy });
  }

  /** Stores and sends what is new, then looks whether the conversation is over. */
  async #beat(): Promise<void> {
    await this.#keep();
    await this.#save();
    if (this.#sound) {
      const { seconds, backlogSeconds } = this.#sound;
      await this.#keeping?.stored(seconds - backlogSeconds - RUN_UP_SECONDS);
      await this.#balance(this.#sound);
    }
    const { conversation_timeout } = this.#options;
    const silence = this.#silence.seconds(this.#now());
    if (silence >= conversation_timeout) await this.#endBySilence();
    else if (silence < TOUCH_MS / 1000 && this.#now() - this.#touchedAt > TOUCH_MS) {
      this.#touchedAt = this.#now();
      await this.#recording.touch();
    }
  }

  /** Gives way when others cannot be heard any more, and comes back when they can. */
  async #balance(sound: Sound): Promise<void> {
    const keeping = this.#keeping;
    if (!keeping || !this.#load) return;
    const now = this.#now();
    if (this.#awaySince !== null) {
      if (!this.#load.mayReturn(this.#awaySince, now)) return;
      this.#awaySince = null;
      void sound.handOver();
      await keeping.hearAgain();
      this.#tell('The recogniser has time again.');
    } else if (!keeping.isUnheard && this.#load.mustGiveWay(this, now)) {
      this.#awaySince = now;
      const before = await keeping.cut();
      await keeping.stopHearing(this.#place);
      void sound.handOver(this.#deaf).then((isDone) =>
        this.#serially(async () => {
          await this.#save();
          await before.end(isDone);
        }),
      );
      this.#tell('Too much is said at once; this is kept and written down later.');
    }
  }

  /** Where what is said now belongs. */
  get #place(): { id: string; since: Date } {
    return { id: this.#recording.id, since: this.#context.clock.now() };
  }

  #tell(status_text: string): void {
    this.#send({ type: 'service_status', status: 'ready', status_text });
  }

  /** What came is safe before its words are there. */
  async #keep(): Promise<void> {
    const audio = this.#sound?.seconds ?? 0;
    const isOurs = await this.#keeping?.flush({
      conversation_id: this.#recording.id,
      audio,
      spokenUntil: this.#timeline.wall(audio),
    });
    if (isOurs === false) this.#hangUp('another connection has taken over this stream');
  }

  async #save(): Promise<void> {
    const rows = await this.#recording.save();
    if (rows === null) {
      // It was ended from elsewhere while words were on their way: they begin the next one.
      const ended = this.#recording;
      await this.#openRecording();
      ended.moveUnsavedTo(this.#recording);
      return this.#save();
    }
    if (rows.length > 0) this.#send(rows.map((row) => segmentView(row, this.#userName)));
  }

  async #endBySilence(): Promise<void> {
    if ((this.#sound?.backlogSeconds ?? 0) > 0.5) {
      await this.#catchUp();
      if (this.#silence.seconds(this.#now()) < this.#options.conversation_timeout) return;
    }
    this.#silence.heard(this.#now());
    const ended = await endRecording(this.#context, { id: this.#recording.id, forced: false });
    // `processing` comes back as an event, and so does the next recording.
    if (ended === 'deleted') await this.#openRecording();
  }

  async #moved({ conversation_id, status }: Moved): Promise<void> {
    if (status === 'failed') return;
    const memory = await wholeConversation(this.#context, conversation_id).catch(() => null);
    if (memory && status === 'processing') {
      this.#send({ type: 'memory_processing_started', conversation_id, memory });
    } else if (memory) {
      this.#send({ type: 'memory_created', conversation_id, memory, messages: [] });
    }
    if (status === 'processing' && conversation_id === this.#recording.id) {
      await this.#openRecording();
    }
  }

  /** Stores the words of everything that was said so far, and listens on. */
  async #catchUp(): Promise<void> {
    await this.#sound?.handOver(this.#awaySince === null ? undefined : this.#deaf);
    await this.#save();
  }

  #serially(work: () => Promise<void>): Promise<void> {
    const done = this.#chain.then(work);
    this.#chain = done.catch((error) =>
      this.#context.log.error({ err: error, user_id: this.userId }, 'listening'),
    );
    return done;
  }

  #status(status: 'initiating' | 'stt_initiating', status_text: string): void {
    this.#send({ type: 'service_status', status, status_text });
  }

  #now(): number {
    return this.#context.clock.now().getTime();
  }
}

export interface SessionParts {
  context: Context;
  options: ListenQuery;
  recogniser: Recogniser;
  send: (message: ServerMessage) => void;
  userName: string;
  tap?: AudioTap | undefined;
  /** Whether somebody looks at photos. */
  describesPhotos?: boolean | undefined;
  /** The session is over for this client; the reason is for people. */
  hangUp: (reason: string) => void;
  kept?: KeptSound | undefined;
  load?: Load | undefined;
  /** Notices voices and writes nothing down. */
  deaf: Recogniser;
}

/** Somebody else who wants the sound as it comes: 16 kHz mono. */
export interface AudioTap {
  audio(user_id: string, pcm: Int16Array): void;
  ended(user_id: string): void;
}

interface Moved {
  conversation_id: string;
  status: 'processing' | 'completed' | 'failed';
}
