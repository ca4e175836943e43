import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { createConfig, lint } from '@redocly/openapi-core';
import { ASSISTANT_SCOPES, DEVELOPER_SCOPES } from '../../../core/scopes.ts';
import { request } from '../../../testing/clients/api-user.ts';
import type { Json } from '../../../testing/clients/api-user.ts';
import { openTab } from '../../../testing/clients/browser.ts';
import { findPython, NO_PYTHON, PYTHON_CLIENT } from '../../../testing/docs/python.ts';
import { readExamples } from './examples.ts';
import { startService } from '../../../testing/start-service.ts';
import type { TestService } from '../../../testing/start-service.ts';

const UNKNOWN = '0198c1a2-7b3c-7d4e-8f50-112233445566';
/** These need a provider, a calendar, a model, a passkey, an invitation, a file or a record that failed. */
const NOT_RECORDED = [
  'addChatFiles',
  'addPasskey',
  'backUpInstallation',
  'cancelOwnWebhookEndpointDelivery',
  'cancelWebhookEndpointDelivery',
  'deleteConversationItem',
  'deleteMe',
  'deleteModel',
  'deleteSpeechProfile',
  'deleteSpeechSample',
  'getRecordingUpload',
  'getWebhookDelivery',
  'linkOidc',
  'pullModel',
  'replayWebhookDelivery',
  'retryConversation',
  'retryFailedJob',
  'retryOwnConversation',
  'scheduleRenewal',
  'setUpOwner',
  'signInWithPasskey',
  'signUp',
  'signUpWithPasskey',
  'startImport',
  'startOidcSignIn',
  'startPasskeySignUp',
  'summariseConversation',
  'summariseOwnConversation',
  'transcribeVoiceMessage',
  'translateConversation',
  'trySpeechProfile',
  'updateGrant',
  'uploadRecording',
  'uploadSpeechProfile',
];
let service: TestService;
let document: Json;

before(async () => {
  service = await startService();
  document = (await request(service.url, 'GET', '/v1/dev/openapi.json')).body;
});
after(() => service[Symbol.asyncDispose]());

