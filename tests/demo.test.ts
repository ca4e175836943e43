// One database: it is about the output of the demo.
/** The second command: it works for everybody, and its example in the README is what it prints. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { packetsOfSample, SOUND } from '../src/domains/listening/demo/sample-sound.ts';
import { openOpus } from '../src/engines/audio/codecs/opus.ts';
import { scriptedRecogniser } from '../src/engines/recognition/scripted-recogniser.ts';
import { OWNER, startService } from '../src/testing/start-service.ts';
import type { TestService } from '../src/testing/start-service.ts';

const DEMO = fileURLToPath(new URL('../scripts/demo/main.ts', import.meta.url));
const README = new URL('../README.md', import.meta.url);
const EXAMPLE = /(<!-- demo -->\n```\n)([^]*?)(\n```\n<!-- \/demo -->)/;
const ACCOUNT = { SVC_OWNER_EMAIL: OWNER.email, SVC_OWNER_PASSWORD: OWNER.password };

interface Run {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs as in a pipe: without a terminal, with a separate home folder, and with only the listed
 * commands.
 */
async function demo(words: readonly string[], environment: Record<string, string>): Promise<Run> {
  const home = mkdtempSync(join(tmpdir(), 'demo-'));
  try {
    return await new Promise<Run>((resolve) => {
      const env = { HOME: home, PATH: '/nonexistent', ...environment };
      const run = execFile(
        process.execPath,
        [DEMO, ...words],
        { cwd: home, env },
        (error, out, err) => resolve({ code: error ? Number(error.code) : 0, out, err }),
      );
      run.stdin!.end();
    });
  } finally {
    rmSync(home, { recursive: true });
  }
}

const portOf = ({ service }: TestService): string => new URL(service.url).port;

const lists = async ({ owner }: TestService): Promise<number[]> => {
  const paths = ['/v1/conversations?include_discarded=true', '/v3/memories', '/v1/users/people'];
  const answers = await Promise.all(paths.map((path) => owner.call('GET', path)));
  return answers.map(({ body }) => body.length as number);
};

/** `COMMONPLACE_WRITE_README=1` writes the example instead of comparing it. */
test('the example in the README is the output of the demo in a new account', async () => {
  const readme = readFileSync(README, 'utf8');
  const example = EXAMPLE.exec(readme)?.[2];
  let printed = '';
  // On a busy machine, words do not wait for their voice, and the speaker of a turn may differ.
  const maxTries = process.env['COMMONPLACE_WRITE_README'] ? 1 : 3;
  for (let tries = 0; tries < maxTries && !isAsShown(printed, example); tries += 1)
    printed = await heardDemo();
  if (process.env['COMMONPLACE_WRITE_README']) {
    writeFileSync(
      README,
      readme.replace(EXAMPLE, (_all, before, _old, after) => before + printed + after),
    );
  } else assert.ok(isAsShown(printed, example), printed);
  for (const part of [/☐ .*report/i, /◷ .*15:00/, /• .*Boston/i, /recogniser: whisper-base/]) {
    assert.match(printed, part);
  }
  // The friend is told apart from the owner, and every line of the owner is the owner's.
  assert.match(
    printed,
    /Owner: .*Boston[^]*Speaker 1: .*sister[^]*Owner: .*house[^]*Speaker 1: .*knee[^]*Owner: .*report/i,
  );
});

const HEARD = /^ *\d+\.\d s .*$/gm;

/**
 * A recogniser differs between processors in its last digits: in the lines that were heard, a word
 * begins a little later, or a sentence has no full stop. All other lines are equal.
 */
function isAsShown(printed: string, example = ''): boolean {
  const [words, shown] = [printed, example].map((text) =>
    text.replaceAll(HEARD, (line) => line.replaceAll(/^ *\d+\.\d s|[.,]/g, '').toLowerCase()),
  );
  return words === shown;
}

