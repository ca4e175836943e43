/**
 * Processes the sound of one session: counts it, keeps it until its words are stored, and
 * recognises it. When the service is overloaded, sessions pause their recognition. The sound of a
 * paused session is kept and transcribed later.
 */
import { recordGap } from '../conversations/recording/pending-words.ts';
import type { SoundSpan } from '../transcripts/gap.ts';
import { AudioKeeper } from '../recordings/audio-keeper.ts';
import { DeviceStream } from '../devices/device-stream.ts';
import { SoundBuffer } from '../late-words/sound-buffer.ts';
import type { IntakeParts } from './session-parts.ts';
import type { HearingEvent } from '../hearing/hearing.ts';
import { Sound } from '../hearing/sound.ts';
import { Timeline } from '../hearing/timeline.ts';

/** The seconds of sound that are kept before a detected word, which began earlier. */
const RUN_UP_SECONDS = 1;
/** While somebody speaks, voice activity is reported at least this often (in seconds). */
const VOICED_SECONDS = 3;
/** A smaller backlog is normal, because voice activity detection always lags slightly. */
const JUDGED_SECONDS = 0.5;
/** How far audio may be ahead of the wall clock. It may arrive `MAX_SPEED` times as fast. */
const MAX_AHEAD_SECONDS = 30;
const MAX_SPEED = 2;

/** The client sends audio much faster than anyone can speak. The socket closes with the message. */
export class TooFast extends Error {}

export class Intake {
  readonly #parts: IntakeParts;
  readonly #timeline: Timeline;
  readonly sound: Sound;
  /** Null when the device does not number its messages. */
  stream: DeviceStream | null = null;
  #buffer: SoundBuffer | null = null;
  /** Set when the user wants the sound kept. */
  #keeper: AudioKeeper | null = null;
  /** Time (ms) at which overload paused the live recognition; null while it is running. */
  #awaySince: number | null = null;
  #isClosed = false;
  /** The second of audio in which speech was last detected. */
  #voicedAt = -Infinity;

  private constructor(parts: IntakeParts) {
    const { options, recogniser, voices, along, heard } = parts;
    this.#parts = parts;
    this.#timeline = new Timeline(this.#now);
    this.sound = new Sound({
      format: options,
      channels: options.channels,
      recogniser,
      language: options.language,
      names: parts.names,
      stopping: parts.stopping,
      timeline: this.#timeline,
      now: () => this.#now,
      voices,
      on: (event) => {
        this.#on(event);
        parts.on(event);
      },
      along: (pcm, place) => {
        this.#keeper?.write(pcm, place);
        if (place.channel === 0) along(pcm);
      },
      heard,
    });
  }

  /** Throws `UnsupportedAudio` before opening anything. */
  static async open(parts: IntakeParts): Promise<Intake> {
    const intake = new Intake(parts);
    await intake.#open();
    return intake;
  }