test('the document passes the linter', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  const ref = join(folder, 'openapi.json');
  writeFileSync(ref, JSON.stringify(document));
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lint({ ref, config });
  await rm(folder, { recursive: true });
  assert.deepEqual(
    problems.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`,
    ),
    [],
  );
});

test('the document has the title, version and operation names that clients expect', () => {
  assert.equal(document.openapi, '3.1.0');
  assert.equal(document.info.version, '1.0.0');
  const get = document.paths['/v1/dev/user/conversations/{conversation_id}'].get;
  assert.equal(get.operationId, 'getConversation');
  assert.deepEqual(get.security, [{ developerApiKey: ['conversations:read'] }]);
  const { required } = document.components.schemas.DeveloperConversation;
  for (const field of ['id', 'created_at', 'started_at', 'finished_at', 'structured']) {
    assert.ok(required.includes(field), field);
  }
});

test('every event of an endpoint is described with its record', () => {
  const { types } = document.components.schemas.WebhookEndpointCreate.properties;
  const events = types.items.enum.filter((type: string) => !type.includes('*'));
  assert.ok(events.length > 20);
  for (const type of events) {
    const { requestBody, parameters } = document.webhooks[type].post;
    const { data } = requestBody.content['application/json'].schema.properties;
    assert.equal(data.properties.deleted.const, type.endsWith('.deleted'), type);
    assert.equal(data.properties.record.type === 'null', type.endsWith('.deleted'), type);
    assert.ok(parameters.some(({ name }: Json) => name === 'webhook-signature'));
  }
});

test('every operation has a unique name, a summary, an answer and its errors', () => {
  const names = new Set();
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const title = `${method} ${path}`;
      assert.ok(!names.has(operation.operationId), `${title}: ${operation.operationId} again`);
      names.add(operation.operationId);
      assert.ok(operation.summary.length > 5, title);
      assert.ok(operation.responses['200'] ?? operation.responses['204'], title);
      assert.ok(operation.responses['422'] && operation.responses['401'], title);
    }
  }
});

test('the examples of requests are valid', async () => {
  const tokens: Record<string, string> = {
    developerApiKey: (await service.owner.key([...DEVELOPER_SCOPES])).key,
    mcpApiKey: (await service.owner.key([...ASSISTANT_SCOPES], 'mcp')).key,
    session: service.owner.token,
  };
  const refused: string[] = [];
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const media = operation.requestBody?.content['application/json'];
      const [credential] = Object.keys(operation.security[0] ?? {});
      if (!media || !credential) continue;
      const address = path
        .replace(/\{(\w+_idx|speaker_id)\}/g, '0')
        .replace('{type}', 'memory_created')
        .replace(/\{\w+\}/g, UNKNOWN);
      const { status, body } = await request(service.url, method.toUpperCase(), address, {
        token: tokens[credential]!,
        body: media.examples.typical.value,
      });
      // The request is well formed, but contains an unknown id, a wrong password, no real passkey, or
      // the address of a service that does not exist.
      const asked =
        [200, 204, 404, 409].includes(status) ||
        /not found|password is wrong|passkey was not added|could not be reached/.test(
          JSON.stringify(body),
        );
      if (!asked) {
        refused.push(`${method} ${path}: ${status} ${JSON.stringify(body)}`);
      }
    }
  }
  assert.deepEqual(refused, []);
});

test('the examples match their schemas, and most were recorded', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  ajv.addSchema({ $id: 'api', components: document.components });
  const recorded = readExamples();
  const wrong: string[] = [];
  const invented: string[] = [];
  for (const item of Object.values<Json>(document.paths)) {
    for (const { operationId, requestBody, responses } of Object.values<Json>(item)) {
      const media = { request: requestBody, response: responses['200'] };
      for (const [kind, each] of Object.entries(media)) {
        const { schema, examples } = each?.content?.['application/json'] ?? {};
        if (!schema) continue;
        const whole = JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));
        const isValid = ajv.compile(whole);
        if (!isValid(examples.typical.value)) {
          wrong.push(`${operationId} ${kind}: ${ajv.errorsText(isValid.errors)}`);
        }
      }
      if (media.response?.content?.['application/json'] && !recorded[operationId]) {
        invented.push(operationId);
      }
    }
  }
  assert.deepEqual(wrong, [], 'run npm run examples');
  assert.deepEqual(invented.toSorted(), NOT_RECORDED, 'run npm run examples');
});

test('every field and parameter has a description', () => {
  const { schemas } = document.components;
  const isDescribed = ({ description, $ref }: Json) =>
    Boolean(description ?? schemas[$ref?.split('/').pop()]?.description);
  const undescribed = [schemas, document.paths, document.webhooks]
    .flatMap((part) => [...fieldsIn(part)])
    .filter(([, field]) => !isDescribed(field));
  assert.deepEqual(
    undescribed.map(([place]) => place),
    [],
  );
});

test('a nullable field of an answer says when it is null', () => {
  const answers = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, { responses }]) => [
      ...fieldsIn(responses, `${method} ${path}`, document.components.schemas),
    ]),
  );
  const unsaid = [...answers, ...fieldsIn(document.webhooks)].filter(
    ([, field]) => typesOf(field).includes('null') && !/null/i.test(field.description),
  );
  assert.deepEqual([...new Set(unsaid.map(([place]) => place))], []);
});

test('a number of bytes or of time says its unit', () => {
  const units: [RegExp, RegExp][] = [
    [/bytes/, /byte/i],
    [/seconds?$/, /second/i],
    [/minutes/, /minute/i],
    [/_ms$/, /millisecond/i],
  ];
  const unsaid = [document.components.schemas, document.paths].flatMap((part) =>
    [...fieldsIn(part)].filter(([place, field]) => {
      const unit = units.find(([name]) => name.test(place.split('.').pop()!))?.[1];
      const types = typesOf(field);
      const isNumber = types.includes('integer') || types.includes('number');
      return unit && isNumber && !unit.test(field.description);
    }),
  );
  assert.deepEqual(
    unsaid.map(([place]) => place),
    [],
  );
});

function typesOf({ type, anyOf = [] }: Json): string[] {
  return [type, ...anyOf.map(typesOf)].flat();
}

/**
 * Yields the fields and parameters of a part of the document, with their places. With the named
 * schemas, the fields of references are yielded too.
 */
function* fieldsIn(part: unknown, place = '', named: Json = {}): Generator<[string, Json]> {
  if (typeof part !== 'object' || part === null) return;
  for (const [key, inner] of Object.entries<Json>(part as Json)) {
    if (key === 'properties') {
      for (const [name, field] of Object.entries<Json>(inner)) {
        yield [`${place}.${name}`, field];
        yield* fieldsIn(field, `${place}.${name}`, named);
      }
    } else if (key === 'parameters') {
      for (const each of Object.values<Json>(inner)) {
        if (!each.$ref) yield [`${place}.${each.name}`, each];
      }
    } else if (key === '$ref') {
      const name = String(inner).split('/').pop()!;
      if (!place.includes(` ${name}`)) yield* fieldsIn(named[name], `${place} ${name}`, named);
    } else if (!['examples', 'default', 'enum'].includes(key)) {
      const isName = /^\/|^[A-Z]\w+$|^(?:get|post|put|patch|delete)$/.test(key);
      yield* fieldsIn(inner, isName ? `${place} ${key}` : place, named);
    }
  }
}

test('the reference works in a browser and on a phone, without any other host', async () => {
  await using tab = await openTab();
  const { page } = tab;
  const elsewhere: string[] = [];
  page.on('request', (each) => {
    if (!each.url().startsWith(service.url) && !/^(data|blob):/.test(each.url())) {
      elsewhere.push(each.url());
    }
  });
  const problems: string[] = [];
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${service.url}/docs`);
  await page
    .getByRole('link', { name: /^Create a memory\b/ })
    .first()
    .click();
  await page.getByText('"$SVC_API_BASE_URL/v1/dev/user/memories"').first().waitFor();
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('button', { name: 'Open Menu' }).click();
  await page
    .getByRole('link', { name: /^Get one memory\b/ })
    .first()
    .click();
  await page.getByRole('heading', { name: 'Get one memory' }).waitFor();
  assert.deepEqual({ elsewhere, problems }, { elsewhere: [], problems: [] });
});

