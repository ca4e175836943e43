// One database: it is about files.
// Long: each test has a service of its own, and some start processes.
/** Tests the mirror of an account in a folder, from both sides. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate as immediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { EXIT, runCli } from '../src/cli/cli.ts';
import type { Terminal } from '../src/cli/command.ts';
import { importInto, zipOf } from '../src/testing/clients/account-archive.ts';
import { ApiUser } from '../src/testing/clients/api-user.ts';
import type { ApiKey, Json } from '../src/testing/clients/api-user.ts';
import { changesAreFinal, eventually } from '../src/testing/eventually.ts';
import { openTcpProxy } from '../src/testing/servers/proxies/tcp-proxy.ts';
import { startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const FAULTS = new URL('../src/testing/faults/disk-faults.preload.ts', import.meta.url).href;
const SCOPES = ['conversations', 'memories', 'action_items'].flatMap((noun) => [
  `${noun}:read`,
  `${noun}:write`,
]);

let service: TestService;
let user: ApiUser;
let key: ApiKey;
let folder: string;

/** Each test has a service and a folder of its own. */
beforeEach(async () => {
  service = await startService({ environment: { SVC_SIGN_UP: 'open' } });
  user = service.owner;
  key = await user.key(SCOPES);
  folder = mkdtempSync(join(tmpdir(), 'commonplace-mirror-'));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await service[Symbol.asyncDispose]();
});

interface Run {
  code: number;
  output: string;
  said: string;
}

interface Given {
  said: string[];
  printed?: string[];
  signal?: AbortSignal;
  by?: ApiKey;
  url?: string;
}

function terminalOf({
  said,
  printed = [],
  signal = new AbortController().signal,
  by = key,
  url = service.url,
}: Given): Terminal {
  return {
    environment: {
      HOME: '/nonexistent',
      TZ: 'Europe/Lisbon',
      SVC_API_BASE_URL: url,
      SVC_API_KEY: by.key,
    },
    print: (text) => void printed.push(text),
    error: (text) => void said.push(text),
    read: async () => '',
    ask: async () => '',
    signal,
  };
}

async function mirror(flags: string[] = [], by = key): Promise<Run> {
  await changesAreFinal(service);
  const [said, printed]: [string[], string[]] = [[], []];
  const words = ['mirror', folder, '--once', '--settle', '0', ...flags];
  const code = await runCli(words, terminalOf({ said, printed, by }));
  return { code, output: printed.join('\n'), said: said.join('\n') };
}

/** Runs once, and expects that nothing has to be said. */
async function quietly(): Promise<string> {
  const { code, output, said } = await mirror();
  assert.deepEqual([code, said], [EXIT.ok, ''], output);
  return output;
}

async function post(path: string, body: object): Promise<Json> {
  const { status, body: answer } = await key.call('POST', `/v1/dev/user/${path}`, body);
  assert.ok(status < 300, `${path}: ${status} ${JSON.stringify(answer)}`);
  return answer;
}

const talkOf = (title: string, at: number): Json => ({
  id: `0198c6f4-0000-7000-8000-${String(at).padStart(12, '0')}`,
  created_at: new Date(Date.UTC(2026, 2, 2, 8, 30) + at * 3_600_000).toISOString(),
  structured: { title, overview: 'About the boat.', category: 'other' },
  transcript_segments: [
    { text: 'We sail to Horta.', is_user: true, speaker_id: 0, start: 0, end: 3 },
    { text: '![](https://example.org/x) *Yes*.', is_user: false, speaker_id: 1, start: 3, end: 5 },
  ],
});

/** Imports conversations that are understood already; returns their ids. */
async function talks(...titles: string[]): Promise<string[]> {
  const given = titles.map(talkOf);
  await importInto(user, await zipOf([['conversations.json', JSON.stringify(given)]]));
  const stored = await listOf('conversations');
  return titles.map((title) => stored.find((each) => each.structured.title === title)?.id);
}

const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .toSorted();
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');
const write = (path: string, text: string | Buffer): void =>
  writeFileSync(join(folder, path), text);
