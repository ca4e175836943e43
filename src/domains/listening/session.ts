/**
 * One live session: frames in, segments out. It knows no socket; `send` is all it has of one.
 *
 *   frames ─► intake (kept, decoded, recognised) ─► recording (assembles, stores) ─► send
 *                 └────► silence clock ─► the end of the conversation
 *
 * Words are stored before they are sent, at once and then at most every 600 ms, so what a client has
 * seen survives a crash. The same beat watches the silence. Everything that touches the recording runs in one
 * chain (`#serially`), so that a boundary between two conversations never falls into a write.
 */
import type { z } from 'zod';
import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Translator } from '../../engines/understanding/translator.ts';
import { knowsLanguage } from '../../engines/recognition/recogniser.ts';
import type { RecogniserState } from '../../engines/recognition/recogniser.ts';
import { userOf } from '../../kit/context.ts';
import type { Context } from '../../kit/context.ts';
import { selectLatestCompleted } from '../conversations/conversations.ts';
import { wholeConversation } from '../conversations/conversation-view.ts';
import type { VoicePrinter } from '../../engines/voices/print.ts';
import { conversationMoved, endRecording } from '../conversations/lifecycle.ts';
import { segmentsChanged } from '../transcripts/segments.ts';
import { photoDescribed } from '../recordings/photos.ts';
import { segmentView } from '../transcripts/segment-view.ts';
import type { AssembledSegment, Heard } from '../transcripts/segment-assembler.ts';
import { Intake } from './intake.ts';
import type { IntakeParts } from './intake.ts';
import { keepTrying } from '../late-words/keep-trying.ts';
import type { KeptSound } from '../late-words/keeping.ts';
import { Lag } from '../devices/lag.ts';
import type { Waiting } from './load.ts';
import type {
  ClientMessage,
  ListenQuery,
  ServerMessage,
  SpeakerAssigned,
} from '../devices/message.ts';
import { LiveTranslations } from './live-translations.ts';
import { Pictures } from '../devices/pictures.ts';
import { Recording } from '../hearing/recording.ts';
import type { SaidWords } from '../transcripts/said-words.ts';
import { SilenceClock } from './silence-clock.ts';
import { SpeakerLabels } from '../speakers/speaker-labels.ts';
import { heardOf } from '../devices/suggested-words.ts';
import { Voices } from '../speakers/live-voices.ts';

const BEAT_MS = 600;
/** Between notes to the database that a recording without new words is alive. */
const TOUCH_MS = 5_000;
/** Less always waits to be judged. */
const BACKLOG_SECONDS = 0.5;

export class ListeningSession implements Waiting {
  readonly #parts: SessionParts;
  readonly #context: Context;
  readonly #options: ListenQuery;
  readonly #send: (message: ServerMessage) => void;
  /** Null when the client sends words instead. */
  #intake: Intake | null = null;
  readonly #silence: SilenceClock;
  readonly #labels: SpeakerLabels;
  readonly #voices: Voices | null;
  readonly #pictures: Pictures;
  readonly #translations: LiveTranslations | null;
  readonly #openedAt: number;
  /** Where the words end that the client heard by itself. */
  #saidUntil: number;
  #recording!: Recording;
  #opened = false;
  #chain: Promise<void> = Promise.resolve();
  /** When the client has gone: resolves when its sound is safe. */
  #closed: Promise<void> | undefined;
  #release: (() => void)[] = [];
  readonly #touchMs: number;
  #touchedAt = 0;
  #storedAt = -Infinity;
  readonly #lag: Lag;
  /** Words that were said are on their way: the conversation is not over. */
  #isWaiting = false;
  ignoredMessages = 0;

