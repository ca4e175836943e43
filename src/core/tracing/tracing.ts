/**
 * Spans of OpenTelemetry (docs/monitoring.md). Without a tracer, which is the usual case, all of
 * this does nothing. Spans contain no texts, no credentials, no addresses with values, and no ids.
 */

type SpanAttributes = Record<string, string | number>;

export interface SpanDescription {
  name: string;
  kind: 'server' | 'client' | 'consumer';
  attributes: SpanAttributes;
  /** The headers of an incoming request, which may name the span that caused it. */
  cause?: Readonly<Record<string, unknown>>;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  /** Marks the span as failed. `type` is a class of errors or a status. */
  fail(type: string): void;
}

export interface Tracer {
  /** Returns whether the caller runs inside a span. */
  isInside(): boolean;
  run<T>(description: SpanDescription, work: (span: Span) => Promise<T>): Promise<T>;
  /** Returns the headers that name the current span. */
  headers(): Record<string, string>;
}

const NO_SPAN: Span = { set() {}, fail() {} };

let tracer: Tracer | null = null;

export function installTracer(installed: Tracer | null): void {
  tracer = installed;
}

export function isTracing(): boolean {
  return tracer !== null;
}

/** Runs `work` as a span. Spans that `work` begins become its children. */
export function inSpan<T>(
  description: SpanDescription,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer ? tracer.run(description, work) : work(NO_SPAN);
}

/** Runs `work` as a part of the current span. Periodic work has no span, and gets none. */
export function inChildSpan<T>(
  description: () => SpanDescription,
  work: () => Promise<T>,
): Promise<T> {
  return tracer?.isInside() ? tracer.run(description(), work) : work();
}

/** Sends a request with the headers of its span. */
export function traceRequest<T>(
  description: Pick<SpanDescription, 'name' | 'attributes'>,
  send: (headers: Record<string, string>) => Promise<T & { status: number }>,
): Promise<T & { status: number }> {
  return inSpan({ ...description, kind: 'client' }, async (span) => {
    const answer = await send(tracer?.headers() ?? {});
    span.set({ 'http.response.status_code': answer.status });
    if (answer.status >= 400) span.fail(String(answer.status));
    return answer;
  });
}

/** Fetches from a provider that the operator chose, so its host may be shown. */
export function tracedFetch(
  address: string | URL,
  init: RequestInit & { headers: Record<string, string>; method: string },
): Promise<Response> {
  const { hostname, port, protocol } = new URL(address);
  const scheme = protocol.slice(0, -1);
  const attributes = {
    'http.request.method': init.method,
    'url.scheme': scheme,
    'server.address': hostname,
    'server.port': Number(port) || (scheme === 'https' ? 443 : 80),
  };
  return traceRequest({ name: init.method, attributes }, (headers) =>
    fetch(address, { ...init, headers: { ...init.headers, ...headers } }),
  );
}
