/** The service refused the request. The message is the service's own. */
export class ApiError extends Error {
  /** HTTP status. */
  readonly status: number;
  /** The `detail` of the answer: a sentence, or a list of problems with their locations. */
  readonly detail: unknown;
  /** Seconds until a retry can succeed, if the service sent them. */
  readonly retryAfter: number | null;

  constructor(status: number, detail: unknown, retryAfter: number | null) {
    super(sentence(detail) || `The service answered ${status}.`);
    this.name = 'ApiError';
    this.status = status;
    this.detail = detail;
    this.retryAfter = retryAfter;
  }
}

/** The service did not answer, because it is not running or the network is down. */
export class Unreachable extends Error {
  constructor(baseUrl: string, cause: unknown) {
    super(`No service answers at ${baseUrl}. Is the service running?`, { cause });
    this.name = 'Unreachable';
  }
}

/** An answer that arrives in parts ended before it was complete. */
export class Interrupted extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Interrupted';
  }
}

function sentence(detail: unknown): string {
  if (typeof detail === 'string') return detail;
  if (Array.isArray(detail)) {
    return detail
      .map(({ loc, msg }: { loc?: unknown[]; msg?: string }) => `${(loc ?? []).join('.')}: ${msg}`)
      .join('; ');
  }
  const { message } = (detail ?? {}) as { message?: unknown };
  return typeof message === 'string' ? message : '';
}

/** Returns the `detail` of the body of a refusal. */
export function detailOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { detail?: unknown }).detail;
  } catch {
    // The answer came from a proxy in front of the service.
    return text.slice(0, 200);
  }
}
