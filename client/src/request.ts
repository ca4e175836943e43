import { ApiError, detailOf, Unreachable } from './errors.ts';
import { randomUuid } from './uuid.ts';

/** The maximum number of tries. */
const ATTEMPTS = 4;
export const LONGEST_WAIT_SECONDS = 60;
export const FIRST_WAIT_SECONDS = 0.25;
/** Statuses after which a retry may succeed. */
const PASSING = [429, 502, 503, 504];

export interface Transport {
  baseUrl: string;
  /** A developer key, or the token of a session. */
  token: string | undefined;
  fetch: typeof fetch;
  /** Waits before a retry. */
  wait(seconds: number, signal?: AbortSignal): Promise<void>;
}

export interface CallOptions {
  /**
   * An idempotency key that makes a POST safe to repeat. Without one, the client generates a key.
   */
  idempotencyKey?: string;
  /**
   * The `etag` of the version that was read. If the object has changed since, the service answers
   * 412.
   */
  ifMatch?: string;
  signal?: AbortSignal;
}

export interface Call {
  method: string;
  path: string;
  query: URLSearchParams;
  body: unknown;
  options: CallOptions;
}

/**
 * Sends a request and returns its successful answer. Repeats the request where that is safe and
 * useful. If the answer to the first DELETE was lost, "not found" on the retry counts as success. A
 * change with `ifMatch` is not repeated after its answer was lost. The first try may have changed
 * the ETag, and the retry would then fail as if somebody else had changed the object.
 */
export async function send(transport: Transport, call: Call): Promise<Response> {
  const idempotencyKey = call.options.idempotencyKey ?? randomUuid();
  /** An earlier try may have succeeded although its answer was lost. */
  let lost = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(transport, call, idempotencyKey);
    if (outcome instanceof Response && outcome.ok) return outcome;
    const error = outcome instanceof Response ? await errorOf(outcome) : outcome;
    if (lost && call.method === 'DELETE' && isGone(error)) return Response.json({ success: true });
    lost ||= !(error instanceof ApiError) || error.status === 502 || error.status === 504;
    const passing = mayHelp(error) && !(lost && call.options.ifMatch !== undefined);
    if (!passing || attempt === ATTEMPTS || call.options.signal?.aborted) throw error;
    const told = error instanceof ApiError ? error.retryAfter : null;
    if (told !== null && told > LONGEST_WAIT_SECONDS) throw error;
    await transport.wait(told ?? FIRST_WAIT_SECONDS * 2 ** (attempt - 1), call.options.signal);
  }
}

/** Returns whether a retry may succeed. A conflict is retried only if it has a `Retry-After`. */
export function mayHelp(error: Error): boolean {
  if (!(error instanceof ApiError)) return true;
  return PASSING.includes(error.status) || (error.status === 409 && error.retryAfter !== null);
}

const isGone = (error: Error): boolean => error instanceof ApiError && error.status === 404;

async function sendOnce(
  { baseUrl, token, fetch }: Transport,
  { method, path, query, body, options }: Call,
  idempotencyKey: string,
): Promise<Response | Error> {
  const url = new URL(path.replace(/^\//, ''), baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  url.search = query.toString();
  const isForm = body instanceof FormData;
  const headers: Record<string, string> = {
    ...(token && { Authorization: `Bearer ${token}` }),
    // A form sets its own content type, with the boundary between its parts.
    ...(body !== undefined && !isForm && { 'Content-Type': 'application/json' }),
    ...(method === 'POST' && { 'Idempotency-Key': idempotencyKey }),
    ...(options.ifMatch !== undefined && { 'If-Match': options.ifMatch }),
  };
  try {
    return await fetch(url, {
      method,
      headers,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
      ...(options.signal && { signal: options.signal }),
    });
  } catch (cause) {
    if (options.signal?.aborted) throw cause;
    return new Unreachable(baseUrl, cause);
  }
}

async function errorOf(response: Response): Promise<ApiError> {
  const text = await response.text();
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return new ApiError(response.status, detailOf(text), Number.isNaN(seconds) ? null : seconds);
}
