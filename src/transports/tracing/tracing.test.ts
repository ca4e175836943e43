/** Spans reach a collector, and contain nothing of users. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { silentLog } from '../../core/log.ts';
import type { Log } from '../../core/log.ts';
import { inSpan } from '../../core/tracing/tracing.ts';
import { ApiUser } from '../../testing/clients/api-user.ts';
import { eventually } from '../../testing/eventually.ts';
import { freePort } from '../../testing/servers/free-port.ts';
import { startLanguageModel, refuse } from '../../testing/servers/language-model-server.ts';
import { startOtlpCollector } from '../../testing/servers/otlp-collector.ts';
import type { CollectedSpan } from '../../testing/servers/otlp-collector.ts';
import { startWebhookReceiver } from '../../testing/servers/webhook-receiver.ts';
import { spawnService } from '../../testing/service-process.ts';
import type { ServiceProcess } from '../../testing/service-process.ts';
import { copyTemplate, OWNER, removeFolder } from '../../testing/template.ts';
import { startTracing } from './otlp.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const TRACEPARENT = `00-${TRACE}-${CALLER}-01`;
const WEBHOOK = '/v1/users/developer/webhook/memory_created';
const SECRET_TEXT = 'Heliotrope';
const ALLOWED = new RegExp(
  '^(http\\.(request\\.method|route|response\\.status_code)|url\\.scheme|server\\.(address|port)|' +
    'db\\.(system|operation|collection)\\.name|error\\.type|' +
    'messaging\\.(system|destination\\.name|operation\\.(name|type)))$',
);

let folder: string;
before(() => (folder = copyTemplate('owned')));
after(() => removeFolder(folder));

/** Ends the service as a supervisor does, so that it sends the spans that it has. */
async function stop({ child }: ServiceProcess): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'exit');
}

test('a request, its statements, jobs and outgoing requests are spans without contents', async () => {
  await using collector = await startOtlpCollector();
  await using receiver = await startWebhookReceiver();
  await using model = await startLanguageModel((_request, response) => refuse(response, 500));
  await using service = await spawnService({
    folder,
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20collector',
      OTEL_SERVICE_NAME: 'my-commonplace',
      SVC_WEBHOOKS_ALLOW_PRIVATE: 'on',
      SVC_LLM_BASE_URL: model.baseUrl,
      SVC_LLM_MODEL: 'model',
    },
  });
  const owner = await ApiUser.signIn(service.url, OWNER);
  const hook = { url: `${receiver.url}?token=${SECRET_TEXT}` };
  await owner.call('POST', WEBHOOK, hook);
  const key = await owner.key(['memories:read', 'memories:write', 'conversations:write']);
  const headers = {
    authorization: `Bearer ${key.key}`,
    'content-type': 'application/json',
    traceparent: TRACEPARENT,
  };
  // The body comes after the headers have been read.
  const url = `${service.url}/v1/dev/user/memories?note=${SECRET_TEXT}`;
  const late = request(url, { method: 'POST', headers });
  late.flushHeaders();
  await fetch(`${service.url}/healthz`);
  late.end(JSON.stringify({ content: `${SECRET_TEXT} is the colour` }));
  const [made] = (await once(late, 'response')) as [IncomingMessage];
  const { id } = (await json(made)) as { id: string };
  await fetch(`${service.url}/v1/dev/user/memories/${id}`, { headers });
  await fetch(`${service.url}/no/such/${SECRET_TEXT}`, { headers });
  const text = `${SECRET_TEXT}. I live in Porto and have to call Ana on Friday. `.repeat(5);
  await key.call('POST', '/v1/dev/user/conversations', { text });
  await eventually('a question to the model', () => model.requests.length > 0);
  await owner.call('POST', `${WEBHOOK}/test`);
  await receiver.until(1);
  const { traceparent } = receiver.received[0]!.headers;
  await stop(service);

  assert.deepEqual([...collector.services], ['my-commonplace']);
  assert.equal(collector.headers[0]!.authorization, 'Bearer collector');
  const { spans } = collector;
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [post] = named('POST /v1/dev/user/memories');
  assert.deepEqual(post!.attributes, {
    'http.request.method': 'POST',
    'http.route': '/v1/dev/user/memories',
    'http.response.status_code': 200,
    'url.scheme': 'http',
  });
  assert.deepEqual([post!.traceId, post!.parentSpanId, post!.kind], [TRACE, CALLER, 2]);
  const children = spans.filter(({ parentSpanId }) => parentSpanId === post!.spanId);
  const insert = children.find(({ name }) => name === 'INSERT memories');
  assert.equal(insert?.attributes['db.system.name'], 'postgresql', names(children));
  assert.ok(children.every(({ traceId }) => traceId === TRACE));
  const [missing] = named('GET').filter(({ kind }) => kind === 2);
  assert.equal(missing?.attributes['http.response.status_code'], 404);
  assert.equal(named('GET /v1/dev/user/memories/:memory_id').length, 1);
  assert.ok(!spans.some(({ name }) => name.includes('healthz')));

  const calls = spans.filter(({ kind, name }) => kind === 3 && name === 'POST');
  const asked = calls.find(({ attributes }) => attributes['server.port'] !== undefined)!;
  assert.equal(asked.attributes['http.response.status_code'], 500);
  assert.deepEqual([asked.status, asked.attributes['error.type']], [2, '500']);
  const job = spans.find(({ spanId }) => spanId === asked.parentSpanId)!;
  assert.match(job.name, /^process /, names(spans));
  assert.equal(job.attributes['messaging.destination.name'], job.name.replace('process ', ''));
  const told = calls.find(({ attributes }) => attributes['server.port'] === undefined)!;
  assert.equal(traceparent, `00-${told.traceId}-${told.spanId}-01`);

  const all = collector.bodies.join('\n');
  for (const secret of [SECRET_TEXT, id, key.key, owner.token, OWNER.email, 'Porto']) {
    assert.ok(!all.includes(secret), secret);
  }
  for (const { attributes } of spans)
    for (const name of Object.keys(attributes)) assert.match(name, ALLOWED);
});

