/**
 * One live session: receives audio frames and sends segments. The session does not know its socket;
 * it has only a `send` callback.
 *
 *   frames ─► intake (kept, decoded, recognised) ─► recording (assembles, stores) ─► send
 *                 └────► silence clock ─► the end of the conversation
 *
 * Words are stored before they are sent, the first at once and then at most every 600 ms, so words
 * that a client has seen survive a crash. The same timer checks for silence. All work on the
 * recording runs in one queue (`#serially`), so no write affects two conversations.
 */
import { startPeriodic } from '../../core/periodic.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectLatestCompleted } from '../conversations/conversations.ts';
import { Lag } from '../devices/lag.ts';
import type { ClientMessage, ServerMessage } from '../devices/message.ts';
import { Pictures } from '../devices/pictures.ts';
import { IgnoredMessages } from '../devices/ignored-messages.ts';
import { SuggestedWords } from '../devices/suggested-words.ts';
import type { HearingEvent } from '../hearing/hearing.ts';
import type { Sound } from '../hearing/sound.ts';
import { keepTrying } from '../late-words/retries.ts';
import type { Heard } from '../transcripts/segment-assembler.ts';
import { Intake } from './intake.ts';
import { LiveTranscript, STORE_EVERY_MS } from './live-transcript.ts';
import type { Waiting } from './load.ts';
import { RecordingLifetime } from './recording-lifetime.ts';
import { inLanguage } from './session-parts.ts';
import type { SessionParts } from './session-parts.ts';
import { subscribeToNews } from './session-news.ts';
import { SessionStatus } from './session-status.ts';

export class ListeningSession implements Waiting {
  readonly #parts: SessionParts;
  readonly #context: Context;
  readonly #send: (message: ServerMessage) => void;
  /** Null when the client sends words instead of sound. */
  #intake: Intake | null = null;
  readonly #lifetime: RecordingLifetime;
  readonly #transcript: LiveTranscript;
  readonly #status: SessionStatus;
  readonly #pictures: Pictures;
  /** The words that the client itself transcribes. */
  readonly #suggested: SuggestedWords;
  #chain: Promise<void> = Promise.resolve();
  /** Set after the client has disconnected; resolves when the sound is stored. */
  #closed: Promise<void> | undefined;
  #release: (() => void)[] = [];
  readonly #lag: Lag;
  readonly ignored: IgnoredMessages;

