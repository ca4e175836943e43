/** A collector that takes traces over OTLP/HTTP as JSON. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number>;
  /** 2 is an error. */
  status: number;
}

interface WireSpan extends Omit<CollectedSpan, 'attributes' | 'status'> {
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  status: { code?: number };
}

interface Traces {
  resourceSpans: {
    resource: Pick<WireSpan, 'attributes'>;
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

export interface OtlpCollector extends AsyncDisposable {
  url: string;
  spans: CollectedSpan[];
  /** Everything that was received, as it came. */
  bodies: string[];
  headers: IncomingHttpHeaders[];
  services: Set<unknown>;
  /** True for a collector that takes requests and never answers. */
  isSilent: boolean;
}

export async function startOtlpCollector(): Promise<OtlpCollector> {
  const collector: Omit<OtlpCollector, 'url' | typeof Symbol.asyncDispose> = {
    spans: [],
    bodies: [],
    headers: [],
    services: new Set(),
    isSilent: false,
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    collector.bodies.push(body);
    collector.headers.push(request.headers);
    if (collector.isSilent) return;
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    for (const { resource, scopeSpans } of (JSON.parse(body) as Traces).resourceSpans) {
      collector.services.add(valuesOf(resource)['service.name']);
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        collector.spans.push({
          ...span,
          attributes: valuesOf(span),
          status: span.status.code ?? 0,
        });
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(collector, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function valuesOf({ attributes }: Pick<WireSpan, 'attributes'>): Record<string, string | number> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );
}
