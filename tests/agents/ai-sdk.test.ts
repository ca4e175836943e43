// One database: it is about the AI SDK.
/** The packed client's tools in the real Vercel AI SDK, with its scripted model (`npm run test:agents`). */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { request } from '../../src/testing/clients/api-user.ts';
import type { Json } from '../../src/testing/clients/api-user.ts';
import { installPackage, npm, ROOT } from '../../src/testing/clients/packed.ts';
import { startService } from '../../src/testing/start-service.ts';
import type { TestService } from '../../src/testing/start-service.ts';
import { removeFolder, temporaryFolder } from '../../src/testing/template.ts';

const skip = !process.env['COMMONPLACE_AGENTS'] && 'npm run test:agents';
const run = promisify(execFile);
const SCOPES = ['memories', 'conversations', 'action_items'].flatMap((kind) => [
  `${kind}:read`,
  `${kind}:write`,
]);

let folder: string;
let project: string;
let service: TestService;

before(async () => {
  if (skip) return;
  folder = temporaryFolder();
  project = installPackage('client', folder);
  npm(
    ['install', '--prefer-offline', '--no-audit', '--no-fund', 'ai@7', '@types/node@24'],
    project,
  );
  cpSync(new URL('ai-sdk-journey.js', import.meta.url), join(project, 'journey.mjs'));
  service = await startService();
});
after(async () => {
  if (skip) return;
  await service[Symbol.asyncDispose]();
  removeFolder(folder);
});

/** Lets the scripted model make the calls, and returns what the tools answered. */
async function journey(calls: [tool: string, input: object][], scopes = SCOPES): Promise<Json> {
  const { key } = await service.owner.key(scopes);
  const env = { ...process.env, SVC_API_BASE_URL: service.url, SVC_API_KEY: key };
  const words = ['journey.mjs', JSON.stringify(calls)];
  const { stdout } = await run(process.execPath, words, { cwd: project, env, timeout: 60_000 });
  return JSON.parse(stdout) as Json;
}

test('the tools have the names and descriptions of the assistants’ tools', { skip }, async (t) => {
  const packageFile = join(project, 'node_modules/ai/package.json');
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as Json;
  t.diagnostic(`AI SDK: ai ${version} with its scripted model, against the real service`);
  const { offered } = await journey([]);
  const file = readFileSync(join(ROOT, 'mcp/src/tools.json'), 'utf8');
  const { tools } = JSON.parse(file) as { tools: Json[] };
  assert.equal(offered.length, 10);
  for (const { name, description, inputSchema } of offered) {
    const tool = tools.find((each) => each['name'] === name)!;
    assert.equal(description, tool['description']);
    const fields = (schema: Json) => Object.keys(schema['properties']);
    assert.deepEqual(fields(inputSchema), fields(tool['inputSchema']), name);
  }
});

test('a model adds, finds and finishes', { skip }, async () => {
  const { results, text } = await journey([
    ['create_memory', { content: 'Is allergic to peanuts' }],
    ['search_memories', { query: 'allergies' }],
    ['search', { query: 'peanuts' }],
    ['ask', { question: 'What am I allergic to?' }],
    ['create_action_item', { description: 'Call the bank', due_at: '2026-03-06T09:00:00Z' }],
    ['get_action_items', { due_start_date: '2026-03-06', due_end_date: '2026-03-06' }],
    ['get_daily_summaries', {}],
    ['search_conversations', { query: 'bank' }],
  ]);
  const [memory, memories, found, answer, task, tasks, days, conversations] = results;
  assert.equal(memories.items[0].memory.id, memory.id);
  assert.equal(found.items[0].id, memory.id);
  assert.match(answer.answer, /peanuts/);
  assert.deepEqual([tasks.items[0].id, tasks.next_cursor], [task.id, null]);
  assert.deepEqual([days.items, conversations.items, text], [[], [], 'Done.']);
  const done = await journey([['complete_action_item', { action_item_id: task.id }]]);
  assert.equal(done.results[0].completed, true);
});

test('a model reads a conversation in parts', { skip }, async () => {
  const { key } = await service.owner.key(SCOPES);
  const words = ['We sail to Horta.', 'When do we leave?', 'On Friday.'];
  const transcript_segments = words.map((text, index) => ({ text, start: index, end: index + 1 }));
  const path = '/v1/dev/user/conversations/from-segments';
  const { body } = await request(service.url, 'POST', path, {
    token: key,
    body: { transcript_segments },
  });
  const asked = { conversation_id: body.id, segment_offset: 1, segment_limit: 1 };
  const { results } = await journey([['get_conversation_by_id', asked]]);
  const [{ transcript_segments: part, total_segments: total }] = results;
  assert.deepEqual([part.map(({ text }: Json) => text), total], [[words[1]], 3]);
});

test('a key that only reads makes the tool fail, not the program', { skip }, async () => {
  const calls: [string, object][] = [['create_memory', { content: 'Sails' }]];
  const { results, text } = await journey(calls, ['memories:read']);
  assert.match(results[0].error, /memories:write/);
  assert.equal(text, 'Done.');
});

test('the types fit those of the SDK', { skip }, async () => {
  const program = `import { generateText, jsonSchema } from 'ai';
import type { LanguageModel, ToolSet } from 'ai';
import { createClient } from '@commonplace/client';
import { commonplaceTools } from '@commonplace/client/ai-sdk';

export const tools = commonplaceTools({ client: createClient(), jsonSchema }) satisfies ToolSet;
const { search, ask } = tools;
export const answer = (model: LanguageModel) =>
  generateText({ model, tools: { search, ask }, prompt: 'What are my tasks?' });
`;
  writeFileSync(join(project, 'program.ts'), program);
  const words = ['--strict', '--noEmit', '--skipLibCheck', '--module', 'nodenext', 'program.ts'];
  await run(join(ROOT, 'node_modules/.bin/tsc'), words, { cwd: project, timeout: 120_000 });
});
