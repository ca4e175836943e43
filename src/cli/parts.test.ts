/** Tests parts of the command line: its settings, options, output, and the sound that it sends. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { silence } from '../engines/audio/testing.ts';
import { writeWav } from '../engines/audio/wav.ts';
import { removeFolder, temporaryFolder } from '../testing/template.ts';
import { framesOfFile, framesOfMicrophone } from './sound/audio-source.ts';
import { EXIT, runCli } from './cli.ts';
import { Usage } from './command.ts';
import type { CommandContext } from './command.ts';
import { renderTable, table } from './table.ts';
import { timeWriterOf } from './times.ts';
import { numeric, piped } from './options.ts';
import { conversationLine, conversationText, goalLine, itemLine, pairs } from './output-lines.ts';
import {
  deleteClientSettings,
  keepClientSettings,
  readClientSettings,
  readKept,
} from './settings.ts';
import { upload } from './sound/upload.ts';

let folder: string;
before(() => void (folder = temporaryFolder()));
after(() => removeFolder(folder));

test('the environment takes precedence over stored settings', () => {
  const environment = { HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') };
  const read = (more: Record<string, string> = {}) =>
    readClientSettings({ ...environment, ...more });
  assert.deepEqual(read(), {
    baseUrl: 'http://127.0.0.1:8080',
    key: undefined,
    session: undefined,
    timezone: undefined,
  });
  const kept = {
    baseUrl: 'http://kept',
    session: 'svc_ses_1',
    key: 'svc_dev_1',
    key_id: 'k',
    timezone: 'Europe/Lisbon',
  };
  const file = keepClientSettings(environment, kept);
  assert.equal(file, join(folder, 'config', 'commonplace', 'client.json'));
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.ok(readFileSync(file, 'utf8').endsWith('}\n'));
  assert.deepEqual(read(), {
    baseUrl: 'http://kept',
    key: 'svc_dev_1',
    session: 'svc_ses_1',
    timezone: 'Europe/Lisbon',
  });
  assert.deepEqual(read({ SVC_API_KEY: 'svc_dev_2', SVC_API_BASE_URL: 'http://given' }), {
    baseUrl: 'http://given',
    key: 'svc_dev_2',
    session: 'svc_ses_1',
    timezone: 'Europe/Lisbon',
  });
  assert.deepEqual(read({ SVC_API_KEY: 'svc_ses_2' }), {
    baseUrl: 'http://kept',
    key: undefined,
    session: 'svc_ses_2',
    timezone: 'Europe/Lisbon',
  });
  deleteClientSettings(environment);
  deleteClientSettings(environment);
  assert.deepEqual(readKept(environment), {});
  assert.match(keepClientSettings({ HOME: folder }, kept), /\.config\/commonplace\/client\.json$/);
});

test('options are parsed, or refused with a message', async () => {
  assert.deepEqual([numeric('1.5'), numeric(0), numeric(' 7 ')], [1.5, 0, 7]);
  for (const wrong of ['', ' ', 'x', 'Infinity']) assert.throws(() => numeric(wrong), Usage);
  const context = { terminal: { read: async () => 'from input' } } as unknown as CommandContext;
  assert.deepEqual(await piped(context, { text: '-', more: 1 }, 'text'), {
    text: 'from input',
    more: 1,
  });
  assert.deepEqual(await piped(context, { text: 'given' }, 'text'), { text: 'given' });
});

test('answers are printed as readable lines', () => {
  const when = timeWriterOf('Europe/Lisbon');
  type Of<Make extends (given: never, format: typeof when) => string> = Parameters<Make>[0];
  const item = (more: object) =>
    itemLine({ id: 'i', description: 'Call', ...more } as Of<typeof itemLine>, when);
  assert.equal(
    item({ completed: true, due_at: '2026-07-01T08:00:00Z' }),
    'i  [x] Call (due 2026-07-01 09:00)',
  );
  assert.equal(item({ completed: false, due_at: null }), 'i  [ ] Call');
  const structured = {
    emoji: '🎻',
    title: 'Violin',
    overview: 'A lesson.',
    category: 'music',
    action_items: [
      { description: 'Practise', completed: true },
      { description: 'Pay', completed: false },
    ],
    events: [{ start: '2026-07-02T08:00:00Z', title: 'Lesson' }],
  };
  const talk = {
    id: 'c',
    started_at: null,
    created_at: '2026-03-01T09:30:00Z',
    structured,
  } as never;
  assert.equal(conversationLine(talk, when), 'c  2026-03-01 09:30  🎻 Violin');
  assert.equal(
    conversationText(talk, when),
    '🎻 Violin\nc  2026-03-01 09:30  music\n\nA lesson.\n[x] Practise\n[ ] Pay\n2026-07-02 09:00  Lesson',
  );
  const goal = (metric: object | null) =>
    goalLine({ id: 'g', title: 'Swim', status: 'active', metric } as never);
  assert.equal(goal(null), 'g  Swim  (active)');
  assert.equal(goal({ current: 1, target: 9, unit: 'km' }), 'g  Swim  (active)  1 of 9 km');
  assert.equal(goal({ current: 1, target: 9, unit: null }), 'g  Swim  (active)  1 of 9');
  assert.equal(
    pairs({ name: 'Ana', list: [{ of: 'health', count: 3 }, 'x'], none: [] }),
    `${'name'.padEnd(22)} Ana\n${'list'.padEnd(22)} health 3, x\n${'none'.padEnd(22)} –`,
  );
});

test('tables are aligned and cut on a screen, and separated by tabs in a pipe', () => {
  const rows = table(['🌱 a', 'long\nname'], {
    NAME: (name) => name,
    LENGTH: () => 'twelve letters',
  });
  assert.equal(renderTable(rows, undefined), '🌱 a\ttwelve letters\nlong name\ttwelve letters');
  assert.equal(
    renderTable(rows, 80),
    'NAME       LENGTH\n🌱 a       twelve letters\nlong name  twelve letters',
  );
  assert.equal(renderTable(rows, 17), 'NAME       LENGTH\n🌱 a       twelv…\nlong name  twelv…');
  assert.equal(renderTable({ head: ['A'], rows: [] }, 80), 'Nothing.');
  assert.equal(renderTable({ head: ['A'], rows: [] }, undefined), '');
});

test('a recording in any format is sent in pieces of 100 ms', async () => {
  const path = join(folder, 'a.wav');
  writeFileSync(path, writeWav(silence(0.25)));
  const lengths = (await Array.fromAsync(framesOfFile(path))).map(({ length }) => length);
  assert.deepEqual(lengths, [3_200, 3_200, 1_600]);
  // ffmpeg reads every file that is not one of our WAV files.
  const odd = join(folder, 'b.wav');
  const bytes = writeWav(silence(0.2));
  new DataView(bytes.buffer).setUint32(24, 12_345, true);
  writeFileSync(odd, bytes);
  assert.ok((await Array.fromAsync(framesOfFile(odd))).length >= 2);
  writeFileSync(odd, 'no sound at all');
  await assert.rejects(
    Array.fromAsync(framesOfFile(odd)),
    /not a WAV file\. Other formats need ffmpeg/,
  );
  await assert.rejects(Array.fromAsync(framesOfFile(join(folder, 'none'))), /There is no file/);
});

test('recording from the microphone reports a missing recorder, and ends on abort', async () => {
  const path = process.env['PATH'];
  process.env['PATH'] = folder;
  writeFileSync(join(folder, 'sh'), '#!/bin/sh\nexit 127\n', { mode: 0o755 });
  try {
    const { signal } = new AbortController();
    await assert.rejects(Array.fromAsync(framesOfMicrophone(signal)), /Recording needs arecord/);
    writeFileSync(join(folder, 'sh'), '#!/bin/sh\necho sound\nexec /bin/sleep 60\n', {
      mode: 0o755,
    });
    const stop = new AbortController();
    const heard: string[] = [];
    for await (const chunk of framesOfMicrophone(stop.signal)) {
      heard.push(Buffer.from(chunk).toString());
      stop.abort();
    }
    assert.deepEqual(heard, ['sound\n']);
  } finally {
    process.env['PATH'] = path;
  }
});

test('an upload shows its progress, and reports when no words were recognised', async () => {
  const file = join(folder, 'a.txt');
  writeFileSync(file, 'x');
  let segments: object[] = [{}];
  const progress = [0, 0.05, 0.1, 0.15, 0.2, 1];
  const told: string[] = [];
  const context = {
    terminal: { error: (line: string) => told.push(line), signal: new AbortController().signal },
    session: {
      async uploadRecording({ file: sent }: { file: File }) {
        assert.equal(sent.name, 'a.txt');
        return this.getRecordingUpload();
      },
      async getRecordingUpload() {
        const at = progress.shift()!;
        return {
          conversation_id: 'c',
          stage: at === 1 ? 'done' : 'writing_down',
          progress: at,
          seconds: 9.6,
        };
      },
      getOwnConversation: async () => ({ transcript_segments: segments }),
    },
  } as unknown as CommandContext;
  await upload(context, { file });
  assert.deepEqual(
    told,
    [0, 10, 20].map((percent) => `${percent} % of 10 s are written down`),
  );
  segments = [];
  progress.push(1);
  await assert.rejects(upload(context, { file }), /No words were recognised/);
  await assert.rejects(upload(context, { file: join(folder, 'none') }), /There is no file/);
});

test(
  'a person is asked in the terminal, and a secret is not shown',
  { skip: process.platform !== 'linux', timeout: 20_000 },
  async () => {
    const program = join(folder, 'asks.mjs');
    const module = new URL('./terminal.ts', import.meta.url).href;
    writeFileSync(
      program,
      `import { openTerminal } from ${JSON.stringify(module)};
       const terminal = openTerminal();
       const name = await terminal.ask('Name? ');
       const secret = await terminal.ask('Secret? ', true);
       terminal.print('[' + name.length + ' ' + secret.length + ']');`,
    );
    const command = `${process.execPath} --no-warnings ${program}`;
    const child = spawn('script', ['-qefc', command, '/dev/null'], {
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let shown = '';
    for await (const chunk of child.stdout) {
      const before = shown;
      shown += chunk;
      const asked = (question: string) => shown.includes(question) && !before.includes(question);
      if (asked('Name? ')) child.stdin.write(' ana \r');
      if (asked('Secret? ')) child.stdin.write('hidden\r');
    }
    assert.match(shown, /Name\? .*ana/);
    assert.doesNotMatch(shown, /hidden/);
    assert.match(shown, /Secret\? \s*\r?\n.*\[3 6\]/s);
  },
);

test('a wait that the service asks for is announced', async () => {
  const pauses = ['2', '1'];
  const server = createServer((_request, response) => {
    const pause = pauses.shift();
    response.setHeader('Content-Type', 'application/json');
    if (pause === undefined) response.end('[]');
    else response.writeHead(503, { 'Retry-After': pause }).end('{"detail":"Busy."}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const said: string[] = [];
  const from = performance.now();
  const code = await runCli(['memory', 'list'], {
    environment: { SVC_API_BASE_URL: `http://127.0.0.1:${port}`, SVC_API_KEY: 'svc_dev_1' },
    print: (text) => void said.push(text),
    error: (text) => void said.push(text),
    read: async () => '',
    ask: async () => '',
    signal: new AbortController().signal,
  });
  server.close();
  assert.deepEqual([code, said], [EXIT.ok, ['Waiting 2 s, as the service asks …']]);
  assert.ok(performance.now() - from > 2_900);
});
