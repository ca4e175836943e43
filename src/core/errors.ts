/**
 * The common classes of all errors. Contains no HTTP terms: each transport maps these errors once.
 *
 * `message` is a public sentence that says what to do; `cause` goes only to the log.
 */
export type ErrorKind =
  | 'invalid'
  | 'unrecognised'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_ready'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'precondition_failed'
  | 'rate_limited'
  | 'too_large'
  | 'no_room'
  | 'unavailable';

/** One problem of an input: its location, a description, and a stable name. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

export abstract class ServiceError extends Error {
  abstract readonly kind: ErrorKind;
}

/**
 * The caller sent wrong input. `problems` lists the problems with their locations; when it is
 * empty, `message` describes the problem.
 */
export class Invalid extends ServiceError {
  readonly kind = 'invalid';
  readonly problems: Problem[] | undefined;
  constructor(message: string, problems?: Problem[]) {
    super(message);
    this.problems = problems;
  }
}

/** The input is well formed but names an unknown category, scope or time zone. */
export class Unrecognised extends ServiceError {
  readonly kind = 'unrecognised';
}

export class Unauthenticated extends ServiceError {
  readonly kind = 'unauthenticated';
}

export class Forbidden extends ServiceError {
  readonly kind = 'forbidden';
}

/** The key or grant lacks the scope in `scope`. */
export class InsufficientScope extends Forbidden {
  readonly scope: string;
  constructor(scope: string) {
    super(`Insufficient permissions. Required scope: ${scope}`);
    this.scope = scope;
  }
}

/**
 * The account's data cannot be read for now. `body` is the complete public answer (specification,
 * "Errors").
 */
export class NotReady extends ServiceError {
  readonly kind = 'not_ready';
  readonly body: Readonly<Record<string, unknown>>;
  /** For an answer without the closed data: a sentence that says which data is missing and why. */
  readonly notice: string;
  constructor(message: string, given: { body: NotReady['body']; notice: string }) {
    super(message);
    this.body = given.body;
    this.notice = given.notice;
  }
}

export class NotFound extends ServiceError {
  readonly kind = 'not_found';
}

/** The requested data existed before but was deleted. */
export class Gone extends ServiceError {
  readonly kind = 'gone';
}

export class Conflict extends ServiceError {
  readonly kind = 'conflict';
  /** Seconds until a retry may succeed; null when waiting does not help. */
  readonly retryAfterSeconds: number | null;
  constructor(
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** The object changed since the caller read it, so the change was refused. */
export class PreconditionFailed extends ServiceError {
  readonly kind = 'precondition_failed';
}

/** The number of requests that a caller has left until `resetsAt`. */
export interface Allowance {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

export class RateLimited extends ServiceError {
  readonly kind = 'rate_limited';
  /** Seconds until a retry can succeed. */
  readonly retryAfterSeconds: number;
  /** The rate limit that the caller reached; undefined when the limit has no number. */
  readonly allowance: Allowance | undefined;
  constructor(message: string, retryAfterSeconds: number, allowance?: Allowance) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
    this.allowance = allowance;
  }
}

export class TooLarge extends ServiceError {
  readonly kind = 'too_large';
}

/** The disk is nearly full. The call can succeed after space is freed. */
export class NoRoom extends ServiceError {
  readonly kind = 'no_room';
}

/** A dependency does not answer; the same call may succeed later. */
export class Unavailable extends ServiceError {
  readonly kind = 'unavailable';
  /** Seconds until a retry may succeed. */
  readonly retryAfterSeconds: number;
  constructor(
    message: string,
    { retryAfterSeconds = 2, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The service cannot start. The terminal shows only this message, without a stack trace. */
export class StartError extends Error {}

/** A file or an archive cannot be read. The message tells the user why, and names the place. */
export class UnfitFile extends Error {}