function edit(path: string, from: string | RegExp, to: string): void {
  const text = read(path);
  assert.notEqual(
    text.replace(from, () => to),
    text,
    `${path} has no ${from}`,
  );
  write(
    path,
    text.replace(from, () => to),
  );
}
const listOf = async (noun: string): Promise<Json[]> =>
  (await key.call('GET', `/v1/dev/user/${noun}`)).body;

const BOAT = 'Conversations/2026-03/2026-03-02 The boat.md';

test('an account becomes files with links, and nothing is written again', async () => {
  await talks('The boat');
  await post('people', { name: 'Ana Perez' });
  await post('memories', { content: 'Keeps bees.', category: 'system' });
  await post('memories', { content: 'Sails.', tags: ['sport'] });
  await post('action-items', { description: 'Call the bank', due_at: '2026-03-06T12:00:00Z' });
  assert.match(await quietly(), /^6 files: 6 written/);
  assert.deepEqual(files(), [
    BOAT,
    'Days/2026-03-02.md',
    'Facts/You.md',
    'Facts/sport.md',
    'People/Ana Perez.md',
    'Tasks.md',
  ]);
  const talk = read(BOAT);
  assert.match(
    talk,
    /^---\ncommonplace: conversation\nid: [0-9a-f]{8}-.{27}\ndate: 2026-03-02\ntime: "08:30"\n/,
  );
  assert.match(talk, /\n# The boat\n\n\[2026-03-02\]\(\.\.\/\.\.\/Days\/2026-03-02\.md\), 08:30/);
  assert.match(talk, /\*\* \(0:03\): !\\\[\\\]\(https:\/\/example\.org\/x\) \\\*Yes\\\*\./);
  assert.match(
    read('Days/2026-03-02.md'),
    /\(\.\.\/Conversations\/2026-03\/2026-03-02%20The%20boat\.md\)/,
  );
  assert.match(read('Tasks.md'), /\n- \[ \] Call the bank 📅 2026-03-06 \^[0-9a-f]{12}\n/);
  assert.match(read('Facts/You.md'), /\n- Keeps bees\. \^[0-9a-f]{12}\n/);

  const stamps = () => files().map((path) => [path, statSync(join(folder, path)).mtimeMs]);
  const old = stamps();
  assert.match(await quietly(), /: 0 written, 0 changes sent/);
  assert.deepEqual(stamps(), old);
});

test('ticks, titles, names, facts and new lines go back', async () => {
  const [id] = await talks('The boat');
  const person = await post('people', { name: 'Ana' });
  const fact = await post('memories', { content: 'Keeps bees.', category: 'system' });
  const task = await post('action-items', { description: 'Call the bank' });
  await quietly();
  edit(BOAT, '# The boat', '# The new boat');
  write(BOAT, `${read(BOAT)}My own note.\n`);
  edit('People/Ana.md', '# Ana', '# Ana Perez');
  edit('Facts/You.md', 'Keeps bees', 'Keeps three hives');
  edit('Facts/You.md', '## New facts\n', '## New facts\n- Likes tea.\n');
  edit('Tasks.md', '- [ ] Call', '- [x] Call');
  edit('Tasks.md', '## New tasks\n', '## New tasks\n\n- [ ] Water the plants\n- Buy a rope\n');
  assert.match(await quietly(), /7 changes sent, 0 copies kept/);

  const talk = (await key.call('GET', `/v1/dev/user/conversations/${id}`)).body;
  assert.equal(talk.structured.title, 'The new boat');
  assert.equal((await key.call('GET', `/v1/dev/user/people/${person.id}`)).body.name, 'Ana Perez');
  const facts = await listOf('memories');
  assert.deepEqual(facts.map(({ content }) => content).toSorted(), [
    'Keeps three hives.',
    'Likes tea.',
  ]);
  assert.ok(facts.some((each) => each.id === fact.id));
  const tasks = await listOf('action-items');
  assert.equal(tasks.length, 3);
  assert.equal(tasks.find((each) => each.id === task.id).completed, true);
  assert.match(
    read('Tasks.md'),
    /## Open\n\n- \[ \] (Water|Buy).*\n- \[ \] (Water|Buy).*\n\n## Done\n\n- \[x\] Call the bank ✅/,
  );
  assert.match(read('Days/2026-03-02.md'), /\[The new boat\]/);
  assert.match(read(BOAT), /## Notes\nMy own note\.\n$/);
  assert.match(await quietly(), /: 0 written, 0 changes sent/);
});

test('changes and deletions of the service arrive, and notes outlive their conversation', async () => {
  const [boat, tea] = await talks('The boat', 'Tea');
  const task = await post('action-items', { description: 'Call the bank' });
  await quietly();
  const path = 'Conversations/2026-03/2026-03-02 Tea.md';
  write(path, `${read(path)}Mine.\n`);
  await quietly();
  await key.call('PATCH', `/v1/dev/user/action-items/${task.id}`, { description: 'Call Ana' });
  for (const id of [boat, tea]) await key.call('DELETE', `/v1/dev/user/conversations/${id}`);
  const { said } = await mirror();
  assert.match(said, /Deleted .*The boat\.md, as in the service\./);
  assert.match(said, /Tea\.md: it was deleted in the service\. Your text is kept in “(.*)”/);
  assert.match(read('Tasks.md'), /- \[ \] Call Ana/);
  const [copy, ...others] = files().filter((each) => each.startsWith('Conversations'));
  assert.deepEqual(others, []);
  assert.match(read(copy!), /Mine\.\n$/);
  assert.equal(existsSync(join(folder, 'Days/2026-03-02.md')), false);
});

test('a text that both sides changed is kept twice, and other fields are merged', async () => {
  const fact = await post('memories', { content: 'Keeps bees.', category: 'system' });
  const task = await post('action-items', { description: 'Call the bank' });
  await quietly();
  edit('Facts/You.md', 'Keeps bees', 'Keeps wasps');
  edit('Tasks.md', '[ ]', '[x]');
  await key.call('PATCH', `/v1/dev/user/memories/${fact.id}`, { content: 'Keeps hens.' });
  await key.call('PATCH', `/v1/dev/user/action-items/${task.id}`, { description: 'Call Ana' });
  const { said, output } = await mirror();
  assert.match(
    said,
    /^Facts\/You\.md: “Keeps wasps\.” was not taken over: it was changed here and in the service\./,
  );
  assert.match(output, /1 copies kept/);
  assert.match(read('Facts/You.md'), /- Keeps hens\./);
  assert.match(read('Tasks.md'), /- \[x\] Call Ana/);
  const copy = files().find((path) => path.includes('(conflict'))!;
  assert.match(read(copy), /copy_of_commonplace: facts[\s\S]*Keeps wasps/);
  assert.match(await quietly(), /: 0 written, 0 changes sent/);
});

test('a changed transcript and a refused fact stay in a copy', async () => {
  await talks('The boat');
  await post('memories', { content: 'Keeps bees.', category: 'system' });
  await quietly();
  edit(BOAT, 'We sail', 'We row');
  edit('Facts/You.md', 'Keeps bees.', 'x'.repeat(501));
  const { said } = await mirror();
  assert.match(
    said,
    /The boat\.md: text outside of the notes, titles, tasks and facts does not go back/,
  );
  assert.match(said, /was not taken over: .*500/);
  assert.match(read(BOAT), /We sail/);
  const copies = files().filter((path) => path.includes('(conflict'));
  assert.match(copies.map(read).join('\n'), /We row/);
});

test('nothing is deleted in the service until it is asked for', async () => {
  const [boat] = await talks('The boat', 'Tea');
  await post('action-items', { description: 'Call the bank' });
  await post('action-items', { description: 'Sing' });
  await quietly();
  const elsewhere = `${folder}.md`;
  renameSync(join(folder, BOAT), elsewhere);
  rmSync(join(folder, 'Days'), { recursive: true });
  edit('Tasks.md', /- \[ \] Sing.*\n/, '');
  const first = await mirror();
  assert.match(
    first.said,
    /The boat\.md was deleted here, but not in the service\. .*--delete-removed/,
  );
  assert.match(first.said, /A line was removed from Tasks\.md, but not in the service/);
  assert.match(
    first.said,
    /Days\/2026-03-02\.md was deleted\. It lists records that exist, so it is written/,
  );
  assert.deepEqual([await quietly(), files().includes(BOAT)].slice(1), [false]);
  assert.equal((await listOf('conversations')).length, 2);
  assert.doesNotMatch(read('Days/2026-03-02.md'), /\[The boat\]/);

  renameSync(elsewhere, join(folder, BOAT));
  await quietly();
  assert.match(read('Days/2026-03-02.md'), /\[The boat\]/);
  rmSync(join(folder, BOAT));
  await mirror();
  await mirror(['--restore-removed']);
  assert.match(read(BOAT), /# The boat/);
  assert.match(read('Tasks.md'), /Sing/);

  rmSync(join(folder, BOAT));
  edit('Tasks.md', /- \[ \] Sing.*\n/, '');
  await mirror(['--delete-removed']);
  assert.equal((await key.call('GET', `/v1/dev/user/conversations/${boat}`)).status, 404);
  const left = (await listOf('action-items')).map(({ description }) => description);
  assert.deepEqual(left, ['Call the bank']);
});

test('a fact that is moved to another subject is put back, and not deleted', async () => {
  await post('memories', { content: 'Keeps bees.', category: 'system' });
  await post('memories', { content: 'Sails.', tags: ['sport'] });
  await quietly();
  const line = /- Keeps bees\..*\n?/.exec(read('Facts/You.md'))![0];
  edit('Facts/You.md', line, '');
  edit('Facts/sport.md', '## Facts\n', `## Facts\n\n${line}`);
  await mirror(['--delete-removed']);
  assert.equal((await listOf('memories')).length, 2);
  assert.match(read('Facts/You.md'), /Keeps bees/);
  assert.doesNotMatch(read('Facts/sport.md'), /Keeps bees/);
});

test('a whole folder that vanishes deletes nothing, and a damaged list is written again', async () => {
  await talks(...Array.from({ length: 12 }, (_, at) => `Talk ${at}`));
  for (let at = 0; at < 12; at += 1) await post('action-items', { description: `Task ${at}` });
  await quietly();
  rmSync(join(folder, 'Conversations'), { recursive: true });
  write('Tasks.md', read('Tasks.md').slice(0, 60));
  const { said } = await mirror(['--delete-removed']);
  assert.match(said, /12 of 12 files are missing\. That looks like an accident/);
  assert.match(said, /12 lines were missing, and are written again/);
  assert.equal((await listOf('conversations')).length, 12);
  assert.match(read('Tasks.md'), /Task 11/);
  await mirror(['--restore-removed']);
  assert.equal(files().filter((path) => path.startsWith('Conversations')).length, 12);
});

test('names that systems forbid, long names and names that differ in case have files', async () => {
  const titles = ['a[]#^|\\/:*?"<>b', 'TEA', 'tea', '船'.repeat(150), '../../etc/passwd', '...'];
  await talks(...titles);
  await post('people', { name: 'AC/DC: [live] <b>' });
  await quietly();
  const names = files().map((path) => path.slice(path.lastIndexOf('/') + 1));
  assert.ok(names.includes('2026-03-02 a-b.md'), names.join('\n'));
  assert.ok(names.some((name) => /^2026-03-02 (?:TEA|tea) 2\.md$/.test(name)));
  assert.ok(names.includes('AC-DC- live b.md'));
  assert.ok(names.every((name) => Buffer.byteLength(name) < 200));
  assert.match(await quietly(), /: 0 written, 0 changes sent/);
});

test('a moved file is followed, and of two files with one id the first', async () => {
  await talks('The boat');
  await quietly();
  mkdirSync(join(folder, 'Sailing'));
  renameSync(join(folder, BOAT), join(folder, 'Sailing/Our boat.md'));
  await quietly();
  assert.match(read('Days/2026-03-02.md'), /\(\.\.\/Sailing\/Our%20boat\.md\)/);
  assert.match(read('Sailing/Our boat.md'), /\(\.\.\/Days\/2026-03-02\.md\)/);
  cpSync(join(folder, 'Sailing/Our boat.md'), join(folder, 'Copy.md'));
  const { said } = await mirror();
  assert.equal(
    said,
    'Sailing/Our boat.md and Copy.md have the same id. The first is followed, the second is left alone.',
  );
  edit('Copy.md', '# The boat', '# Wrong');
  await mirror();
  assert.match(read('Sailing/Our boat.md'), /# The boat/);
});

test('a link out of the folder is never followed', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'commonplace-outside-'));
  await talks('The boat');
  await quietly();
  rmSync(join(folder, 'Conversations'), { recursive: true });
  symlinkSync(outside, join(folder, 'Conversations'));
  writeFileSync(
    join(outside, 'secret.md'),
    '---\ncommonplace: tasks\nid: tasks\n---\n- [ ] Stolen\n',
  );
  symlinkSync(join(outside, 'secret.md'), join(folder, 'secret.md'));
  const later = { ...talkOf('Later', 9), id: '0198c6f4-0000-7000-8000-0000000f0000' };
  await importInto(user, await zipOf([['conversations.json', JSON.stringify([later])]]));
  const { code, said } = await mirror();
  assert.equal(code, EXIT.ok);
  assert.match(said, /^Conversations is a link, so nothing is (read or )?written there/m);
  assert.deepEqual(readdirSync(outside), ['secret.md']);
  rmSync(join(folder, 'Days/2026-03-02.md'));
  mkdirSync(join(folder, 'Days/2026-03-02.md'));
  write(
    'Latin.md',
    Buffer.from('---\ncommonplace: tasks\nid: tasks\n---\n- [ ] Caf\u00e9\n', 'latin1'),
  );
  assert.match((await mirror()).said, /Latin\.md is not text in UTF-8/);
  assert.deepEqual(await listOf('action-items'), []);
  rmSync(outside, { recursive: true });
});

test('foreign folders, other accounts, read-only folders and unreachable services are refused', async () => {
  await talks('The boat');
  write('My own.md', 'Mine.');
  const foreign = await mirror();
  assert.deepEqual([foreign.code, files()], [EXIT.usage, ['My own.md']]);
  assert.match(foreign.said, /is not empty and not a mirror.*--into-existing/);
  assert.equal((await mirror(['--into-existing'])).code, EXIT.ok);
  assert.equal(read('My own.md'), 'Mine.');

  const other = await ApiUser.signUp(service.url, 'other@example.org');
  const refused = await mirror([], await other.key(SCOPES));
  assert.equal(refused.code, EXIT.usage);
  assert.match(refused.said, /mirrors another account/);

  const readOnly = await user.key(['conversations:read']);
  assert.match((await mirror([], readOnly)).said, /Required scope/);
  // Root may write everywhere.
  if (process.getuid?.() === 0) return;
  await post('action-items', { description: 'Sing' });
  chmodSync(folder, 0o500);
  const { code, said } = await mirror();
  chmodSync(folder, 0o700);
  assert.equal(code, EXIT.usage);
  assert.match(said, /^The folder may not be written/);
});

test('a mirror whose state is lost finds its files, and does not send old texts', async () => {
  const [id] = await talks('The boat');
  await quietly();
  edit(BOAT, '# The boat', '# Older title');
  write(BOAT, `${read(BOAT)}Mine.\n`);
  rmSync(join(folder, '.commonplace'), { recursive: true });
  const { said } = await mirror(['--into-existing']);
  assert.match(said, /does not know when this was written/);
  assert.match(read(BOAT), /# The boat[\s\S]*Mine\.\n$/);
  const { body } = await key.call('GET', `/v1/dev/user/conversations/${id}`);
  assert.equal(body.structured.title, 'The boat');
  assert.equal(files().filter((path) => path.includes('The boat')).length, 2);
});

/** Starts a mirror in a process of its own. */
function spawnMirror(environment: Record<string, string> = {}, options: string[] = []) {
  return spawn(process.execPath, [...options, MAIN, 'mirror', folder, '--once'], {
    env: {
      ...process.env,
      HOME: '/nonexistent',
      SVC_API_BASE_URL: service.url,
      SVC_API_KEY: key.key,
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

test('a full disk leaves whole files, and the next run goes on', async () => {
  await talks('The boat');
  await quietly();
  await post('action-items', { description: 'Sing' });
  const control = `${folder}.fault`;
  writeFileSync(control, 'full');
  const before = files().map(read);
  const child = spawnMirror({ DISK_FAULTS_FILE: control, SVC_DATA_DIR: folder }, [
    '--import',
    FAULTS,
  ]);
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
  rmSync(control);
  assert.equal(code, EXIT.usage, said);
  assert.match(said, /^The disk is full/);
  assert.deepEqual(files().map(read), before);
  await quietly();
  assert.match(read('Tasks.md'), /Sing/);
});

test('another program that writes at the same moment loses nothing', async () => {
  const [id] = await talks('The boat');
  await quietly();
  const lines = Array.from({ length: 300 }, (_, at) => `line ${at}`);
  const writing = (async () => {
    for (const line of lines) {
      appendFileSync(join(folder, BOAT), `${line}\n`);
      await immediate();
    }
  })();
  for (const title of ['One', 'Two', 'Three']) {
    await key.call('PATCH', `/v1/dev/user/conversations/${id}`, { title });
    await mirror();
  }
  await writing;
  await quietly();
  assert.deepEqual(read(BOAT).split('## Notes\n')[1]!.trim().split('\n'), lines);
  assert.match(read(BOAT), /# Three/);
  assert.ok(files().every((path) => !path.includes('(conflict')));
});

test('a mirror that was killed goes on, and 300 conversations are quick', async () => {
  await talks(...Array.from({ length: 300 }, (_, at) => `Talk ${at}`));
  const child = spawnMirror();
  await eventually('the first files', () => existsSync(join(folder, 'Conversations')), {
    seconds: 60,
  });
  child.kill('SIGKILL');
  await once(child, 'exit');
  const began = performance.now();
  await quietly();
  assert.ok(performance.now() - began < 30_000);
  assert.equal(files().filter((path) => path.startsWith('Conversations')).length, 300);
  assert.deepEqual(
    readdirSync(join(folder, '.commonplace')).filter((name) => name.startsWith('part')),
    [],
  );
  assert.match(await quietly(), /: 0 written, 0 changes sent/);
});

test('a running mirror follows both sides, waits for the service and goes on', async () => {
  await post('action-items', { description: 'Call the bank' });
  await using proxy = await openTcpProxy({
    host: '127.0.0.1',
    port: Number(new URL(service.url).port),
  });
  const url = `http://127.0.0.1:${proxy.port}`;
  const stop = new AbortController();
  const said: string[] = [];
  const terminal = terminalOf({ said, url, signal: stop.signal });
  const running = runCli(['mirror', folder, '--settle', '0.1'], terminal);
  const has = (text: string) => () =>
    existsSync(join(folder, 'Tasks.md')) && read('Tasks.md').includes(text);
  await eventually('the first task', has('Call the bank'));
  const second = await mirror();
  assert.match(second.said, /Another mirror is already running/);
  await post('action-items', { description: 'Sing' });
  await eventually('a change of the service', has('Sing'));
  const ticked = async () => (await listOf('action-items')).filter(({ completed }) => completed);
  edit('Tasks.md', '- [ ] Sing', '- [x] Sing');
  await eventually('the tick', async () => (await ticked()).length === 1);
  await eventually('the new place', has('- [x] Sing ✅'));
  assert.equal(said.length, 0, said.join('\n'));

  proxy.cut();
  edit('Tasks.md', '- [ ] Call', '- [x] Call');
  await eventually('the outage', () => said.some((text) => text.includes('No service answers')));
  proxy.mend();
  await eventually('the second tick', async () => (await ticked()).length === 2);
  await eventually('the word', () => said.includes('The mirror goes on.'));
  stop.abort();
  assert.equal(await running, EXIT.ok);
  assert.equal(said.length, 2);
});
