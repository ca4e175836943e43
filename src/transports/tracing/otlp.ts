/** Sends spans to a collector. The packages of OpenTelemetry are loaded only when this is on. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import type { Context, Span as OtelSpan, Tracer as OtelTracer } from '@opentelemetry/api';
import type { Log } from '../../core/log.ts';
import type { Settings } from '../../core/setting.ts';
import { installTracer } from '../../core/tracing/tracing.ts';
import type { Span, Tracer } from '../../core/tracing/tracing.ts';
import type { tracingSettings } from './settings.ts';

type TracingSettings = Settings<typeof tracingSettings>;

/**
 * The time for sending a batch, with retries. A collector that does not answer delays the end of
 * the service for this long, because a request under way keeps the process.
 */
const EXPORT_MS = 3_000;
const WARN_EVERY_MS = 300_000;

export async function startTracing(settings: TracingSettings, log: Log): Promise<AsyncDisposable> {
  const { endpoint, serviceName } = settings;
  if (endpoint === undefined) return { [Symbol.asyncDispose]: async () => {} };
  const [
    { BatchSpanProcessor, TracerProvider },
    { OTLPTraceExporter },
    { resourceFromAttributes },
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const { setGlobalErrorHandler } = await import('@opentelemetry/core');
  let warnedAt = -Infinity;
  setGlobalErrorHandler(() => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    log.warn({}, 'the collector does not take the traces');
  });
  // The exporter itself reads OTEL_EXPORTER_OTLP_HEADERS.
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    sampler: await samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  installTracer(await tracerOf(provider.getTracer('commonplace')));
  return {
    async [Symbol.asyncDispose]() {
      installTracer(null);
      const late = wait(EXPORT_MS, undefined, { ref: false });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
    },
  };
}

async function tracerOf(tracer: OtelTracer): Promise<Tracer> {
  const api = await import('@opentelemetry/api');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const { ROOT_CONTEXT, SpanKind, trace } = api;
  const current = new AsyncLocalStorage<Context>();
  const propagator = new W3CTraceContextPropagator();
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };
  return {
    isInside: () => current.getStore() !== undefined,
    async run({ name, kind, attributes, cause }, work) {
      const parent = cause
        ? // Not `tracestate`: it would go on to hosts that users choose.
          propagator.extract(
            ROOT_CONTEXT,
            { traceparent: cause.traceparent },
            api.defaultTextMapGetter,
          )
        : (current.getStore() ?? ROOT_CONTEXT);
      const otel = tracer.startSpan(name, { kind: kinds[kind], attributes }, parent);
      const span = toSpan(otel, api.SpanStatusCode.ERROR);
      try {
        return await current.run(trace.setSpan(parent, otel), () => work(span));
      } catch (error) {
        span.fail(error instanceof Error ? error.name : 'unknown');
        throw error;
      } finally {
        otel.end();
      }
    },
    headers() {
      const headers: Record<string, string> = {};
      const context = current.getStore();
      if (context) propagator.inject(context, headers, api.defaultTextMapSetter);
      return headers;
    },
  };
}

function toSpan(otel: OtelSpan, code: number): Span {
  return {
    set: (attributes) => void otel.setAttributes(attributes),
    fail: (type) => void otel.setAttribute('error.type', type).setStatus({ code }),
  };
}

async function samplerOf({ sampler, samplerArg }: TracingSettings) {
  const { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler } =
    await import('@opentelemetry/sdk-trace');
  const root = sampler.endsWith('always_on')
    ? new AlwaysOnSampler()
    : sampler.endsWith('always_off')
      ? new AlwaysOffSampler()
      : new TraceIdRatioBasedSampler(samplerArg);
  return sampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}