  private constructor(parts: SessionParts) {
    const { context, options, send, describesPhotos } = parts;
    this.#parts = parts;
    this.#context = context;
    this.#send = send;
    this.#suggested = new SuggestedWords(this.#now());
    this.#lag = new Lag(send);
    this.ignored = new IgnoredMessages(send);
    this.#status = new SessionStatus(send);
    this.#transcript = new LiveTranscript(parts, {
      opened: (id, former) => this.#intake?.begins(id, former),
      due: () => void this.#serially(() => this.#beat()),
    });
    this.#lifetime = new RecordingLifetime({
      context,
      timeoutSeconds: options.conversation_timeout,
      transcript: this.#transcript,
      backlogSeconds: () => this.sound?.backlogSeconds ?? 0,
      catchUp: () => this.#catchUp(),
    });
    this.#pictures = new Pictures({
      context,
      areDescribed: describesPhotos ?? false,
      send,
      recording: {
        id: () => this.#transcript.recording.id,
        next: () => this.#transcript.openRecording(),
      },
    });
  }

  /** Throws `UnsupportedAudio` before opening anything. */
  static async open(parts: SessionParts): Promise<ListeningSession> {
    const session = new ListeningSession(inLanguage(parts));
    if (parts.options.custom_stt !== 'enabled') await session.#openIntake();
    await session.#start().catch(async (error: unknown) => {
      await session.#abandon();
      throw error;
    });
    return session;
  }

  /** Releases everything that a failed start opened. */
  async #abandon(): Promise<void> {
    for (const release of this.#release.splice(0)) release();
    await this.#chain;
    // The client has sent nothing yet.
    await this.#intake?.abandon();
  }

  get userId(): string {
    return userOf(this.#context);
  }

  get behindSeconds(): number {
    return this.sound?.behindSeconds ?? 0;
  }

  /** Undefined when the client sends words instead of sound. */
  get sound(): Sound | undefined {
    return this.#intake?.sound;
  }

  /** The id that the device gives its stream; null when the device does not number its messages. */
  get streamId(): string | null {
    return this.#intake?.stream?.id ?? null;
  }

  /** Accepts a binary message. Throws `WrongCodec` or `TooFast` when the stream is unusable. */
  audio(frame: Uint8Array): void {
    this.#intake?.message(frame);
  }

  /** Passes this stream to another session: stores the sound so far and accepts no more sound. */
  async passOn(): Promise<void> {
    await (this.#closed ??
      this.#serially(async () => this.#intake?.passOn(this.#transcript.recording.id)));
  }

  async #openIntake(): Promise<void> {
    this.#intake = await Intake.open({
      ...this.#parts,
      voices: this.#transcript.voices,
      on: (event) => this.#on(event),
      kept: this.#parts.kept && this.#transcript.startingWith(this.#parts.kept),
      along: (pcm) => this.#parts.audioListener?.audio(this.userId, pcm),
      heard: (seconds) => this.#lifetime.audio(seconds),
      recordingId: () => this.#transcript.recording.id,
      afterWords: (work) => this.#serially(async () => work(await this.#transcript.trySave())),
    });
  }

  /** Processes text messages in their order. Throws `BadPicture` for pieces that form no picture. */
  message(message: ClientMessage): void {
    if (message.type === 'image_chunk') {
      const keep = this.#pictures.take(message);
      if (keep) void this.#serially(keep);
      return;
    }
    void this.#serially(async () => {
      if (message.type === 'speaker_assigned') {
        if (await this.#transcript.assign(message)) return;
        const reason = 'This recording has no such speaker, or you have no such person.';
        this.ignored.parts(message.type, [{ field: 'speaker_id', reason }]);
      } else if (this.#intake) {
        const reason = 'Connect with custom_stt=enabled to send words instead of sound.';
        this.ignored.useless(message.type, { field: 'type', reason });
      } else for (const heard of this.#suggested.heardOf(message, this.#now())) this.#hear(heard);
    });
  }

  /** Waits until everything so far would survive a crash. */
  async keep(): Promise<void> {
    await this.#serially(() => this.#beat());
  }

  /** Waits until all words so far are stored. */
  async settle(): Promise<void> {
    await this.#serially(() => this.#catchUp());
  }

  /** Stores the words. The recording stays live in case its device returns. */
  async close(reason?: string): Promise<void> {
    if (reason !== undefined) this.#parts.hangUp('policy', reason);
    for (const release of this.#release.splice(0)) release();
    await using _alive = this.#lifetime.keepAlive();
    this.#lifetime.isWaiting = true;
    this.#closed ??= this.#serially(async () => this.#intake?.close(this.#transcript.recording.id));
    let finished: Awaited<ReturnType<Intake['finish']>> | undefined;
    const isKept = this.#intake?.isKept ?? false;
    await this.#serially(async () => {
      finished = await this.#intake?.finish(this.#transcript.recording.id);
      const isStored = await this.#transcript.trySave();
      if (isStored || isKept) await finished?.end(isStored);
    });
    // Without a journal, these words exist only in memory.
    if (!isKept && this.#transcript.recording.hasUnsaved) {
      const save = () => this.#transcript.trySave();
      const isStored = await keepTrying(() => this.#serially(save), this.#parts.stopping);
      await this.#serially(async () => finished?.end(isStored));
    }
    await this.#serially(async () => this.#transcript.finish());
    this.#parts.audioListener?.ended(this.userId);
  }

  async #start(): Promise<void> {
    this.#status.starting();
    this.#release.push(
      ...subscribeToNews({
        context: this.#context,
        send: this.#send,
        transcript: this.#transcript,
        pictures: this.#pictures,
        names: this.#parts.names,
        serially: (work) => this.#serially(work),
      }),
    );
    await this.#transcript.openRecording();
    const alive = this.#lifetime.keepAlive();
    this.#release.push(() => void alive[Symbol.asyncDispose]());
    if (this.#intake && this.#parts.kept) {
      this.#release.push(this.#parts.kept.watch(this.userId, (is) => this.#lag.catchingUp(is)));
    }
    const latest = await selectLatestCompleted(this.#context.db, this.userId);
    if (latest) this.#send({ type: 'last_memory', memory_id: latest });
    if (this.#intake) {
      this.#status.startingRecogniser();
      this.#intake.listen();
    }
    if (this.#parts.isForeign) this.#status.unknownLanguage(this.#parts.options.language);
    this.#status.ready(this.#intake ? this.#parts.recogniser : null, this.#parts.options.language);
    const beats = startPeriodic({
      name: 'the beat of a live session',
      everyMs: STORE_EVERY_MS,
      log: this.#context.log,
      // The queue logs the errors of its work.
      run: () => this.#serially(() => this.#beat()).catch(() => {}),
    });
    // The queue contains the running timer work, and `close` awaits the queue.
    this.#release.push(() => void beats[Symbol.asyncDispose]());
  }

  #on(event: HearingEvent): void {
    if (event.type === 'speech') this.#lifetime.heard();
    else if (event.type === 'words') this.#hear(event.heard);
    else if (event.type === 'partial') this.#showPartial(event.heard);
    else if (event.type === 'changed') this.#status.recogniserChanged(event.state);
    else if (event.type === 'failed') this.#status.failed(event.detail);
    else if (event.type === 'missed') this.#transcript.recording.startsBy(event.span.from);
  }

  #hear(heard: Heard): void {
    if (heard.text === '' && heard.utterance_id === undefined) return;
    this.#lifetime.heard();
    this.#transcript.hear(heard);
  }

  #showPartial(heard: Heard): void {
    this.#lifetime.heard();
    if (!this.#parts.load?.isBusy) this.#transcript.preview(heard);
  }

  /** Stores and sends new words, then checks whether the conversation has ended. */
  async #beat(): Promise<void> {
    await this.#intake?.keep(this.#transcript.recording.id);
    this.#requireRoom();
    await this.#transcript.beat();
    await this.#intake?.stored();
    await this.#intake?.balance(this.#transcript.recording.id);
    this.#lag.look(this.behindSeconds, this.#now());
    this.ignored.sound(this.sound?.badFrames ?? 0, {
      codec: this.#parts.options.codec,
      now: this.#now(),
    });
    await this.#lifetime.beat();
  }

  /** Ends the session when the disk is full, after storing the sound so far. */
  #requireRoom(): void {
    if (this.#parts.hasRoom() && !this.#intake?.hasBrokenJournal) return;
    this.#status.diskFull();
    this.#parts.hangUp('tryAgainLater', 'the disk of the service is nearly full');
  }

  /** Stores all words so far, and continues to listen. */
  async #catchUp(): Promise<void> {
    this.#lifetime.isWaiting = true;
    try {
      await this.#intake?.handOver();
      await this.#transcript.settle();
    } finally {
      this.#lifetime.isWaiting = false;
    }
  }

  #serially<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#chain.then(work);
    this.#chain = done.then(
      () => {},
      (error) => this.#context.log.error({ err: error, user_id: this.userId }, 'listening'),
    );
    return done;
  }

  #now(): number {
    return this.#context.clock.now().getTime();
  }
}
