/**
 * The one family of errors. No HTTP words here: each door maps the family once.
 *
 * `message` is a public sentence that says what to do; `cause` is for the log only and never leaves.
 */
export type ErrorKind =
  | 'invalid'
  | 'unrecognised'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_ready'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'rate_limited'
  | 'too_large'
  | 'no_room'
  | 'unavailable';

/** One problem of an input: where it is, what is wrong, and a stable name for it. */
export interface Problem {
  loc: (string | number)[];
  msg: string;
  type: string;
}

export abstract class ServiceError extends Error {
  abstract readonly kind: ErrorKind;
}

/** The input is wrong. With `problems` when each has a place, else one sentence. */
export class Invalid extends ServiceError {
  readonly kind = 'invalid';
  readonly problems: Problem[] | undefined;
  constructor(message: string, problems?: Problem[]) {
    super(message);
    this.problems = problems;
  }
}

/** Well formed, but it names something we do not know: a category, a scope, a time zone. */
export class Unrecognised extends ServiceError {
  readonly kind = 'unrecognised';
}

export class Unauthenticated extends ServiceError {
  readonly kind = 'unauthenticated';
}

export class Forbidden extends ServiceError {
  readonly kind = 'forbidden';
}

/** A key or a grant that is not allowed this; `scope` is what would allow it. */
export class InsufficientScope extends Forbidden {
  readonly scope: string;
  constructor(scope: string) {
    super(`Insufficient permissions. Required scope: ${scope}`);
    this.scope = scope;
  }
}

/** The account may not be read yet. `body` is the whole public answer (specification, "Errors"). */
export class NotReady extends ServiceError {
  readonly kind = 'not_ready';
  readonly body: Readonly<Record<string, unknown>>;
  /** One sentence for an answer that goes without it: what is closed, and why. */
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

export class Conflict extends ServiceError {
  readonly kind = 'conflict';
  /** Whole seconds after which another try may succeed; null when it will not by itself. */
  readonly retryAfterSeconds: number | null;
  constructor(
    message: string,
    { retryAfterSeconds, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds ?? null;
  }
}

/** It changed since the caller read it: a lost update that did not happen. */
export class PreconditionFailed extends ServiceError {
  readonly kind = 'precondition_failed';
}

/** The requests that a caller has left until `resetsAt`. */
export interface Allowance {
  limit: number;
  remaining: number;
  resetsAt: Date;
}

export class RateLimited extends ServiceError {
  readonly kind = 'rate_limited';
  /** Whole seconds until another try can succeed. */
  readonly retryAfterSeconds: number;
  /** The limit that was reached, where it is one with a number. */
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

/** The disk is nearly full: the call can succeed when there is room again. */
export class NoRoom extends ServiceError {
  readonly kind = 'no_room';
}

/** Something we lean on does not answer; the same call may succeed later. */
export class Unavailable extends ServiceError {
  readonly kind = 'unavailable';
  /** Whole seconds after which another try may succeed. */
  readonly retryAfterSeconds: number;
  constructor(
    message: string,
    { retryAfterSeconds = 2, ...options }: ErrorOptions & { retryAfterSeconds?: number } = {},
  ) {
    super(message, options);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A start that cannot go on: one line for the person at the terminal, no stack trace. */
export class StartError extends Error {}