  private constructor(parts: SessionParts) {
    const { context, options, recogniser, send, userName, voices, describesPhotos } = parts;
    this.#parts = parts;
    this.#context = context;
    this.#options = options;
    this.#send = send;
    this.#openedAt = this.#now();
    this.#saidUntil = this.#openedAt;
    this.#touchMs = Math.min(TOUCH_MS, (1000 * options.conversation_timeout) / 3);
    this.#silence = new SilenceClock(this.#openedAt);
    this.#lag = new Lag(send);
    // Without words of ours there is nothing whose voice could be asked for.
    const hears = options.custom_stt === 'disabled' && recogniser.name !== 'none';
    this.#voices =
      voices && hears
        ? new Voices(context, voices, {
            withOwn: options.include_speech_profile,
            goesOn: !recogniser.capabilities.diarization,
          })
        : null;
    this.#labels = new SpeakerLabels(context, {
      voices: this.#voices,
      userName,
      mayCreate: options.create_speakers,
      assignsItself: options.speaker_auto_assign === 'enabled',
    });
    this.#translations =
      parts.translator && options.translate_to
        ? new LiveTranslations(context, {
            translator: parts.translator,
            language: options.translate_to,
            show: (segments) =>
              send({
                type: 'translating',
                segments: segments.map((row) => segmentView(row, userName)),
              }),
          })
        : null;
    this.#pictures = new Pictures({
      context,
      areDescribed: describesPhotos ?? false,
      send,
      recording: { id: () => this.#recording.id, next: () => this.#openRecording() },
    });
  }

  /** Throws `UnsupportedAudio` before anything is begun. */
  static async open(parts: SessionParts): Promise<ListeningSession> {
    const session = new ListeningSession(inLanguage(parts));
    if (parts.options.custom_stt !== 'enabled') await session.#openIntake();
    await session.#start().catch(async (error: unknown) => {
      await session.#abandon();
      throw error;
    });
    return session;
  }

  /** Gives back everything that a start that failed has taken. */
  async #abandon(): Promise<void> {
    for (const release of this.#release.splice(0)) release();
    await this.#chain;
    // Nothing was taken from the client yet.
    await this.#intake?.abandon();
  }

  get userId(): string {
    return userOf(this.#context);
  }

  get behindSeconds(): number {
    return this.#intake?.behindSeconds ?? 0;
  }

  /** Of sound that came. */
  get audioSeconds(): number {
    return this.#intake?.seconds ?? 0;
  }

  get badFrames(): number {
    return this.#intake?.badFrames ?? 0;
  }

  /** What the device calls its stream; null when it numbers nothing. */
  get streamId(): string | null {
    return this.#intake?.streamId ?? null;
  }

  /** Takes a binary message. Throws `WrongCodec` or `TooFast` when the stream cannot be used. */
  audio(frame: Uint8Array): void {
    this.#intake?.message(frame);
  }

  /** Another session takes this stream over: what came so far is safe, and nothing more is taken. */
  async passOn(): Promise<void> {
    await (this.#closed ?? this.#serially(async () => this.#intake?.passOn(this.#recording.id)));
  }

  async #openIntake(): Promise<void> {
    this.#intake = await Intake.open({
      ...this.#parts,
      voices: this.#voices,
      ears: {
        speech: () => this.#silence.heard(this.#now()),
        words: (heard) => this.#hear(heard),
        partial: (heard) => this.#showPartial(heard),
        changed: (state) => this.#recogniserChanged(state),
        failed: (detail) => this.#failed(detail),
        missed: ({ from }) => this.#recording.startsBy(from),
      },
      kept: this.#parts.kept && this.#keptWithStart(this.#parts.kept),
      along: (pcm) => this.#parts.tap?.audio(this.userId, pcm),
      heard: (seconds) => this.#silence.audio(seconds, this.#now()),
      recordingId: () => this.#recording.id,
      afterWords: (work) => this.#serially(async () => work(await this.#trySave())),
    });
  }

  /** The recording counts from the same second 0 as the database, also when sound comes before words. */
  #keptWithStart(kept: KeptSound): KeptSound {
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
      else if (this.#intake) this.ignoredMessages += 1;
      else {
        const times = { openedAt: this.#openedAt, after: this.#saidUntil, now: this.#now() };
        for (const heard of heardOf(message, times)) {
          this.#hear(heard);
          this.#saidUntil = heard.end;
        }
      }
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
    await using _alive = this.#keptAlive();
    this.#isWaiting = true;
    this.#closed ??= this.#serially(async () => this.#intake?.close(this.#recording.id));
    let finished: Awaited<ReturnType<Intake['finish']>> | undefined;
    const isKept = this.#intake?.isKept ?? false;
    await this.#serially(async () => {
      finished = await this.#intake?.finish(this.#recording.id);
      const isStored = await this.#trySave();
      if (isStored || isKept) await finished?.end(isStored);
    });
    // Their sound is in no journal, so these words exist only here.
    if (!isKept && this.#recording.hasUnsaved) {
      const save = () => this.#trySave();
      const isStored = await keepTrying(() => this.#serially(save), this.#parts.stopping);
      await this.#serially(async () => finished?.end(isStored));
    }
    await this.#serially(async () => this.#translations?.finish());
    this.#parts.tap?.ended(this.userId);
  }

  /** False when words are still unsaved, as the database is away or the disk is full. */
  async #trySave(): Promise<boolean> {
    const { log } = this.#context;
    await this.#labels.settle().catch((err: unknown) => log.warn({ err }, 'voices are not stored'));
    await this.#save().catch((err: unknown) => log.warn({ err }, 'words are not stored yet'));
    return !this.#recording.hasUnsaved;
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
    this.#release.push(
      this.#context.outbox.subscribe(segmentsChanged, ({ user_id, payload }) => {
        if (user_id === this.userId) void this.#serially(() => this.#edited(payload));
      }),
    );
    await this.#openRecording();
    const alive = this.#keptAlive();
    this.#release.push(() => void alive[Symbol.asyncDispose]());
    if (this.#intake && this.#parts.kept) {
      this.#release.push(this.#parts.kept.watch(this.userId, (is) => this.#lag.catchingUp(is)));
    }
    const latest = await selectLatestCompleted(this.#context.db, this.userId);
    if (latest) this.#send({ type: 'last_memory', memory_id: latest });
    if (this.#intake) {
      this.#status('stt_initiating', 'Starting the recogniser');
      this.#intake.listen();
    }
    if (this.#parts.isForeign) this.#tellForeign();
    const { name, capabilities } = this.#parts.recogniser;
    const heardBy = { provider: name, quality: capabilities.quality };
    this.#send({
      type: 'service_status',
      status: 'ready',
      status_text: 'Listening',
      ...(this.#intake ? heardBy : { provider: 'client' }),
    });
    const beats = startPeriodic({
      name: 'the beat of a live session',
      everyMs: BEAT_MS,
      log: this.#context.log,
      // The chain logs what fails in it.
      run: () => this.#serially(() => this.#beat()).catch(() => {}),
    });
    // A run under way is in the chain, which closing awaits.
    this.#release.push(() => void beats[Symbol.asyncDispose]());
  }

  async #openRecording(): Promise<void> {
    const { language, conversation_timeout, source = 'unknown', geolocation } = this.#options;
    const former = this.#opened ? this.#recording : null;
    const recording = await Recording.open(this.#context, {
      language,
      timeout_seconds: conversation_timeout,
      source,
      geolocation,
      secondZero: (id, at) => this.#parts.said?.secondZero(id, at) ?? at,
    });
    this.#recording = recording;
    this.#opened = true;
    const known = this.#labels.begin(recording.id);
    // They came when the former was over already.
    for (const heard of former?.takeUnsaved() ?? []) this.#labels.said(heard, recording.add(heard));
    await known;
    await this.#intake?.begins(recording.id, former?.id ?? null);
    this.#send({
      type: 'conversation_session',
      conversation_id: this.#recording.id,
      status: 'in_progress',
    });
  }

  #hear(heard: Heard): void {
    if (heard.text === '') return;
    this.#silence.heard(this.#now());
    const { said } = this.#parts;
    const fresh = said ? said.fresh(heard, { user_id: this.userId, by: this }) : heard;
    // Another device of the user has heard it.
    if (!fresh) return;
    const labelled = this.#labels.label(fresh);
    this.#labels.said(labelled, this.#recording.add(labelled));
    // The first words after a while wait for nobody; a stream of them is stored beat by beat.
    if (performance.now() - this.#storedAt >= BEAT_MS) {
      this.#storedAt = performance.now();
      void this.#serially(() => this.#beat());
    }
    const outdated = this.#recording.takeOutdated();
    if (typeof outdated === 'string') {
      this.#send({ type: 'segments_deleted', segment_ids: [outdated] });
    } else if (outdated) this.#show(outdated);
  }

  #showPartial(heard: Heard): void {
    this.#silence.heard(this.#now());
    if (this.#parts.load?.isBusy) return;
    this.#show(this.#recording.preview(this.#labels.label(heard)));
  }

  #show(segment: AssembledSegment): void {
    const row = {
      ...segment,
      user_id: this.userId,
      conversation_id: this.#recording.id,
      translations: [],
    };
    this.#send([segmentView(row, this.#parts.userName)]);
  }

  #tellForeign(): void {
    const { language } = this.#options;
    this.#send({
      type: 'service_status',
      status: 'stt_failed',
      status_text: `No recogniser here knows the language “${language}”: what is said is shown as a gap, without words.`,
      reason: 'unknown_language',
      retryable: false,
    });
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
    if (by?.name === 'none') return this.#failed(detail);
    const status = state === 'reconnecting' && !by ? 'stt_initiating' : 'ready';
    const heardBy = by ? { provider: by.name, quality: by.quality } : {};
    this.#send({ type: 'service_status', status, status_text: detail, ...heardBy });
  }

  /** Stores and sends what is new, then looks whether the conversation is over. */
  async #beat(): Promise<void> {
    await this.#intake?.keep(this.#recording.id);
    this.#requireRoom();
    await this.#save();
    this.#translations?.beat();
    await this.#intake?.stored();
    await this.#intake?.balance(this.#recording.id);
    this.#lag.look(this.behindSeconds, this.#now());
    const { conversation_timeout } = this.#options;
    const silence = this.#silence.seconds(this.#now());
    if (silence >= conversation_timeout) await this.#endBySilence();
    else if (silence < TOUCH_MS / 1000 && this.#now() - this.#touchedAt > this.#touchMs) {
      this.#touchedAt = this.#now();
      await this.#recording.touch();
    }
  }

  /** Lets the client go when the disk takes no more; what came so far is safe. */
  #requireRoom(): void {
    if (this.#parts.hasRoom() && !this.#intake?.hasBrokenJournal) return;
    const status_text = 'The disk of the service is nearly full; connect again later.';
    this.#send({
      type: 'service_status',
      status: 'stt_failed',
      status_text,
      reason: 'disk_full',
      retryable: true,
    });
    this.#parts.hangUp('tryAgainLater', 'the disk of the service is nearly full');
  }

  async #save(): Promise<void> {
    const rows = await this.#recording.save();
    if (rows === null) {
      // It was ended from elsewhere while words were on their way: they begin the next one.
      await this.#openRecording();
      return this.#save();
    }
    if (rows.length > 0) {
      this.#storedAt = performance.now();
      this.#send(rows.map((row) => segmentView(row, this.#parts.userName)));
    }
    this.#translations?.said(rows);
    for (const message of await this.#labels.news(this.#recording.id)) this.#send(message);
  }

  async #endBySilence(): Promise<void> {
    if ((this.#intake?.backlogSeconds ?? 0) > BACKLOG_SECONDS) {
      await this.#catchUp();
      if (this.#silence.seconds(this.#now()) < this.#options.conversation_timeout) return;
    }
    await this.#labels.settle();
    await this.#save();
    const { id, heardAt } = this.#recording;
    // Our silence is of sound, that of the user's other devices is of the clock on the wall.
    const others = this.#now() - this.#options.conversation_timeout * 1000;
    const silentSince = new Date(Math.max(heardAt, others));
    const ended = await endRecording(this.#context, { id, forced: false, silentSince });
    if (ended === null) return;
    this.#silence.heard(this.#now());
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
      const { gaps } = memory;
      if (gaps.length > 0) this.#send({ type: 'conversation_gap', conversation_id, gaps });
    }
    if (status === 'processing' && conversation_id === this.#recording.id) {
      await this.#openRecording();
    }
  }

  /** Somebody put segments together otherwise. */
  async #edited({ conversation_id, changed, deleted }: Edited): Promise<void> {
    if (conversation_id !== this.#recording.id) return;
    if (deleted.length > 0) this.#send({ type: 'segments_deleted', segment_ids: deleted });
    const { transcript_segments } = await wholeConversation(this.#context, conversation_id);
    this.#send(transcript_segments.filter(({ id }) => changed.includes(id)));
  }

  /** Stores the words of everything that was said so far, and listens on. */
  async #catchUp(): Promise<void> {
    this.#isWaiting = true;
    try {
      await this.#intake?.handOver();
      await this.#labels.settle();
      await this.#save();
    } finally {
      this.#isWaiting = false;
    }
  }

  /** While words are on their way, neither the sweeper nor another device ends the conversation. */
  #keptAlive(): Periodic {
    return startPeriodic({
      name: 'keeping a recording alive',
      everyMs: this.#touchMs,
      log: this.#context.log,
      run: async () => {
        const isBehind = this.#isWaiting || (this.#intake?.backlogSeconds ?? 0) > BACKLOG_SECONDS;
        if (isBehind) await this.#recording.touch();
      },
    });
  }

  #serially<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#chain.then(work);
    this.#chain = done.then(
      () => {},
      (error) => this.#context.log.error({ err: error, user_id: this.userId }, 'listening'),
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

