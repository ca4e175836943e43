import { createHistogram } from 'node:perf_hooks';
import type { RecordableHistogram } from 'node:perf_hooks';

const MAX_ERRORS = 50;
const MAX_CHARACTERS = 300;
/** The figures describe the last five to ten minutes. */
const PERIOD_MS = 5 * 60_000;
/** The history has one entry for each of the last minutes with requests or late words. */
const MINUTE_MS = 60_000;
const MAX_MINUTES = 120;
const MICROSECONDS = 1_000;

/** An error of the service, as its operator sees it. */
export interface LoggedError {
  at: Date;
  message: string;
  /** The message of the cause; null when the log entry had no cause. */
  cause: string | null;
}

/** Response times in milliseconds. */
export interface ResponseTimes {
  count: number;
  p50_ms: number;
  p95_ms: number;
  p99_ms: number;
}

/** The response times of one minute. */
export interface MinuteTimes {
  at: Date;
  requests: number;
  p50_ms: number;
  p95_ms: number;
  /** How long the oldest finished speech waited for its words, at most. */
  words_behind_seconds: number;
  /** The size of the database and of the kept sound; null when it was not measured. */
  stored_bytes: number | null;
}

/** A measurement that is taken once in a minute. */
export type Sample = Pick<MinuteTimes, 'words_behind_seconds' | 'stored_bytes'>;

const NO_SAMPLE: Sample = { words_behind_seconds: 0, stored_bytes: null };

/** Collects the response times and the last errors of this process, for its operator. */
export class Vitals {
  #errors: LoggedError[] = [];
  #current = createHistogram();
  #former: RecordableHistogram | null = null;
  #since = performance.now();
  #minute = createHistogram();
  #minuteBegan = minuteNow();
  #minutes: MinuteTimes[] = [];
  #sample = NO_SAMPLE;
  #onError = () => {};

  /** Calls the listener for every error from now on. */
  onError(listener: () => void): void {
    this.#onError = listener;
  }

  /** Records an error that was logged. */
  noteError(fields: unknown, message: string | undefined): void {
    this.#onError();
    const { err } = (typeof fields === 'object' && fields ? fields : {}) as { err?: unknown };
    const cause = err instanceof Error ? err.message : null;
    const text = message ?? (typeof fields === 'string' ? fields : (cause ?? ''));
    this.#errors.unshift({
      at: new Date(),
      message: text.slice(0, MAX_CHARACTERS),
      cause: cause?.slice(0, MAX_CHARACTERS) ?? null,
    });
    this.#errors.length = Math.min(this.#errors.length, MAX_ERRORS);
  }

  noteResponse(milliseconds: number): void {
    this.#rotate();
    this.#endMinute();
    const microseconds = Math.max(1, Math.round(milliseconds * MICROSECONDS));
    this.#current.record(microseconds);
    this.#minute.record(microseconds);
  }

  /** Adds a measurement to the current minute. */
  noteSample({ words_behind_seconds, stored_bytes }: Sample): void {
    this.#endMinute();
    this.#sample = {
      words_behind_seconds: Math.max(words_behind_seconds, this.#sample.words_behind_seconds),
      stored_bytes,
    };
  }

  /** Puts the history of an earlier process before the minutes of this one. */
  restore(minutes: readonly MinuteTimes[]): void {
    this.#minutes = [...minutes, ...this.#minutes].slice(-MAX_MINUTES);
  }

  /** Ends the current minute early, because the process ends. */
  close(): void {
    this.#keepMinute();
  }

  /** The last errors, newest first. */
  get errors(): readonly LoggedError[] {
    return this.#errors;
  }

  get responseTimes(): ResponseTimes {
    this.#rotate();
    const all = createHistogram();
    all.add(this.#current);
    if (this.#former) all.add(this.#former);
    const at = (share: number) => all.percentile(share) / MICROSECONDS;
    if (all.count === 0) return { count: 0, p50_ms: 0, p95_ms: 0, p99_ms: 0 };
    return { count: all.count, p50_ms: at(50), p95_ms: at(95), p99_ms: at(99) };
  }

  /** The complete minutes with requests or late words, the oldest first. */
  get history(): readonly MinuteTimes[] {
    this.#endMinute();
    const oldest = Date.now() - MAX_MINUTES * MINUTE_MS;
    return this.#minutes.filter(({ at }) => at.getTime() >= oldest);
  }

  #endMinute(): void {
    const now = minuteNow();
    if (now === this.#minuteBegan) return;
    this.#keepMinute();
    this.#minuteBegan = now;
  }

  #keepMinute(): void {
    const { count } = this.#minute;
    const sample = this.#sample;
    this.#sample = { ...NO_SAMPLE, stored_bytes: sample.stored_bytes };
    if (count === 0 && sample.words_behind_seconds === 0) return;
    const at = (share: number) => (count > 0 ? this.#minute.percentile(share) / MICROSECONDS : 0);
    const times = { requests: count, p50_ms: at(50), p95_ms: at(95) };
    this.#minutes.push({ at: new Date(this.#minuteBegan), ...times, ...sample });
    if (this.#minutes.length > MAX_MINUTES) this.#minutes.shift();
    this.#minute.reset();
  }

  #rotate(): void {
    const periods = Math.floor((performance.now() - this.#since) / PERIOD_MS);
    if (periods === 0) return;
    this.#former = periods === 1 ? this.#current : null;
    this.#current = createHistogram();
    this.#since += periods * PERIOD_MS;
  }
}

const minuteNow = (): number => Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
