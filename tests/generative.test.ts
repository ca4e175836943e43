// One database: it is about the shapes of requests and answers.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { ASSISTANT_SCOPES, DEVELOPER_SCOPES } from '../src/core/scopes.ts';
import { request } from '../src/testing/clients/api-user.ts';
import type { Json } from '../src/testing/clients/api-user.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

/**
 * Random requests generated from the document, half of them invalid. None may get a 5xx or an
 * undocumented answer. (The proxy in front of the service turns such an answer into a 599.)
 */
const RUNS_PER_OPERATION = process.env['COMMONPLACE_TEST_ALL'] ? 25 : 8;

let service: TestService;
let document: Json;
let tokens: Record<string, string>;

before(async () => {
  service = await startService();
  document = (await request(service.url, 'GET', '/v1/dev/openapi.json')).body;
  const key = await service.owner.key([...DEVELOPER_SCOPES]);
  const assistant = await service.owner.key([...ASSISTANT_SCOPES], 'mcp');
  tokens = {
    developerApiKey: key.key,
    mcpApiKey: assistant.key,
    session: service.owner.token,
  };
  await key.call('POST', '/v1/dev/user/memories', { content: 'Lives in Lisbon' });
});
after(() => service[Symbol.asyncDispose]());

const junk: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, 0, -1, 1e308, '', '\0', '💥'.repeat(600), [], {}, 'NaN'),
  fc.string({ unit: 'binary' }),
  // Invented cursors.
  fc
    .tuple(
      fc.constantFrom('\0', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '01_999_1767225600'),
      fc.constantFrom('0198c1a2-7b3c-7d4e-8f50-112233445566', 'goal_000000000000', '\0'),
    )
    .map((key) => Buffer.from(JSON.stringify(key)).toString('base64url')),
  fc.jsonValue({ maxDepth: 2 }),
);

function arbitrary(schema: Json): fc.Arbitrary<unknown> {
  if (schema.$ref) return arbitrary(document.components.schemas[schema.$ref.split('/').at(-1)]);
  if (schema.enum) return fc.constantFrom<unknown[]>(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(arbitrary));
  switch (schema.type) {
    case 'object':
      return object(schema);
    case 'array':
      return fc.array(arbitrary(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? 3, (schema.minItems ?? 0) + 3),
      });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -5, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'string':
      return string(schema);
    default:
      return junk;
  }
}

function object({ properties = {}, required = [] }: Json): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries<Json>(properties).map(([name, schema]) => [name, arbitrary(schema)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

/** Bytes with the header of a sound file, but without valid sound. */
const recording = fc
  .uint8Array({ maxLength: 3_000 })
  .map((bytes) => new Blob([Buffer.from('RIFF\0\0\0\0WAVEfmt '), bytes]));

/** Returns all values other than objects unchanged. */
function asForm(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    const files = [value].flat().filter((each) => each instanceof Blob);
    for (const file of files) form.append(name, file);
    if (files.length === 0) form.append(name, JSON.stringify(value) ?? '');
  }
  return form;
}

function string({ format, minLength = 0, maxLength = 200 }: Json): fc.Arbitrary<unknown> {
  if (format === 'date-time') {
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  }
  if (format === 'uuid') return fc.uuid();
  if (format === 'binary') return recording;
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 40) });
}

/** Sometimes replaces a value by an unexpected one. */
function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: junk });
}

test('no made-up request gets a 5xx or an undocumented answer', async () => {
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      if (operation.operationId === 'signOut') continue;
      const [scheme = 'none'] = Object.keys(operation.security[0] ?? {});
      const { 'application/json': json, 'multipart/form-data': form } =
        operation.requestBody?.content ?? {};
      const body = (json ?? form)?.schema;
      const given = fc.record({
        parameters: fc.tuple(
          ...operation.parameters
            .filter((each: Json) => each.in === 'path' || each.in === 'query')
            .map((each: Json) =>
              spoiled(arbitrary(each.schema)).map((value) => ({ ...each, value })),
            ),
        ) as fc.Arbitrary<Json[]>,
        body: body ? spoiled(arbitrary(body)) : fc.constant(undefined),
      });
      const attempt = async ({ parameters, body: sent }: { parameters: Json[]; body: unknown }) => {
        const text = (value: unknown) =>
          encodeURIComponent(
            (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed(),
          )
            // Names of only dots are avoided, because clients shorten addresses with them before
            // sending.
            .replace(/^\.{1,2}$/, 'dots') || 'x';
        let address = path;
        const query: string[] = [];
        for (const { in: place, name, value } of parameters) {
          if (place === 'path') address = address.replace(`{${name}}`, text(value));
          else query.push(`${name}=${text(value)}`);
        }
        const { status, body: answer } = await request(
          service.url,
          method.toUpperCase(),
          `${address}?${query.join('&')}`,
          { token: tokens[scheme]!, body: form ? asForm(sent) : sent },
        );
        assert.ok(status < 500, `${status} ${JSON.stringify(answer)} ${method} ${address}`);
      };
      await fc.assert(fc.asyncProperty(given, attempt), { numRuns: RUNS_PER_OPERATION });
    }
  }
});
