import { ProtocolError } from '@modelcontextprotocol/server';

/** The reason why a call got no answer, as a sentence for the user of the assistant. */
export class Refused extends Error {}

const PATIENCE_MS = 60_000;

/** Forwards an MCP request to the hosted endpoint and returns its result. */
export async function forward(
  endpoint: string,
  key: string,
  { method, params }: { method: string; params?: unknown },
  /** Aborts the forwarded request when the caller no longer waits for it. */
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const answer = await reach(endpoint, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    // A redirect must not send the key to another host.
    redirect: 'manual',
  });
  const elsewhere = answer.headers.get('location');
  if (elsewhere) {
    throw new Refused(
      `unavailable: ${endpoint} is now ${elsewhere}. Set SVC_API_BASE_URL to the new ` +
        'address of the service.',
    );
  }
  const body = await jsonOf(answer);
  if (!answer.ok || body === null) throw new Refused(refusalOf(endpoint, answer, body));
  if (body.error) throw new ProtocolError(body.error.code, body.error.message, body.error.data);
  return body.result ?? {};
}

interface Body {
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
  detail?: unknown;
}

async function reach(endpoint: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(endpoint, request);
  } catch (cause) {
    throw new Refused(
      `unavailable: The service does not answer at ${endpoint}. Check that it runs and that SVC_API_BASE_URL is its address.`,
      { cause },
    );
  }
}

async function jsonOf(answer: Response): Promise<Body | null> {
  try {
    const body: unknown = await answer.json();
    return typeof body === 'object' ? (body as Body) : null;
  } catch {
    return null;
  }
}

function refusalOf(endpoint: string, { status, headers }: Response, body: Body | null): string {
  if (body === null) {
    return `unavailable: ${endpoint} does not answer as a Commonplace service does (HTTP ${status}). Check SVC_API_BASE_URL.`;
  }
  const detail = typeof body.detail === 'string' ? body.detail : `HTTP ${status}`;
  if (status === 401) return `unauthenticated: ${detail}`;
  if (status === 429) {
    return `rate_limited: ${detail} Try again in ${headers.get('retry-after') ?? 'some'} seconds.`;
  }
  return detail;
}
