import type { FastifyReply } from 'fastify';
import {
  Conflict,
  Invalid,
  NotReady,
  RateLimited,
  ServiceError,
  Unavailable,
} from '../../core/errors.ts';
import type { Allowance, ErrorKind, Problem } from '../../core/errors.ts';

/** The only mapping from errors to HTTP. */
const STATUS: Record<ErrorKind, number> = {
  invalid: 422,
  unrecognised: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_ready: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  precondition_failed: 412,
  rate_limited: 429,
  too_large: 413,
  no_room: 507,
  unavailable: 503,
};

function sendServiceError(reply: FastifyReply, error: ServiceError): FastifyReply {
  if (error.kind === 'unauthenticated' && !reply.hasHeader('WWW-Authenticate')) {
    reply.header('WWW-Authenticate', 'Bearer');
  }
  if (error instanceof RateLimited && error.allowance) tellAllowance(reply, error.allowance);
  const retryAfterSeconds = retryAfterOf(error);
  if (retryAfterSeconds !== null) reply.header('Retry-After', retryAfterSeconds);
  return reply.code(STATUS[error.kind]).send({ detail: detailOf(error) });
}

/** Seconds until a retry may succeed; null when waiting does not help. */
function retryAfterOf(error: unknown): number | null {
  const saysWhen =
    error instanceof RateLimited || error instanceof Conflict || error instanceof Unavailable;
  return saysWhen ? error.retryAfterSeconds : null;
}

export interface Failure {
  status: number;
  /** A sentence that the client may see. */
  message: string;
  retryAfterSeconds: number | null;
}

/** Maps any error, for transports that write answers themselves. */
export function failureOf(error: unknown): Failure {
  return { ...statusOf(error), retryAfterSeconds: retryAfterOf(error) };
}

function statusOf(error: unknown): Pick<Failure, 'status' | 'message'> {
  const { statusCode, message } = error as { statusCode?: number; message: string };
  if (error instanceof ServiceError) return { status: STATUS[error.kind], message };
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return { status: statusCode, message };
  }
  return { status: 500, message: DEFECT };
}

const DEFECT = 'Something went wrong on our side. It was logged.';

export function tellAllowance(
  reply: FastifyReply,
  { limit, remaining, resetsAt }: Allowance,
): void {
  reply.header('X-RateLimit-Limit', limit);
  reply.header('X-RateLimit-Remaining', remaining);
  reply.header('X-RateLimit-Reset', Math.ceil(resetsAt.getTime() / 1000));
}

function detailOf(error: ServiceError): unknown {
  if (error instanceof NotReady) return error.body;
  if (error instanceof Invalid && error.problems) return error.problems;
  return error.message;
}

/** Maps Fastify's own errors to our shape, with a sentence that tells the client what to do. */
const FRAMEWORK_ERRORS: Record<string, { status: number; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    detail: 'Send the body as JSON, with Content-Type: application/json.',
  },
  // No valid id is this long.
  FST_ERR_MAX_PARAM_LENGTH: { status: 404, detail: 'Not Found' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    detail: 'The length of the body differs from Content-Length.',
  },
};

/** Sends the mapped error. Returns null for a defect, whose details may appear only in the log. */
export function sendError(reply: FastifyReply, error: unknown): FastifyReply | null {
  if (error instanceof ServiceError) return sendServiceError(reply, error);
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    const kib = (reply.request.routeOptions.bodyLimit ?? 0) / 1024;
    const limit = kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`;
    return reply.code(413).send({ detail: `The body is too large: at most ${limit}.` });
  }
  const known = code === undefined ? undefined : FRAMEWORK_ERRORS[code];
  if (known) return reply.code(known.status).send({ detail: known.detail });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
    return reply.code(statusCode).send({ detail: (error as Error).message });
  }
  reply.code(500).send({ detail: DEFECT });
  return null;
}

export function invalidJson(message: string): Invalid {
  const problem: Problem = { loc: ['body'], msg: message, type: 'json_invalid' };
  return new Invalid(message, [problem]);
}