test('the samples of code run', async (context) => {
  const { key } = await service.owner.key(['memories:read', 'memories:write']);
  const env = {
    ...process.env,
    PYTHONPATH: PYTHON_CLIENT,
    SVC_API_BASE_URL: service.url,
    SVC_API_KEY: key,
  };
  const run = async (command: string, args: string[]) =>
    (await promisify(execFile)(command, args, { env })).stdout;
  const folder = await mkdtemp(join(tmpdir(), 'samples-'));
  const client = new URL('../../../../client/src/index.ts', import.meta.url).href;
  const python = findPython();
  if (python === null) context.diagnostic(NO_PYTHON);
  for (const method of ['post', 'get']) {
    const samples: Json[] = document.paths['/v1/dev/user/memories'][method]['x-codeSamples'];
    const [shell, typescript, sample] = samples.map(({ source }) => source as string);
    assert.match(await run('bash', ['-c', shell!]), /peanuts/);
    const program = join(folder, `${method}.ts`);
    writeFileSync(program, typescript!.replace('@commonplace/client', client));
    assert.match(await run(process.execPath, [program]), /peanuts/);
    if (python) assert.match(await run(python, ['-c', sample!]), /peanuts/);
  }
  await rm(folder, { recursive: true });
});

test('every operation has a sample of code for each language', () => {
  for (const [path, item] of Object.entries<Json>(document.paths)) {
    for (const [method, operation] of Object.entries<Json>(item)) {
      const languages = operation['x-codeSamples'].map(({ lang }: Json) => lang);
      const isUpload = 'multipart/form-data' in (operation.requestBody?.content ?? {});
      const expected = isUpload ? ['Shell', 'Python'] : ['Shell', 'TypeScript', 'Python'];
      assert.deepEqual(languages, expected, `${method} ${path}`);
    }
  }
});
