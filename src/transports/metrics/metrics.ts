/** `/metrics` in the format of Prometheus, for those who know the token. It contains no contents. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

const METRICS_PATH = '/metrics';
/** Requests take from 1 ms to a minute; those that wait for a model take up to three. */
const DURATION_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180];
/** Addresses that match no route share one label, so that strangers cannot add series. */
const UNMATCHED = 'unmatched';

/** The value of a gauge, or one value per value of its label; without it, the gauge is left out. */
type Reading = number | Record<string, number> | null | undefined;

export type Gauges = Record<string, [help: string, reading: Reading, label?: string]>;

export interface Metrics {
  token: string;
  /** Reads the gauges by name. */
  readGauges(): Promise<Gauges>;
  /** Constant facts, such as the kind of database, as labels of one series. */
  info: Record<string, string>;
  /** Calls the listener for every error in the log. */
  onError(listener: () => void): void;
}

export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  timeRequests(app, registry);
  const registers = [registry];
  const errors = new Counter({
    name: 'commonplace_errors_total',
    help: 'Errors in the log of this process.',
    registers,
  });
  metrics.onError(() => errors.inc());
  new Gauge({
    name: 'commonplace_info',
    help: 'The parts in use; always 1.',
    labelNames: Object.keys(metrics.info),
    registers,
  }).set(metrics.info, 1);
  const isToken = sameText(metrics.token);
  app.get(METRICS_PATH, { logLevel: 'warn' }, async (request, reply) => {
    const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (given === undefined || !isToken(given)) {
      return reply
        .code(401)
        .header('WWW-Authenticate', 'Bearer realm="metrics"')
        .send({ detail: 'Send SVC_METRICS_TOKEN as the bearer token.' });
    }
    for (const [name, [help, reading, label]] of Object.entries(await metrics.readGauges())) {
      const labelNames = label ? [label] : [];
      const known = registry.getSingleMetric(name) as Gauge | undefined;
      const gauge = known ?? new Gauge({ name, help, labelNames, registers });
      gauge.reset();
      if (reading === null || reading === undefined) gauge.remove();
      else if (typeof reading === 'number') gauge.set(reading);
      else
        for (const [value, count] of Object.entries(reading)) gauge.set({ [label!]: value }, count);
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function timeRequests(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'The duration of HTTP requests, without event streams and sockets.',
    labelNames: ['method', 'route', 'status_code'],
    buckets: DURATION_BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    if (isEndless(request, reply)) return;
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? UNMATCHED,
      status_code: reply.statusCode,
    };
    durations.observe(labels, reply.elapsedTime / 1000);
  });
}

function isEndless(request: FastifyRequest, reply: FastifyReply): boolean {
  const type = String(reply.raw.getHeader('content-type') ?? '');
  return type.startsWith('text/event-stream') || request.headers.upgrade !== undefined;
}

/** Compares without revealing by its duration how much is right. */
function sameText(text: string): (given: string) => boolean {
  const digest = (value: string) => createHash('sha256').update(value).digest();
  const expected = digest(text);
  return (given) => timingSafeEqual(digest(given), expected);
}