/** Returns what the demo prints in a new account of a service as it is installed. */
async function heardDemo(): Promise<string> {
  const [began, started] = [Date.parse('2026-03-02T09:00:00Z'), performance.now()];
  const clock = { now: () => new Date(began + performance.now() - started) };
  await using service = await startService({
    clock,
    environment: { SVC_TIMEZONE: 'America/New_York', SVC_RECOGNISER: 'builtin' },
  });
  const { code, out, err } = await demo([], { PORT: portOf(service), ...ACCOUNT });
  assert.equal(code, 0, err);
  assert.deepEqual(await lists(service), [0, 0, 0], 'it takes away what it made');
  return out.trim().replace(`:${portOf(service)}`, ':8080');
}

test('without a recogniser, the demo sends words and says so', async () => {
  await using service = await startService();
  const { code, out, err } = await demo([], { PORT: portOf(service), ...ACCOUNT });
  assert.equal(code, 0, err);
  for (const part of [/Nothing here can hear/, /☐ .*report/i, /• .*Boston/i])
    assert.match(out, part);
});

test("in a used account the demo's data stays until it is removed, and other data is kept", async () => {
  await using service = await startService();
  const key = await service.owner.key(['memories:write', 'conversations:write']);
  await key.call('POST', '/v1/dev/user/memories', { content: 'Keeps bees' });
  await key.call('POST', '/v1/dev/user/conversations', { text: 'We talked about the harbour.' });
  const before = await lists(service);
  const options = ['--url', service.service.url];
  const told = await demo(options, ACCOUNT);
  assert.match(told.out, /stays in your account until you run: npm run demo -- --forget/);
  const [conversations] = (await lists(service)) as [number];
  assert.equal(conversations, 2);
  const forgotten = await demo([...options, '--forget'], ACCOUNT);
  assert.equal(forgotten.code, 0, forgotten.err);
  assert.deepEqual(await lists(service), before);
  const again = await demo([...options, '--forget'], ACCOUNT);
  assert.match(again.out, /nothing of the demo/);
});

test('with a recogniser, the demo sends its sound and it is transcribed', async () => {
  const heard = [{ text: 'I live in Boston with my two children.', start: 1, end: 4 }];
  await using service = await startService({
    recogniser: scriptedRecogniser({ utterances: heard }),
  });
  const { code, out, err } = await demo(
    ['--url', service.service.url, '--keep', '--speed', '20'],
    ACCOUNT,
  );
  assert.equal(code, 0, err);
  assert.match(out, /recogniser: scripted, quality high/);
  assert.match(out, /I live in Boston/);
  const decode = openOpus();
  const seconds = packetsOfSample().reduce(
    (sum, packet) => sum + (decode(packet)?.length ?? 0) / 16_000,
    0,
  );
  assert.ok(seconds > 20 && seconds < 60, `${seconds} s`);
  assert.ok(readFileSync(SOUND).length < 600_000);
});

test('without a service, an account or a terminal, the demo explains what to do', async () => {
  const nowhere = await demo(['--url', 'http://127.0.0.1:9'], ACCOUNT);
  assert.deepEqual([nowhere.code, nowhere.out], [1, '']);
  assert.match(nowhere.err, /No service answers at .* npm start/);
  await using service = await startService();
  const stranger = await demo(['--url', service.service.url], {});
  assert.equal(stranger.code, 1);
  assert.match(
    stranger.err,
    /^There is no terminal to ask for the password\. Sign in first with "commonplace auth login"/,
  );
  const wrong = await demo(['--url', service.service.url], {
    ...ACCOUNT,
    SVC_OWNER_PASSWORD: 'no',
  });
  assert.equal(wrong.code, 1);
  assert.match(wrong.err, /password is wrong/);
  assert.doesNotMatch(wrong.err, /at .*\.ts/, 'no stack trace');
  const odd = await demo(['--loud'], {});
  assert.match(odd.err, /Usage: npm run demo/);
});