/** A recogniser that does not know the language would make words up. */
function inLanguage(parts: SessionParts): SessionParts {
  const { recogniser, deaf, options } = parts;
  const isHeard = recogniser.name === 'none' || knowsLanguage(recogniser, options.language);
  if (isHeard || options.custom_stt === 'enabled') return parts;
  return { ...parts, recogniser: deaf, isForeign: true };
}

export interface SessionParts extends Pick<
  IntakeParts,
  | 'context'
  | 'options'
  | 'recogniser'
  | 'deaf'
  | 'isForeign'
  | 'send'
  | 'hangUp'
  | 'kept'
  | 'keepsAudio'
  | 'load'
  | 'stopping'
> {
  /** What the user's other devices have heard. */
  said?: SaidWords | undefined;
  userName: string;
  /** What tells voices apart. */
  voices?: VoicePrinter | undefined;
  /** Where there is a language model. */
  translator?: Translator | undefined;
  tap?: AudioTap | undefined;
  /** Whether the disk takes new data. */
  hasRoom(): boolean;
  /** Whether somebody looks at photos. */
  describesPhotos?: boolean | undefined;
}

/** Somebody else who wants the sound as it comes: 16 kHz mono. */
export interface AudioTap {
  audio(user_id: string, pcm: Int16Array): void;
  ended(user_id: string): void;
}

type Edited = z.output<typeof segmentsChanged.payload>;

interface Moved {
  conversation_id: string;
  status: 'processing' | 'completed' | 'failed';
}
