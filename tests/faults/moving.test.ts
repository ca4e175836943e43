/** Tests that everything moves from another service, by the commands of docs/moving.md. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { EXIT, runCli } from '../../src/cli/cli.ts';
import { COMMANDS } from '../../src/cli/commands/all.ts';
import { countsOf, importInto } from '../../src/testing/clients/account-archive.ts';
import { ApiUser } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { DocRunner } from '../../src/testing/docs/runner.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const COUNT = 177;

let reader: DocRunner;
before(async () => {
  reader = await DocRunner.open({
    environment: { SVC_SIGN_UP: 'open', SVC_RATE_LIMIT: 'off' },
  });
  const chats = Array.from({ length: COUNT }, (_, at) => ({
    id: `chat-${at}`,
    title: `Talk ${at}`,
    create_time: 1_710_000_000 + at * 60,
    mapping: {
      a: { message: { author: { role: 'user' }, content: { parts: [`This is talk ${at}.`] } } },
    },
  }));
  const { report } = await importInto(reader.service.owner, JSON.stringify(chats), 'chats.json');
  assert.deepEqual(countsOf({ report })['conversations'], [COUNT, 0, 0]);
});
after(() => reader[Symbol.asyncDispose]());

async function commonplace(line: string) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const environment = {
    HOME: reader.folder,
    SVC_API_BASE_URL: reader.url,
    SVC_API_KEY: reader.key.key,
  };
  const code = await runCli(line.split(' '), {
    environment,
    print: (text) => void printed.push(text),
    error: (text) => void complaints.push(text),
    read: async () => '',
    ask: async () => '',
    signal: new AbortController().signal,
  });
  return { code, output: printed.join('\n'), complaint: complaints.join('\n') };
}

test('a list of the command line has as many records as were asked for', async () => {
  for (const [limit, length] of [
    [200, COUNT],
    [150, 150],
    [101, 101],
    [1, 1],
  ] as const) {
    const { output, code } = await commonplace(`conversation list --limit ${limit} --json`);
    const list: Json[] = JSON.parse(output);
    assert.deepEqual([code, new Set(list.map(({ id }) => id)).size], [EXIT.ok, length]);
  }
});

test('a limit that cannot be had is refused', async () => {
  for (const [line, sentence] of [
    ['conversation search talk --limit 101', /from 1 to 100/],
    ['memory search talk --limit 200', /from 1 to 100/],
    ['search talk --limit 51', /from 1 to 50/],
    ['conversation list --limit 0', /whole number from 1/],
    ['memory list --limit 2.5', /whole number from 1/],
  ] as const) {
    const { code, complaint } = await commonplace(line);
    assert.equal(code, EXIT.usage, line);
    assert.match(complaint, sentence);
  }
});

test('the largest counts of the command line are those of the service', async () => {
  const address = `${reader.service.url}/v1/dev/openapi.json`;
  const document: Json = await (await fetch(address)).json();
  const operations: Json[] = Object.values<Json>(document.paths).flatMap(Object.values);
  const limitOf = (operationId: string): number | undefined => {
    const operation = operations.find((each) => each.operationId === operationId);
    const given = operation?.parameters?.find(({ name }: Json) => name === 'limit')?.schema;
    const body = operation?.requestBody?.content['application/json'].schema;
    const shape = body?.$ref ? document.components.schemas[body.$ref.split('/').at(-1)] : body;
    return (given ?? shape?.properties.limit)?.maximum;
  };
  for (const [words, operationId] of [
    ['conversation search', 'searchConversations'],
    ['memory search', 'searchMemories'],
    ['search', 'searchEverything'],
    ['chat list', 'listChatSessions'],
    ['auth log', 'listSecurityEvents'],
    ['webhook deliveries', 'listWebhookEndpointDeliveries'],
  ] as const) {
    const command = COMMANDS.find((each) => each.words.join(' ') === words)!;
    assert.equal(command.options['limit']!.max, limitOf(operationId), words);
  }
});

test('the commands of the page move every conversation from Omi', async () => {
  const page = readFileSync(join(ROOT, 'docs/moving.md'), 'utf8');
  const [, loop] = /^```sh \(run by tests\/faults\/moving\.test\.ts\)\n(.*?)^```$/ms.exec(page)!;
  const guest = await ApiUser.signUp(reader.service.url, 'mover@example.org');
  const code = `
    set +eu
    commonplace() { SVC_API_BASE_URL='${reader.url}' SVC_API_KEY='${guest.token}' node '${join(ROOT, 'src/main.ts')}' "$@"; }
    OMI_KEY='${reader.key.key}'
    mkdir fetched && cd fetched
    ${loop!.replace('https://api.omi.me', reader.url)}
  `;
  const printed = await reader.run([{ language: 'sh', file: undefined, code }]);
  assert.match(printed, new RegExp(`conversations: ${COUNT} new`));
  const { body } = await guest.call('GET', '/v1/conversations/count');
  assert.equal(body.count, COUNT);
});
