import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { silence, wav } from '../engines/audio/testing.ts';
import { speak } from '../engines/audio/testing-speech.ts';
import { scriptedRecogniser } from '../engines/recognition/scripted-recogniser.ts';
import { request } from '../testing/clients/api-user.ts';
import { eventually } from '../testing/eventually.ts';
import { addSuggestion } from '../testing/filled-account.ts';
import { OWNER, startService } from '../testing/start-service.ts';
import type { TestService } from '../testing/start-service.ts';
import { EXIT, runCli } from './cli.ts';
import type { Terminal } from './command.ts';
import type { OperatorCommand } from './program.ts';
import { readKept } from './settings.ts';

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url));

let service: TestService;
let home: string;
let environment: NodeJS.ProcessEnv;

before(async () => {
  service = await startService();
  home = await mkdtemp(join(tmpdir(), 'commonplace-cli-'));
  const { key } = await service.owner.key([
    'memories:read',
    'memories:write',
    'conversations:read',
    'conversations:write',
    'action_items:read',
    'action_items:write',
    'goals:read',
    'goals:write',
  ]);
  environment = { HOME: home, SVC_API_BASE_URL: service.url, SVC_API_KEY: key };
});
after(async () => {
  await service[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

interface Run {
  answers?: string[];
  input?: string;
  env?: NodeJS.ProcessEnv;
  signal?: AbortSignal;
  /** Called with each printed text. */
  heard?: (text: string) => void;
  operators?: readonly OperatorCommand[];
}

async function run(
  line: string,
  {
    answers = [],
    input = '',
    env = environment,
    signal = new AbortController().signal,
    heard = () => {},
    operators = [],
  }: Run = {},
) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const terminal: Terminal = {
    environment: env,
    print: (text) => {
      printed.push(text);
      heard(text);
    },
    error: (text) => void complaints.push(text),
    read: async () => input,
    ask: async () => answers.shift() ?? '',
    signal,
  };
  const code = await runCli(line.split(' '), terminal, operators);
  return { code, output: printed.join('\n'), complaint: complaints.join('\n') };
}

test('the CLI adds, lists, changes and deletes a memory', async () => {
  const { output, code } = await run('memory add Is allergic to peanuts --tag health --json');
  assert.equal(code, EXIT.ok);
  const { id, tags } = JSON.parse(output);
  assert.deepEqual(tags, ['health']);
  assert.equal((await run('memory list')).output, `${id}\tIs allergic to peanuts`);
  assert.match((await run(`memory edit ${id} Is allergic to nuts --tag food`)).output, /nuts$/);
  assert.match((await run(`memory get ${id}`)).output, /tags +food/);
  assert.match((await run(`memory get ${id}`)).output, /visibility +private/);
  assert.equal((await run(`memory delete ${id}`)).output, 'Deleted.');
  assert.equal((await run('memory list')).output, '');
});

test('the CLI creates a conversation from text, shows it and exports it', async () => {
  const made = await run('conversation add - --json', {
    input: 'I need to call the bank tomorrow.',
  });
  const { id } = JSON.parse(made.output);
  assert.match((await run(`conversation get ${id}`)).output, /\[ \] Call the bank/);
  assert.match(
    (await run(`conversation transcript ${id} --format srt`)).output,
    /^1\n00:00:00,000/,
  );
  assert.match((await run('conversation list --limit 1')).output, new RegExp(`^${id}\\t20`));
  const [item] = JSON.parse((await run('action-item list --json')).output);
  assert.match(
    (await run(`explain ${item.id}`)).output,
    /Call the bank\n {2}found by reader: task\n {2}.*: I need to call the bank/,
  );
  assert.match((await run(`action-item done ${item.id}`)).output, /\[x\] Call the bank/);
  assert.match((await run('action-item list --completed true')).output, /\[x\]\tCall the bank/);
  assert.equal((await run('action-item list --completed false')).output, '');
  assert.equal((await run('action-item list --completed perhaps')).code, EXIT.usage);
  assert.match((await run(`action-item reopen ${item.id}`)).output, /\[ \] Call the bank/);
  assert.match((await run(`action-item edit ${item.id} Call Ana`)).output, /\[ \] Call Ana/);
  assert.match((await run(`action-item get ${item.id}`)).output, /description +Call Ana/);
});

test('the CLI searches conversations and memories, and asks questions about them', async () => {
  const text = 'The carpenter will repair the roof of the boathouse for nine hundred euros.';
  const made = await run('conversation add - --json', { input: text });
  const { id } = JSON.parse(made.output);
  await run('memory add Owns a boathouse in Aveiro');
  assert.match((await run('memory search boathouse')).output, /^0\.\d\d\t.*Owns a boathouse/);
  assert.equal((await run('memory search zeppelin')).output, '');
  assert.equal((await run('memory list --at 2001-01-01')).output, '');
  assert.equal((await run('memory search boathouse --at 2001-01-01')).output, '');
  assert.match((await run('memory list --at 2999-01-01')).output, /Owns a boathouse/);
  const found = await run('conversation search repair the roof --limit 1');
  assert.match(found.output, new RegExp(`^0\\.\\d\\d\\t${id}`));
  assert.match(found.output, /\t\S[^\t]*: The carpenter will repair/);
  const { output } = await run('ask What does the roof of the boathouse cost?');
  assert.match(output, /nine hundred euros/);
  assert.match(output, new RegExp(`\\[1\\] .*  ${id}$`));
});

test('the CLI creates a goal, updates it and marks it as achieved', async () => {
  const made = await run(
    'goal add Run a half marathon --type numeric --target 21 --unit km --json',
  );
  const { id } = JSON.parse(made.output);
  assert.match((await run(`goal progress ${id} 12.5`)).output, /12\.5 of 21 km$/);
  assert.match((await run(`goal history ${id}`)).output, /^\d{4}-\d\d-\d\d\t12\.5$/);
  assert.equal((await run(`goal progress ${id} far`)).code, EXIT.usage);
  assert.match((await run(`goal done ${id}`)).output, /\(achieved\)/);
  assert.equal((await run('goal list')).output, '');
  assert.match((await run('goal list --all')).output, /Run a half marathon/);
  assert.equal((await run(`goal delete ${id}`)).output, 'Deleted.');
  assert.equal((await run(`goal get ${id}`)).code, EXIT.notFound);
});

test('each kind of failure has a helpful message and a separate exit code', async () => {
  const expected: [string, number, RegExp][] = [
    ['memory', EXIT.usage, /Usage: commonplace memory <command>/],
    ['memroy list', EXIT.usage, /unknown command 'memroy'\n\(Did you mean memory\?\)/],
    ['memory lst', EXIT.usage, /Did you mean list\?/],
    ['memory list --limt 3', EXIT.usage, /Did you mean --limit\?/],
    ['memory get', EXIT.usage, /missing required argument 'memory-id'/],
    ['memory list --limit many', EXIT.usage, /'many' is invalid\. Use a number/],
    ['memory list --colour red', EXIT.usage, /unknown option '--colour'/],
    [
      'memory get nonsense',
      EXIT.notFound,
      /Memory not found\. Commands take the id that `list` prints/,
    ],
    ['memory list --categories odd', EXIT.usage, /Invalid category/],
    ['listen /no/such/file.wav', EXIT.auth, /needs a signed-in session/],
  ];
  for (const [line, code, words] of expected) {
    const answer = await run(line);
    assert.equal(answer.code, code, line);
    assert.match(answer.complaint, words, line);
  }
  const nobody = { ...environment, SVC_API_KEY: 'svc_dev_wrong' };
  const refused = await run('memory list', { env: nobody });
  assert.equal(refused.code, EXIT.auth);
  assert.match(refused.complaint, /Invalid API Key\nSet SVC_API_KEY/);
  const { SVC_API_KEY: _, ...stranger } = environment;
  const missing = await run('memory list', { env: { ...stranger, HOME: '/nowhere' } });
  assert.match(missing.complaint, /^You are not signed in\.\nSet SVC_API_KEY/);
});

test('login stores the credentials for later commands, and logout removes them', async () => {
  const env: NodeJS.ProcessEnv = { HOME: home };
  const signedIn = await run(`auth login --url ${service.url}`, {
    env,
    answers: [OWNER.email, OWNER.password],
  });
  assert.match(signedIn.output, /Signed in as owner@example.org/);
  assert.match((await run('auth status', { env })).output, /as owner@example.org$/);
  const log = (await run('auth log --limit 2', { env })).output.split('\n');
  assert.match(log[0]!, /\tkey created\t127\.0\.0\.1\tcommand line on /);
  assert.match(log[1]!, /\tsigned in\t127\.0\.0\.1\t/);
  const sessions = (await run('auth log --event signed_in', { env })).output;
  assert.ok(!sessions.includes('key created'), sessions);
  await run('memory add Signed in once', { env });
  assert.match((await run('memory list', { env })).output, /Signed in once/, 'with the same login');
  const recording = join(home, 'quiet.wav');
  await writeFile(recording, wav({ samples: silence(1) }));
  const heard = await run(`listen ${recording}`, { env });
  assert.equal(heard.code, EXIT.notFound, 'nothing was said, so nothing became of it');
  assert.match(heard.complaint, /No words were recognised in .*quiet\.wav/);
  const { session, key } = readKept(env);
  const statuses = async () => [
    (await request(service.url, 'GET', '/v1/users/me', { token: session! })).status,
    (await request(service.url, 'GET', '/v1/dev/user/memories', { token: key! })).status,
  ];
  assert.deepEqual(await statuses(), [200, 200]);
  assert.equal((await run('auth logout', { env })).output, 'Signed out.');
  assert.deepEqual(await statuses(), [401, 401], 'the service forgets them too');
  assert.equal(
    (await run('listen x.wav', { env: { ...env, SVC_API_BASE_URL: service.url } })).code,
    EXIT.auth,
  );
  assert.match((await run('auth status')).output, /with the key “test”/);
});

test('the CLI sends a recording to the service and shows the conversation', async () => {
  await using hearing = await startService({ environment: { SVC_RECOGNISER: 'auto' } });
  const env = { HOME: home, SVC_API_BASE_URL: hearing.url, SVC_API_KEY: hearing.owner.token };
  const recording = join(home, 'talk.wav');
  const words = 'I have to call the bank tomorrow morning. We are going to meet at the station.';
  await writeFile(recording, wav({ samples: await speak(words) }));
  const { code, output, complaint } = await run(`listen ${recording}`, { env });
  assert.equal(code, EXIT.ok, complaint);
  assert.match(output, /^0:0\d  (?:You|Speaker \d): .*station/im);
  assert.match(output, /\n\n/, 'what it was about');

  const uploaded = await run(`upload ${recording} --started-at 2026-03-02T08:30:00Z`, { env });
  assert.equal(uploaded.code, EXIT.ok, uploaded.complaint);
  assert.match(uploaded.output, /2026-03-02 \d\d:30/);
  assert.match(uploaded.complaint, /% of \d+ s are written down/);
  assert.equal((await run('upload /no/such/file.wav', { env })).code, EXIT.usage);
});

test('there is help on every level', async () => {
  const help = async (line: string) => (await run(line)).output;
  const whole = await help('--help');
  for (const verb of ['memory', 'folder', 'webhook', 'export', 'watch', 'completion']) {
    assert.match(whole, new RegExp(`^ {2}${verb} `, 'm'));
  }
  assert.match(await help('memory --help'), /^ {2}add \[options\] <content\.\.\.> +add a memory$/m);
  assert.match(await help('help memory'), /Commands for facts about you/);
  assert.match(
    await help('memory add --help'),
    /^Usage: commonplace memory add [^]*--tag <list> +Free labels/,
  );
  assert.match(await help('--version'), /^\d+\.\d+\.\d+$/);
});

test('every verb of the service works from the command line', async () => {
  const env = { HOME: home };
  await run(`auth login --url ${service.url}`, { env, answers: [OWNER.email, OWNER.password] });
  const json = async (line: string) => {
    const { output, complaint, code } = await run(`${line} --json`, { env });
    assert.equal(code, EXIT.ok, `${line}: ${complaint}`);
    return JSON.parse(output);
  };
  const shown = async (line: string) => {
    const { output, complaint, code } = await run(line, { env });
    assert.equal(code, EXIT.ok, `${line}: ${complaint}`);
    return output;
  };
  const { id: talk } = await json('conversation add I need to call the bank tomorrow.');
  const { id: folder } = await json('folder add Boats --icon 🚤');
  assert.equal(await shown(`folder file ${folder} ${talk}`), 'Done.');
  assert.match(await shown(`folder rename ${folder} Big boats`), /Big boats$/);
  assert.match(await shown('folder list'), /🚤\tBig boats/);
  const { id: person } = await json('person add Ana Silva');
  const { id: other } = await json('person add Ana S');
  assert.match(await shown(`person merge ${person} ${other}`), /Ana Silva$/);
  assert.match(await shown('person list'), /^\S+\t\d{4}-\d\d-\d\d \d\d:\d\d\tAna Silva$/);
  const day = new Date().toISOString().slice(0, 10);
  assert.match(await shown(`day refresh ${day}`), new RegExp(`^${day}  `));
  assert.match(await shown('day list'), new RegExp(`^${day}\\t`));
  assert.match(await shown(`day get ${day}`), new RegExp(`^${day}  `));
  const { id: chat } = await json('chat new Money');
  await shown(`chat send When do I call the bank? --chat ${chat}`);
  assert.match(await shown(`chat read --chat ${chat}`), /human: When do I call the bank\?\n.*ai: /);
  assert.match(await shown('chat list'), /Money$/);
  assert.equal(await shown(`chat delete ${chat}`), 'Deleted.');
  assert.match(await shown('key add my script --scope memories:read'), /^svc_dev_\S+\n/);
  const [key] = await json('key list');
  assert.equal(await shown(`key revoke ${key.id}`), 'Revoked.');
  assert.match(await shown('device add pendant'), /^svc_dvc_/);
  assert.match(await shown('device list'), /pendant$/);
  const { id: hook } = await json('webhook add https://example.org/hook --type memory.*');
  assert.match(await shown(`webhook pause ${hook}`), /enabled +false/);
  assert.match(await shown('webhook list'), /paused\tmemory\.\*\thttps:/);
  assert.equal(await shown(`webhook delete ${hook}`), 'Deleted.');
  const { id: template } = await json('template add Short In one line.');
  assert.match(await shown('template list'), /on_demand\tShort\tIn one line\./);
  assert.equal(await shown(`template delete ${template}`), 'Deleted.');
  assert.match(await shown('search bank'), /^(?:conversation|action_item)\t/);
  assert.match(await shown('stats'), /^conversations +\d[^]*\ncategories +[^[{\n]+\n/);
  assert.match(await shown('calendar make'), /^http\S+\.ics\n/);
  assert.match(await shown('calendar status'), /since \d{4}/);
  assert.equal(await shown('calendar end'), 'The address has ended.');
  const archive = join(home, 'mine.zip');
  assert.equal(await shown(`export ${archive}`), `Saved ${archive}.`);
  const imported = await shown(`import ${archive}`);
  assert.match(imported, /^Imported \(commonplace\)\.\n[^]*conversations: 0 new, \d+ here already/);
  const broken = await run('import src/main.ts'.replace('src/main.ts', join(home, 'none')), {
    env,
  });
  assert.equal(broken.code, EXIT.usage);
  assert.equal(await shown(`folder delete ${folder}`), 'Deleted.');
  await run('auth logout', { env });
});

test('a watch prints a line of JSON for each change until it is interrupted', async () => {
  const stop = new AbortController();
  const lines: string[] = [];
  const heard = (line: string) => void lines.push(line);
  const watching = run('watch --kinds memory', { signal: stop.signal, heard });
  // The watch begins at some moment after the command, so there is a change until one is heard.
  await eventually('a change', async () => {
    await run('memory add Keeps nine hens');
    const { output } = await run('memory list');
    await run(`memory delete ${output.split('\t')[0]}`);
    return lines.length > 0;
  });
  stop.abort();
  assert.deepEqual([(await watching).code, (await watching).complaint], [EXIT.ok, '']);
  for (const line of lines) {
    const { type, kind } = JSON.parse(line);
    assert.deepEqual([type, kind], ['change', 'memory']);
  }
  const nobody = { ...environment, SVC_API_KEY: 'svc_dev_wrong' };
  assert.equal((await run('watch', { env: nobody })).code, EXIT.auth);
});

test('the examples of a user are printed or saved, a line of JSON each', async () => {
  const env = { HOME: home, SVC_API_BASE_URL: service.url, SVC_API_KEY: service.owner.token };
  await service.owner.call('POST', '/v1/conversations/from-text', { text: 'Ring the plumber.' });
  await addSuggestion(service.service.parts.db, service.owner, 'I might ring the plumber.');
  const line = '{"kind":"task","sentence":"I might ring the plumber.","outcome":"kept"}';
  assert.equal((await run('training export', { env })).output, line);
  const file = join(home, 'examples.jsonl');
  const saved = await run(`training export --output ${file}`, { env });
  assert.equal(saved.output, `Saved 1 examples in ${file}.`);
  assert.equal(await readFile(file, 'utf8'), `${line}\n`);
  const nowhere = await run(`training export --output ${join(home, 'none', 'x')}`, { env });
  assert.match(nowhere.complaint, /were not saved/);
});

test('an export goes to the standard output for -', async () => {
  const env = {
    HOME: home,
    PATH: process.env['PATH'],
    SVC_API_BASE_URL: service.url,
    SVC_API_KEY: service.owner.token,
  };
  const words = ['--no-warnings', MAIN, 'export', '-'];
  const options = { env, encoding: 'buffer', maxBuffer: 100_000_000 } as const;
  const { stdout } = await promisify(execFile)(process.execPath, words, options);
  assert.equal(stdout.subarray(0, 2).toString(), 'PK', 'a ZIP archive');
});

test('an export that breaks off leaves no file behind', async () => {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/zip', 'Content-Length': 1_000 });
    response.write('PK', () => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const folder = join(home, 'exports');
  await mkdir(folder);
  const env = { SVC_API_BASE_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: 'svc_ses_1' };
  const { code, complaint } = await run(`export ${join(folder, 'mine.zip')}`, { env });
  server.close();
  assert.equal(code, EXIT.server);
  assert.match(complaint, /^The archive was not saved/);
  assert.deepEqual(await readdir(folder), []);
});

test('the help lists the commands on the machine of the service too', async () => {
  const backup = { name: 'backup', usage: 'FOLDER', summary: 'save everything' };
  const { output } = await run('--help', { operators: [backup] });
  assert.match(output, /On the machine of the service:\n +backup +save everything\n/);
  const one = await run('help backup', { operators: [backup] });
  assert.match(one.output, /^Usage: commonplace backup FOLDER\n/);
});

test('a shell completes commands, verbs, options and its own names', async () => {
  const after = async (line: string) => (await run(`__complete ${line}`)).output.split('\n');
  assert.deepEqual(await after('mem'), ['memory']);
  assert.deepEqual(await after('memory se'), ['search']);
  assert.deepEqual(await after('memory list --lim'), ['--limit']);
  assert.deepEqual(await after('memory list '), ['']);
  assert.deepEqual(await after('completion '), ['bash', 'zsh', 'fish']);
});

test('each sentence that is heard is printed once, with the time of its begin', async () => {
  const utterances = ['Hello there.', 'Good morning.', 'Shall we go?'].map((text, index) => ({
    text,
    start: index + 0.2,
    end: index + 0.8,
    speaker: index % 2,
  }));
  const recogniser = scriptedRecogniser({ utterances, capabilities: { diarization: true } });
  await using hearing = await startService({ recogniser });
  const env = { HOME: home, SVC_API_BASE_URL: hearing.url, SVC_API_KEY: hearing.owner.token };
  const file = join(home, 'silence.wav');
  await writeFile(file, wav({ samples: silence(4) }));
  const lines: string[] = [];
  const { code } = await run(`listen ${file}`, { env, heard: (line) => void lines.push(line) });
  assert.equal(code, EXIT.ok);
  const spoken = lines.filter((line) => /^0:0\d  /.test(line));
  assert.deepEqual(
    spoken.map((line) => line.replace(/  .*: /, '  ')),
    ['0:00  Hello there.', '0:01  Good morning.', '0:02  Shall we go?'],
  );
  const { code: missing } = await run(`listen ${join(home, 'none.wav')}`, { env });
  assert.equal(missing, EXIT.usage);
});
