/**
 * Decides what to reduce when the recogniser cannot keep up. First, the service stops sending
 * interim words. Then the service postpones the transcription of one session after another.
 * Finally, the service refuses new sessions. Independently of this class, a recogniser under load
 * joins waiting utterances (utterance-recogniser.ts).
 */

/** The recogniser counts as busy when the oldest finished speech has waited this many seconds. */
const BUSY_SECONDS = 5;
const OVERLOADED_SECONDS = 60;
const FULL_SECONDS = 120;
/** The pause before the next session is postponed. One postponed session may be enough. */
const BETWEEN_MS = 2_000;
/** A postponed session stays postponed for at least this long. */
const AWAY_MS = 30_000;

export interface LoadLimits {
  busySeconds: number;
  overloadedSeconds: number;
  fullSeconds: number;
  betweenMs: number;
  awayMs: number;
}

const LIMITS: LoadLimits = {
  busySeconds: BUSY_SECONDS,
  overloadedSeconds: OVERLOADED_SECONDS,
  fullSeconds: FULL_SECONDS,
  betweenMs: BETWEEN_MS,
  awayMs: AWAY_MS,
};

/** A session whose speech waits for the recogniser. */
export interface Waiting {
  /** The waiting time in seconds of the session's oldest finished speech. */
  readonly behindSeconds: number;
}

export class Load {
  readonly #limits: LoadLimits;
  readonly #sessions: Iterable<Waiting>;
  #movedAt = -Infinity;

  constructor(sessions: Iterable<Waiting>, limits: Partial<LoadLimits> = {}) {
    this.#sessions = sessions;
    this.#limits = { ...LIMITS, ...limits };
  }

  get behindSeconds(): number {
    let most = 0;
    for (const { behindSeconds } of this.#sessions) most = Math.max(most, behindSeconds);
    return most;
  }

  /** True when transcription is so late that the service sends no interim words. */
  get isBusy(): boolean {
    return this.behindSeconds >= this.#limits.busySeconds;
  }

  /** True when the service refuses new sessions. */
  get isFull(): boolean {
    return this.behindSeconds >= this.#limits.fullSeconds;
  }

  /** Returns whether to postpone the transcription of this session from now on. */
  mustGiveWay(session: Waiting, now: number): boolean {
    if (session.behindSeconds < this.#limits.overloadedSeconds) return false;
    return this.#mayMove(now);
  }

  /**
   * Returns whether a session that was postponed at this time (ms) may go back to live
   * transcription.
   */
  mayReturn(since: number, now: number): boolean {
    if (this.isBusy || now - since < this.#limits.awayMs) return false;
    return this.#mayMove(now);
  }

  #mayMove(now: number): boolean {
    if (now - this.#movedAt < this.#limits.betweenMs) return false;
    this.#movedAt = now;
    return true;
  }
}
