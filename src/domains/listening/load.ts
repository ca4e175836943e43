/**
 * Decides which sessions give way when the recogniser cannot keep up. First, interim words are no
 * longer sent. Then one session after another is transcribed later. Then new sessions are refused.
 * In between, recognisers of utterances join waiting utterances by themselves
 * (utterance-recogniser.ts).
 */

/** Wait (in seconds) of the oldest finished speech at which the recogniser counts as busy. */
const BUSY_SECONDS = 5;
const OVERLOADED_SECONDS = 60;
const FULL_SECONDS = 120;
/** The pause between two sessions that give way, because the first may already free enough time. */
const BETWEEN_MS = 2_000;
/** A session that gave way does so for at least this long. */
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
  /** Seconds that the oldest finished speech of the session has waited. */
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

  /** True when transcription is so far behind that interim words are not sent. */
  get isBusy(): boolean {
    return this.behindSeconds >= this.#limits.busySeconds;
  }

  /** True when new sessions are refused. */
  get isFull(): boolean {
    return this.behindSeconds >= this.#limits.fullSeconds;
  }

  /** Returns whether this session's sound must be transcribed later from now on. */
  mustGiveWay(session: Waiting, now: number): boolean {
    if (session.behindSeconds < this.#limits.overloadedSeconds) return false;
    return this.#mayMove(now);
  }

  /** Returns whether a session that gave way at this time (ms) may come back. */
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
