import { startPeriodic } from '../../core/periodic.ts';
import type { Periodic } from '../../core/periodic.ts';
import type { Context } from '../../kit/context.ts';
import { endRecording } from '../conversations/lifecycle.ts';
import type { LiveTranscript } from './live-transcript.ts';
import { SilenceClock } from './silence-clock.ts';

/**
 * The interval at which the service reports a recording without new words as alive to the database.
 */
const TOUCH_MS = 5_000;
/** A smaller backlog is normal, because voice activity detection always lags slightly. */
const BACKLOG_SECONDS = 0.5;

/**
 * Keeps the recording of a live session alive while somebody speaks, and ends it after a silence.
 */
export class RecordingLifetime {
  readonly #parts: LifetimeParts;
  readonly #silence: SilenceClock;
  readonly #touchMs: number;
  #touchedAt = 0;
  /** True while words of finished speech are pending. The conversation must not end then. */
  isWaiting = false;

  constructor(parts: LifetimeParts) {
    this.#parts = parts;
    this.#silence = new SilenceClock(this.#now());
    this.#touchMs = Math.min(TOUCH_MS, (1000 * parts.timeoutSeconds) / 3);
  }

  /** Records that somebody speaks. */
  heard(): void {
    this.#silence.heard(this.#now());
  }

  /** Adds further seconds of sound. */
  audio(seconds: number): void {
    this.#silence.audio(seconds, this.#now());
  }

  /** Ends the recording after enough silence; otherwise records that it is alive. */
  async beat(): Promise<void> {
    const silence = this.#silence.seconds(this.#now());
    if (silence >= this.#parts.timeoutSeconds) await this.#endBySilence();
    else if (silence < TOUCH_MS / 1000 && this.#now() - this.#touchedAt > this.#touchMs) {
      this.#touchedAt = this.#now();
      await this.#parts.transcript.recording.touch();
    }
  }

  /**
   * Prevents the sweeper and other devices from ending the conversation while words are pending.
   */
  keepAlive(): Periodic {
    return startPeriodic({
      name: 'keeping a recording alive',
      everyMs: this.#touchMs,
      log: this.#parts.context.log,
      run: async () => {
        if (this.isWaiting || this.#isBehind) await this.#parts.transcript.recording.touch();
      },
    });
  }

  async #endBySilence(): Promise<void> {
    const { context, timeoutSeconds, transcript } = this.#parts;
    if (this.#isBehind) {
      await this.#parts.catchUp();
      if (this.#silence.seconds(this.#now()) < timeoutSeconds) return;
    }
    await transcript.settle();
    const { id, heardAt } = transcript.recording;
    // The silence of this device is measured in audio time, and the silence of the user's other
    // devices in wall-clock time.
    const others = this.#now() - timeoutSeconds * 1000;
    const silentSince = new Date(Math.max(heardAt, others));
    const ended = await endRecording(context, { id, forced: false, silentSince });
    if (ended === null) return;
    this.heard();
    // Otherwise an event after the processing makes this session open the next recording.
    if (ended === 'deleted') await transcript.openRecording();
  }

  get #isBehind(): boolean {
    return this.#parts.backlogSeconds() > BACKLOG_SECONDS;
  }

  #now(): number {
    return this.#parts.context.clock.now().getTime();
  }
}

interface LifetimeParts {
  context: Context;
  /** A silence of this length ends the recording. */
  timeoutSeconds: number;
  transcript: LiveTranscript;
  /** Seconds of sound for which voice activity detection has no result yet. */
  backlogSeconds(): number;
  /** Stores all words so far. */
  catchUp(): Promise<void>;
}