const names = (spans: CollectedSpan[]) => spans.map(({ name }) => name).join('\n');

test('the sampler decides', async () => {
  await using collector = await startOtlpCollector();
  const environment = {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'parentbased_always_off',
  };
  await using service = await spawnService({ folder, environment });
  const get = (traceparent?: string) =>
    fetch(`${service.url}/v1/reference`, traceparent ? { headers: { traceparent } } : {});
  await get();
  await get(TRACEPARENT);
  await stop(service);
  const requests = collector.spans.filter(({ kind }) => kind === 2);
  assert.deepEqual(
    requests.map(({ traceId }) => traceId),
    [TRACE],
  );
});

test('a collector that is away or silent disturbs nothing', { timeout: 60_000 }, async () => {
  await using collector = await startOtlpCollector();
  collector.isSilent = true;
  for (const url of [`http://127.0.0.1:${await freePort()}`, collector.url]) {
    await using service = await spawnService({
      folder,
      environment: { OTEL_EXPORTER_OTLP_ENDPOINT: url },
    });
    const owner = await ApiUser.signIn(service.url, OWNER);
    const key = await owner.key(['memories:write']);
    const made = await key.call('POST', '/v1/dev/user/memories', { content: 'Continues' });
    assert.equal(made.status, 200);
    const begun = performance.now();
    await stop(service);
    assert.equal(service.child.exitCode, 0, service.output());
    assert.ok(performance.now() - begun < 6_000);
  }
  assert.ok(collector.bodies.length > 0);
});

test('a collector that refuses many batches is reported once', async () => {
  await using collector = await startOtlpCollector();
  const warnings: string[] = [];
  const log: Log = { ...silentLog, warn: (_fields, message) => void warnings.push(message) };
  const settings = {
    // The collector knows no such path, so it answers 404.
    endpoint: `${collector.url}/elsewhere`,
    headers: undefined,
    serviceName: 'commonplace',
    sampler: 'always_on',
    samplerArg: 1,
  };
  await using _tracing = await startTracing(settings, log);
  // Three full batches, which are sent one after the other.
  const span = { name: 'work', kind: 'consumer', attributes: {} } as const;
  await Promise.all(Array.from({ length: 3 * 512 }, () => inSpan(span, async () => {})));
  await eventually('the third batch', () => collector.bodies.length === 3);
  assert.deepEqual(warnings, ['the collector does not take the traces']);
});

test('without a collector, requests carry no trace', async () => {
  await using receiver = await startWebhookReceiver();
  const environment = { SVC_WEBHOOKS_ALLOW_PRIVATE: 'on' };
  await using service = await spawnService({ folder, environment });
  const owner = await ApiUser.signIn(service.url, OWNER);
  await owner.call('POST', WEBHOOK, { url: receiver.url });
  await owner.call('POST', `${WEBHOOK}/test`);
  await receiver.until(1);
  assert.equal(receiver.received[0]!.headers['traceparent'], undefined);
});