  /** Accepts a binary message. Throws `WrongCodec` or `TooFast` when the stream is unusable. */
  message(frame: Uint8Array): void {
    if (this.#isClosed) return;
    // Messages of this size contain no sound and only keep the socket alive.
    if (frame.length > 2) {
      if (this.stream && !this.stream.isNew()) return;
      this.#buffer?.message(frame, this.#timeline.wall(this.sound.seconds));
    }
    this.sound.message(frame);
    const wallSeconds = (this.#now - this.#timeline.wall(0)) / 1000;
    if (this.sound.seconds > MAX_AHEAD_SECONDS + MAX_SPEED * wallSeconds) {
      throw new TooFast('Audio arrives much faster than real time; upload a recording instead.');
    }
  }

  /** Records that a recogniser receives further sound. */
  listen(): void {
    this.sound.open();
  }

  /** Assigns further sound to this conversation. */
  async begins(conversation_id: string, former: string | null): Promise<void> {
    if (former === null || former === conversation_id) return;
    await this.#keeper?.end(former);
    if (!this.#buffer?.isUnheard) return;
    await this.keep(former);
    await this.#buffer.begins();
  }

  /** Writes the sound to disk before its words exist. */
  async keep(conversation_id: string): Promise<void> {
    if ((await this.#buffer?.flush(this.#reached(conversation_id))) === false) this.#takenOver();
  }

  /** Records that the words up to the last call are stored. */
  async stored(): Promise<void> {
    const { seconds, backlogSeconds } = this.sound;
    await this.#buffer?.stored(seconds - backlogSeconds - RUN_UP_SECONDS);
    await this.#keeper?.keep(this.#parts.recordingId());
  }

  /** Pauses the live recognition under overload, and resumes it afterwards. */
  async balance(conversation_id: string): Promise<void> {
    const { load } = this.#parts;
    const keeping = this.#buffer;
    if (!keeping || !load) return;
    if (this.#awaySince !== null) {
      if (load.mayReturn(this.#awaySince, this.#now)) await this.#return(keeping);
    } else if (!keeping.isUnheard && load.mustGiveWay(this.sound, this.#now)) {
      await this.#giveWay(keeping, conversation_id);
    }
  }

  /** Sends further sound to a new recogniser. Resolves when the previous one has finished. */
  async handOver(): Promise<void> {
    const { seconds, backlogSeconds } = this.sound;
    const from = this.#timeline.wall(Math.max(0, seconds - backlogSeconds - RUN_UP_SECONDS));
    const until = this.#timeline.wall(seconds);
    const to = this.#awaySince === null ? undefined : this.#parts.vadOnly;
    const isDone = await this.sound.handOver(to);
    if (!isDone) await this.#putAside({ from, until });
  }

  /** Accepts no more sound and writes the sound so far to disk. */
  async close(conversation_id: string): Promise<void> {
    this.#isClosed = true;
    await this.keep(conversation_id);
  }

  /** Hands this stream to another session. */
  async passOn(conversation_id: string): Promise<void> {
    await this.close(conversation_id);
    this.#takenOver();
  }

  /** True when all sound without stored words is in a journal. */
  get isKept(): boolean {
    return this.#buffer?.isKept ?? false;
  }

  /** True when the sound can no longer be written to disk. */
  get hasBrokenJournal(): boolean {
    return this.#buffer?.isBroken ?? false;
  }

  /** Cleans up a session that never began and received no sound. */
  async abandon(): Promise<void> {
    this.#isClosed = true;
    await this.sound.finish();
    await this.#buffer?.end(true);
  }

  /**
   * Resolves after the last words of the sound received so far. The caller then calls `end` to
   * report whether they are stored.
   */
  async finish(conversation_id: string): Promise<{ end(areStored: boolean): Promise<void> }> {
    const isDone = await this.sound.finish();
    return {
      end: async (areStored) => {
        await this.#buffer?.end(isDone && areStored);
        await this.#keeper?.end(conversation_id);
      },
    };
  }

  async #open(): Promise<void> {
    const { context, options, kept, keepsAudio, quotas } = this.#parts;
    const { send, recogniser, isForeign } = this.#parts;
    this.stream = await DeviceStream.open(context, options, send);
    // A device that resumes its stream after a break continues at the time of the last stored
    // sound.
    if (this.stream?.spokenAt) this.#timeline.set(0, this.stream.spokenAt.getTime());
    const { codec, sample_rate, channels, language } = options;
    const by = isForeign ? 'unknown language' : recogniser.name;
    const about = { codec, sample_rate, channels, language, by, stream: this.stream };
    const isUnheard = isForeign ?? false;
    if (kept) this.#buffer = await SoundBuffer.open({ context, kept, isUnheard, ...about });
    if (keepsAudio) this.#keeper = new AudioKeeper(context, (asked) => quotas.mayKeepSound(asked));
  }

  #on(event: HearingEvent): void {
    if (event.type === 'speech') this.#voicedAt = this.sound.seconds;
    else if (event.type === 'missed') this.#missed(event.span);
    else if (event.type === 'unclear') this.#unclear(event.span);
    else if (event.type === 'failed') this.#unheard();
    else if (event.type === 'changed') {
      const { by, state } = event.state;
      if (by?.name === 'none' || state === 'degraded') this.#unheard();
      else if (state === 'ready' || by) this.#heardAgain();
    }
  }

  async #giveWay(keeping: SoundBuffer, id: string): Promise<void> {
    this.#awaySince = this.#now;
    const before = await keeping.cut();
    await keeping.stopHearing({ id, since: new Date(this.#now) });
    void this.sound
      .handOver(this.#parts.vadOnly)
      .then((isDone) => this.#parts.afterWords((areStored) => before.end(isDone && areStored)))
      .catch((err: unknown) => this.#parts.context.log.error({ err }, 'giving way'));
    this.#tell('behind', 'The service is overloaded; this sound is kept and transcribed later.');
  }

  async #return(keeping: SoundBuffer): Promise<void> {
    this.#awaySince = null;
    void this.sound.handOver();
    await keeping.hearAgain();
    this.#tell('ready', 'The recogniser is available again.');
  }

  #unheard(): void {
    const { recordingId, afterWords } = this.#parts;
    void afterWords(async () =>
      this.#buffer?.stopHearing({ id: recordingId(), since: new Date(this.#now) }),
    );
  }

  #heardAgain(): void {
    if (this.#awaySince !== null || !this.#buffer?.isUnheard) return;
    void this.#parts.afterWords(async () => this.#buffer?.hearAgain());
  }

  #takenOver(): void {
    this.#isClosed = true;
    this.#parts.hangUp('takenOver', 'another connection has taken over this stream');
  }

  /** Keeps all sound until the missed span is put aside. */
  #missed(span: SoundSpan): void {
    this.#buffer?.hold();
    void this.#parts.afterWords(() => this.#putAside(span));
  }

  #unclear(span: SoundSpan): void {
    const { context, recordingId, afterWords } = this.#parts;
    void afterWords(() => recordGap(context, { id: recordingId(), span, reason: 'unclear' }));
  }

  async #putAside(span: SoundSpan): Promise<void> {
    const id = this.#parts.recordingId();
    await this.keep(id);
    await this.#buffer?.missed(span, this.#reached(id));
  }

  #reached(conversation_id: string): Parameters<SoundBuffer['flush']>[0] {
    const { seconds: audio, backlogSeconds } = this.sound;
    const isSilent = audio - this.#voicedAt > VOICED_SECONDS;
    const voiced = !isSilent || (backlogSeconds < JUDGED_SECONDS ? false : undefined);
    return { conversation_id, audio, spokenUntil: this.#timeline.wall(audio), voiced };
  }

  #tell(status: 'ready' | 'behind', status_text: string): void {
    this.#parts.send({ type: 'service_status', status, status_text });
  }

  get #now(): number {
    return this.#parts.context.clock.now().getTime();
  }
}
